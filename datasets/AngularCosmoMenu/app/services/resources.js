'use strict';

angular.module('cosmo.menu')
  .factory('Menu', ['$resource', 'API_URL', function ($resource, API_URL) {
    return $resource(API_URL + '/menus/:id', { id: '@id' }, {
      update: { method: 'PUT' }
    });
  }])

  .factory('Page', ['$resource', 'API_URL', function ($resource, API_URL) {
    return $resource(API_URL + '/pages/:id', { id: '@id' });
  }]);
