'use strict';

angular.module('todoApp').controller('TodoListController', [
  '$scope', '$window', 'todoStorage', 'PRIORITIES',
  function ($scope, $window, todoStorage, PRIORITIES) {
    $scope.todos = todoStorage.load();
    $scope.priorities = PRIORITIES;
    $scope.status = 'all';
    $scope.search = '';
    $scope.sortBy = 'createdAt';

    function resetForm() {
      $scope.newTodo = { title: '', priority: 2, due: null };
    }

    $scope.addTodo = function () {
      var title = $scope.newTodo.title.trim();
      if (!title) {
        return;
      }
      $scope.todos.push({
        id: Date.now(),
        title: title,
        priority: $scope.newTodo.priority,
        due: $scope.newTodo.due,
        done: false,
        createdAt: new Date().getTime()
      });
      $scope.allDone = false;
      resetForm();
    };

    $scope.removeTodo = function (todo) {
      if ($window.confirm('Delete "' + todo.title + '"?')) {
        $scope.todos.splice($scope.todos.indexOf(todo), 1);
      }
    };

    $scope.toggleAll = function (done) {
      angular.forEach($scope.todos, function (todo) {
        todo.done = done;
      });
    };

    $scope.clearDone = function () {
      $scope.todos = $scope.todos.filter(function (todo) {
        return !todo.done;
      });
      $scope.allDone = false;
    };

    $scope.byStatus = function (todo) {
      if ($scope.status === 'open') {
        return !todo.done;
      }
      return $scope.status === 'all' || todo.done;
    };

    // Every change, however small, goes straight to the local storage.
    $scope.$watch('todos', function (todos, previous) {
      if (todos !== previous) {
        todoStorage.save(todos);
      }
    }, true);

    resetForm();
  }
]);
