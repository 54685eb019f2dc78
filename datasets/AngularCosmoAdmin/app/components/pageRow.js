'use strict';

// One line of the table. It changes nothing itself, but tells the list what the user wants.
angular.module('cosmo.admin').component('pageRow', {
  templateUrl: 'app/components/page-row.html',
  bindings: {
    page: '<',
    onChange: '&',
    onCopy: '&',
    onRemove: '&'
  },
  controller: function () {
    var ctrl = this;

    ctrl.renaming = false;

    ctrl.rename = function () {
      ctrl.title = ctrl.page.title;
      ctrl.renaming = true;
    };

    ctrl.saveTitle = function () {
      ctrl.onChange({ changes: { title: ctrl.title } });
      ctrl.renaming = false;
    };
  }
});
