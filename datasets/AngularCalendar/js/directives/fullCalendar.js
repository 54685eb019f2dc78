'use strict';

/**
 * Puts FullCalendar into the page and its callbacks into the digest.
 *   sources    event sources as the library takes them, read once
 *   view       name of the view, watched
 *   version    any number; the events are fetched again whenever it changes
 *   handle     receives the element, to drive the calendar from outside
 */
angular.module('teamCalendar').directive('fullCalendar', ['$timeout', 'holidays', function ($timeout, holidays) {
  return {
    restrict: 'E',
    scope: {
      sources: '=',
      view: '=',
      version: '=',
      handle: '=',
      onRange: '&',
      onSelect: '&',
      onOpen: '&',
      onChange: '&'
    },
    link: function (scope, element) {
      var calendar = $('<div>').appendTo(element);

      function changed(startsToo) {
        return function (event, delta, revert) {
          scope.$apply(function () {
            scope.onChange({ event: event, startBy: startsToo ? delta : 0, endBy: delta, revert: revert });
          });
        };
      }

      calendar.fullCalendar({
        header: false,
        defaultView: scope.view,
        firstDay: 1,
        height: 640,
        nowIndicator: true,
        eventLimit: true,
        selectable: true,
        selectHelper: true,
        slotDuration: '00:30:00',
        scrollTime: '08:00:00',
        businessHours: { dow: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' },
        eventSources: scope.sources,

        select: function (start, end) {
          scope.$apply(function () {
            scope.onSelect({ start: start, end: end });
          });
          calendar.fullCalendar('unselect');
        },

        eventClick: function (event) {
          scope.$apply(function () {
            scope.onOpen({ event: event });
          });
        },

        eventDrop: changed(true),
        eventResize: changed(false),

        eventRender: function (event, box) {
          if (event.note) {
            box.find('.fc-title, .fc-list-item-title').append('<em class="note">' + event.note + '</em>');
          }
          box.attr('title', event.title);
        },

        dayRender: function (date, cell) {
          cell.toggleClass('holiday', !!holidays.nameOf(date));
        },

        viewRender: function (view) {
          $timeout(function () {
            scope.onRange({ title: view.title });
          });
        }
      });
      scope.handle = calendar;

      scope.$watch('view', function (view, previous) {
        if (view !== previous) {
          calendar.fullCalendar('changeView', view);
        }
      });

      scope.$watch('version', function (version, previous) {
        if (version !== previous) {
          calendar.fullCalendar('refetchEvents');
        }
      });
    }
  };
}]);
