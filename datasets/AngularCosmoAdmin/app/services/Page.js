'use strict';

angular.module('cosmo.admin').factory('Page', ['$resource', 'API_URL', function ($resource, API_URL) {
  return $resource(API_URL + '/pages/:id', { id: '@id' }, {
    update: { method: 'PATCH' },
    copy: { method: 'POST', url: API_URL + '/pages/:id/copy' }
  });
}]);
