'use strict';

// Saves once nothing has changed for a while.
angular.module('cosmo.page').factory('autosave', ['$timeout', 'AUTOSAVE_DELAY', function ($timeout, AUTOSAVE_DELAY) {
  var timer = null;

  return {
    schedule: function (save) {
      $timeout.cancel(timer);
      timer = $timeout(save, AUTOSAVE_DELAY);
    },

    cancel: function () {
      $timeout.cancel(timer);
    }
  };
}]);
