'use strict';

angular.module('teamCalendar').controller('CalendarController', [
  '$scope', '$window', '$timeout', 'eventStore', 'holidays', 'icsExport', 'settings', 'PEOPLE', 'CATEGORIES', 'VIEWS',
  function ($scope, $window, $timeout, eventStore, holidays, icsExport, settings, PEOPLE, CATEGORIES, VIEWS) {
    var vm = this;

    vm.people = PEOPLE;
    vm.categories = CATEGORIES;
    vm.views = VIEWS;
    vm.settings = settings.load();
    vm.search = '';
    vm.version = 0;
    vm.editing = null;
    vm.message = '';

    function passes(event) {
      return vm.settings.shown[event.category] &&
        (!vm.settings.person || event.person === vm.settings.person) &&
        event.title.toLowerCase().indexOf(vm.search.toLowerCase()) >= 0;
    }

    // One source for each category, so that each has a colour of its own.
    vm.sources = CATEGORIES.map(function (category) {
      return {
        color: category.color,
        events: function (start, end, timezone, callback) {
          var found = [];
          eventStore.all().forEach(function (event) {
            if (event.category === category.id && passes(event)) {
              found = found.concat(eventStore.occurrences(event, start, end).map(toCalendar));
            }
          });
          callback(found);
        }
      };
    });
    vm.sources.push({
      color: '#6c8b3c',
      editable: false,
      events: function (start, end, timezone, callback) {
        callback(vm.settings.shown.holiday ? holidays.between(start, end) : []);
      }
    });

    function toCalendar(occurrence) {
      var event = occurrence.event;
      return {
        id: event.id,
        title: event.title + ' · ' + event.person,
        note: event.note,
        allDay: event.allDay,
        start: occurrence.start,
        end: occurrence.end,
        editable: true,
        stored: true
      };
    }

    function say(text) {
      vm.message = text;
      $timeout(function () {
        vm.message = '';
      }, 4000);
    }

    vm.openNew = function (start, end) {
      vm.editing = {
        title: '',
        category: 'meeting',
        person: vm.settings.person || PEOPLE[0],
        allDay: !start.hasTime(),
        start: start.format(),
        end: end.format(),
        repeat: '',
        until: '',
        note: ''
      };
    };

    vm.open = function (event) {
      if (event.stored) {
        vm.editing = eventStore.find(event.id);
      } else {
        say(event.title + ' is a public holiday.');
      }
    };

    vm.save = function (event) {
      eventStore.save(event);
      vm.editing = null;
      vm.version++;
      say('Saved.');
    };

    vm.remove = function (id) {
      eventStore.remove(id);
      vm.editing = null;
      vm.version++;
      say('Removed.');
    };

    vm.change = function (event, startBy, endBy, revert) {
      var holiday = holidays.nameOf(event.start);
      if (holiday && eventStore.find(event.id).category !== 'absence') {
        revert();
        say('Nothing can be moved to ' + holiday + '.');
        return;
      }
      eventStore.shift(event.id, startBy, endBy);
      vm.version++;
    };

    vm.go = function (direction) {
      vm.calendar.fullCalendar(direction);
    };

    vm.print = function () {
      vm.settings.view = 'listMonth';
      $timeout($window.print, 300);
    };

    vm.exportAll = function () {
      icsExport.download(eventStore.all().filter(passes));
    };

    // Every filter is kept, and the calendar asks its sources again.
    $scope.$watch('[vm.settings, vm.search]', function () {
      settings.save(vm.settings);
      vm.version++;
    }, true);
  }
]);
