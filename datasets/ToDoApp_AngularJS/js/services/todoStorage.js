'use strict';

angular.module('todoApp').factory('todoStorage', ['$window', 'STORAGE_KEY',
  function ($window, STORAGE_KEY) {
    return {
      load: function () {
        try {
          return angular.fromJson($window.localStorage.getItem(STORAGE_KEY)) || [];
        } catch (e) {
          return [];
        }
      },

      save: function (todos) {
        $window.localStorage.setItem(STORAGE_KEY, angular.toJson(todos));
      }
    };
  }
]);
