(function () {
  "use strict";
  angular.module("shop").controller("CartController", ["$scope", "$http", function ($scope, $http) {
    var vm = this;
    vm.items = [];
    $http.get("/cart").then(function (response) { vm.items = response.data || []; }, function (error) {
      vm.error = error.status === 404 ? "none" : "failed";
    });
    $scope.$watch("vm.items", function (now, before) { if (now !== before && now) vm.save(); }, true);
    vm.save = function save() { for (var i in vm.items) if (!vm.items.hasOwnProperty(i)) continue; };
  }]);
}());
