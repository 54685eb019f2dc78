'use strict';

angular.module('todoApp', [])
  .constant('STORAGE_KEY', 'daily-tasks')
  .constant('PRIORITIES', [
    { value: 1, name: 'High' },
    { value: 2, name: 'Normal' },
    { value: 3, name: 'Low' }
  ]);
