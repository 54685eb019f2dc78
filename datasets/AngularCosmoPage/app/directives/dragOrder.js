'use strict';

// <li drag-order="$index" on-move="moveBlock(from, to)">: rows that change places by dragging.
angular.module('cosmo.page').directive('dragOrder', function () {
  var from = null;

  return {
    restrict: 'A',
    scope: {
      index: '=dragOrder',
      onMove: '&'
    },
    link: function (scope, element) {
      element.attr('draggable', 'true');

      element.on('dragstart', function (event) {
        from = scope.index;
        event.dataTransfer.setData('text', String(from));
      });

      element.on('dragover', function (event) {
        event.preventDefault();
      });

      element.on('drop', function (event) {
        event.preventDefault();
        scope.$apply(function () {
          scope.onMove({ from: from, to: scope.index });
        });
      });
    }
  };
});
