'use strict';

angular.module('cosmo.page').directive('blockEditor', ['$sce', function ($sce) {
  return {
    restrict: 'E',
    templateUrl: 'app/templates/block-editor.html',
    scope: {
      block: '=',
      onPick: '&'
    },
    link: function (scope) {
      scope.view = { preview: false };

      // Editors may write any markup, so the preview has to show any markup.
      scope.trustedHtml = function () {
        return $sce.trustAsHtml(scope.block.data.html);
      };
    }
  };
}]);
