'use strict';

angular.module('cosmo.admin').component('pageList', {
  templateUrl: 'app/components/page-list.html',
  controller: ['$window', 'Page', 'STATUSES', 'PAGE_SIZE', function ($window, Page, STATUSES, PAGE_SIZE) {
    var ctrl = this;

    ctrl.pages = Page.query();
    ctrl.statuses = STATUSES;
    ctrl.filter = { status: '', title: '' };
    ctrl.sortBy = 'title';
    ctrl.reverse = false;
    ctrl.shown = PAGE_SIZE;
    ctrl.draft = { title: '', address: '' };
    ctrl.message = '';

    function failed() {
      ctrl.message = 'The server has refused the change.';
    }

    ctrl.sort = function (field) {
      ctrl.reverse = ctrl.sortBy === field ? !ctrl.reverse : false;
      ctrl.sortBy = field;
    };

    ctrl.showMore = function () {
      ctrl.shown += PAGE_SIZE;
    };

    ctrl.create = function () {
      Page.save(ctrl.draft, function (page) {
        ctrl.pages.push(page);
        ctrl.draft = { title: '', address: '' };
      }, failed);
    };

    ctrl.change = function (page, changes) {
      angular.extend(page, changes);
      Page.update({ id: page.id }, changes, angular.noop, failed);
    };

    ctrl.copy = function (page) {
      Page.copy({ id: page.id }, {}, function (copy) {
        ctrl.pages.push(copy);
        ctrl.message = 'The copy is called "' + copy.title + '".';
      }, failed);
    };

    ctrl.remove = function (page) {
      if ($window.confirm('Delete "' + page.title + '" for good?')) {
        page.$delete(function () {
          ctrl.pages.splice(ctrl.pages.indexOf(page), 1);
        }, failed);
      }
    };
  }]
});
