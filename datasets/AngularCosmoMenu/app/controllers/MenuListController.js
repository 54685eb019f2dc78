'use strict';

angular.module('cosmo.menu').controller('MenuListController', ['$scope', '$state', 'Menu', 'PLACES',
  function ($scope, $state, Menu, PLACES) {
    $scope.places = PLACES;
    $scope.menus = Menu.query();
    $scope.draft = { name: '', place: 'header' };

    $scope.create = function () {
      if (!$scope.draft.name) {
        return;
      }
      Menu.save({ name: $scope.draft.name, place: $scope.draft.place, entries: [] }, function (menu) {
        $scope.menus.push(menu);
        $scope.draft.name = '';
        $state.go('menus.edit', { menuId: menu.id });
      });
    };
  }
]);
