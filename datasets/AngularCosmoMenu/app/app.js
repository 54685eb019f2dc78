'use strict';

angular.module('cosmo.menu', ['ngResource', 'ui.router'])
  .constant('API_URL', '/api')
  .constant('MAX_DEPTH', 3)
  .constant('PLACES', ['header', 'sidebar', 'footer'])
  .config(['$stateProvider', '$urlRouterProvider', function ($stateProvider, $urlRouterProvider) {
    $urlRouterProvider.otherwise('/menus');

    $stateProvider
      .state('menus', {
        url: '/menus',
        templateUrl: 'app/templates/menu-list.html',
        controller: 'MenuListController'
      })
      .state('menus.edit', {
        url: '/:menuId',
        templateUrl: 'app/templates/menu-editor.html',
        controller: 'MenuEditorController'
      });
  }]);
