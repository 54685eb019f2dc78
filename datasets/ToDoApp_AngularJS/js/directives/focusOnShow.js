'use strict';

// Selects the text of an input right after it has been put on the page.
angular.module('todoApp').directive('focusOnShow', ['$timeout', function ($timeout) {
  return {
    restrict: 'A',
    link: function (scope, element) {
      $timeout(function () {
        element[0].focus();
        element[0].select();
      }, 0, false);
    }
  };
}]);
