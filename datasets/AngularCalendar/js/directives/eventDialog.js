'use strict';

/** The form for one event. It works on a draft of its own and reports what the user decided. */
angular.module('teamCalendar').directive('eventDialog', ['$window', 'eventStore', 'PEOPLE', 'CATEGORIES', 'REPEATS',
  function ($window, eventStore, PEOPLE, CATEGORIES, REPEATS) {
    return {
      restrict: 'E',
      templateUrl: 'event-dialog.html',
      scope: {
        event: '=',
        onSave: '&',
        onRemove: '&',
        onClose: '&'
      },
      link: function (scope) {
        scope.people = PEOPLE;
        scope.categories = CATEGORIES;
        scope.repeats = REPEATS;

        // The form speaks of the last day, the store of the day after it.
        scope.draft = angular.extend({}, scope.event, {
          startDay: moment(scope.event.start).toDate(),
          startTime: moment(scope.event.start).format('HH:mm'),
          endDay: moment(scope.event.end).subtract(scope.event.allDay ? 1 : 0, 'days').toDate(),
          endTime: moment(scope.event.end).format('HH:mm'),
          untilDay: scope.event.until ? moment(scope.event.until).toDate() : null
        });

        function iso(day, time) {
          return moment(day).format('YYYY-MM-DD') + (scope.draft.allDay ? '' : 'T' + time);
        }

        function result() {
          var draft = scope.draft;
          var end = draft.allDay ? moment(draft.endDay).add(1, 'days') : draft.endDay;
          return {
            id: draft.id,
            title: draft.title.trim(),
            category: draft.category,
            person: draft.person,
            allDay: draft.allDay,
            start: iso(draft.startDay, draft.startTime),
            end: iso(end, draft.endTime),
            repeat: draft.repeat,
            until: draft.repeat && draft.untilDay ? moment(draft.untilDay).format('YYYY-MM-DD') : '',
            note: draft.note
          };
        }

        function problemOf(event) {
          var hours = moment(event.end).diff(event.start, 'hours', true);
          if (!(hours > 0)) {
            return 'The end must lie after the start.';
          }
          if (hours > 14 * 24) {
            return 'An event lasts at most 14 days.';
          }
          if (event.category === 'deadline' && event.repeat) {
            return 'A deadline cannot repeat.';
          }
          if (event.until && event.until < event.start.substr(0, 10)) {
            return 'The repetition ends before it begins.';
          }
          return '';
        }

        scope.submit = function () {
          if (scope.form.$invalid) {
            return;
          }
          var event = result();
          scope.problem = problemOf(event);
          if (scope.problem) {
            return;
          }
          if (!scope.warning && event.category !== 'absence' && eventStore.absencesDuring(event).length) {
            scope.warning = event.person + ' is away at this time. Save again to keep the event all the same.';
            return;
          }
          scope.onSave({ event: event });
        };

        scope.remove = function () {
          if ($window.confirm('Remove "' + scope.event.title + '"?')) {
            scope.onRemove({ id: scope.event.id });
          }
        };

        $(document).on('keydown', function (e) {
          if (e.which === 27) {
            scope.$apply(scope.onClose);
          }
        });
      }
    };
  }
]);
