'use strict';

// The signed-in user and what they may do: "edit" a page, "publish" it.
angular.module('cosmo.page').factory('session', ['$http', '$q', 'API_URL', function ($http, $q, API_URL) {
  var RIGHTS = {
    reader: [],
    author: ['edit'],
    editor: ['edit', 'publish'],
    admin: ['edit', 'publish']
  };

  var session = {
    user: null,

    load: function () {
      if (session.user) {
        return $q.when(session.user);
      }
      return $http.get(API_URL + '/session').then(function (response) {
        session.user = response.data;
        return session.user;
      });
    },

    // Authors may change new pages and their own ones only.
    can: function (action, page) {
      if (session.user.role === 'author' && page.id && page.owner !== session.user.name) {
        return false;
      }
      return RIGHTS[session.user.role].indexOf(action) !== -1;
    }
  };

  return session;
}]);
