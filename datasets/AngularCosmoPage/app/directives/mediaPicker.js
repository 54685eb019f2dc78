'use strict';

angular.module('cosmo.page').directive('mediaPicker', function () {
  return {
    restrict: 'E',
    templateUrl: 'app/templates/media-picker.html',
    scope: {
      onPick: '&',
      onClose: '&'
    },
    controller: function ($scope, pageApi) {
      $scope.search = '';
      $scope.items = [];

      $scope.find = function () {
        pageApi.media($scope.search).success(function (result) {
          $scope.items = result.items;
          $scope.total = result.total;
        });
      };

      $scope.find();
    }
  };
});
