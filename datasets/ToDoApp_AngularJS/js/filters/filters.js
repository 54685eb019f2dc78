'use strict';

angular.module('todoApp')
  .filter('priorityName', ['PRIORITIES', function (PRIORITIES) {
    return function (value) {
      return PRIORITIES[value - 1].name;
    };
  }])

  // Turns a due date into words: "Overdue", "Today", "Tomorrow" or "Mar 7".
  .filter('dueLabel', ['dateFilter', function (dateFilter) {
    return function (due) {
      var today = new Date();
      today.setHours(0, 0, 0, 0);
      var days = Math.round((new Date(due) - today) / 86400000);

      if (days < 0) {
        return 'Overdue';
      }
      if (days === 0) {
        return 'Today';
      }
      return days === 1 ? 'Tomorrow' : dateFilter(due, 'MMM d');
    };
  }]);
