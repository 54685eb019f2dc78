'use strict';

angular.module('todoApp').directive('todoItem', ['PRIORITIES', function (PRIORITIES) {
  return {
    restrict: 'E',
    templateUrl: 'todo-item.html',
    scope: {
      todo: '=',
      onRemove: '&'
    },
    link: function (scope) {
      scope.priorities = PRIORITIES;
      scope.editing = false;

      scope.startEdit = function () {
        scope.draft = angular.copy(scope.todo);
        scope.draft.due = scope.todo.due ? new Date(scope.todo.due) : null;
        scope.editing = true;
      };

      scope.saveEdit = function () {
        scope.editing = false;
        if (!scope.draft.title.trim()) {
          scope.onRemove();
          return;
        }
        scope.todo.title = scope.draft.title.trim();
        scope.todo.priority = scope.draft.priority;
        scope.todo.due = scope.draft.due;
      };

      scope.cancelEdit = function () {
        scope.editing = false;
      };
    }
  };
}]);
