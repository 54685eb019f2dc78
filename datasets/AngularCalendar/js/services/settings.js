'use strict';

angular.module('teamCalendar').factory('settings', ['$window', 'STORAGE_KEYS', function ($window, STORAGE_KEYS) {
  var DEFAULTS = {
    view: 'month',
    person: '',
    shown: { meeting: true, deadline: true, absence: true, holiday: true }
  };

  return {
    load: function () {
      try {
        return angular.merge({}, DEFAULTS, angular.fromJson($window.localStorage.getItem(STORAGE_KEYS.settings)));
      } catch (e) {
        return DEFAULTS;
      }
    },
    save: function (values) {
      $window.localStorage.setItem(STORAGE_KEYS.settings, angular.toJson(values));
    }
  };
}]);
