'use strict';

angular.module('cosmo.menu').controller('MenuEditorController', [
  '$scope', '$state', '$stateParams', '$window', 'Menu', 'Page', 'menuTree',
  function ($scope, $state, $stateParams, $window, Menu, Page, menuTree) {
    $scope.tree = menuTree;
    $scope.pages = Page.query();
    $scope.menu = Menu.get({ id: $stateParams.menuId });
    $scope.message = '';

    $scope.pageChosen = function (entry) {
      $scope.pages.forEach(function (page) {
        if (page.id === entry.pageId && !entry.label) {
          entry.label = page.title;
        }
      });
    };

    $scope.removeEntry = function (entries, index) {
      var entry = entries[index];
      if (!entry.children.length || $window.confirm('Remove "' + entry.label + '" with everything below it?')) {
        entries.splice(index, 1);
      }
    };

    $scope.save = function () {
      var broken = menuTree.countBroken($scope.menu.entries);
      if (broken) {
        $scope.message = broken + (broken === 1 ? ' entry is' : ' entries are') + ' not complete.';
        return;
      }
      $scope.menu.$update(function () {
        $scope.message = 'The menu is saved.';
      }, function () {
        $scope.message = 'The menu could not be saved.';
      });
    };

    $scope.removeMenu = function () {
      if ($window.confirm('Delete the menu "' + $scope.menu.name + '"?')) {
        $scope.menu.$delete(function () {
          $state.go('menus', {}, { reload: true });
        });
      }
    };
  }
]);
