'use strict';

angular.module('cosmo.page').factory('pageApi', ['$http', 'API_URL', function ($http, API_URL) {
  function data(response) {
    return response.data;
  }

  function blankPage(address) {
    return {
      id: null,
      version: 0,
      address: address,
      title: '',
      blocks: [],
      seo: { title: '', description: '', hidden: false },
      status: 'draft'
    };
  }

  return {
    // An address that nobody has used so far opens as a blank page.
    find: function (address) {
      return $http.get(API_URL + '/pages', { params: { address: address } })
        .then(function (response) {
          return response.data[0] || blankPage(address);
        })
        .catch(function () {
          return blankPage(address);
        });
    },

    save: function (page) {
      if (page.id) {
        return $http.put(API_URL + '/pages/' + page.id, page).then(data);
      }
      return $http.post(API_URL + '/pages', page).then(data);
    },

    // Without a date the page goes on the site at once.
    publish: function (id, date) {
      var on = date ? date.toISOString().slice(0, 10) : null;
      return $http.post(API_URL + '/pages/' + id + '/publication', { on: on }).then(data);
    },

    revisions: function (id) {
      return $http.get(API_URL + '/pages/' + id + '/revisions').then(data);
    },

    media: function (search) {
      return $http.get(API_URL + '/media', {
        params: { type: 'image', search: search, limit: 12 }
      });
    }
  };
}]);
