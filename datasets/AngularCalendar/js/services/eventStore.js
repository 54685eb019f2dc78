'use strict';

/**
 * The team's events. An event is { id, title, category, person, allDay, start, end, repeat, until, note };
 * start and end are ISO texts in local time, and the end is exclusive.
 */
angular.module('teamCalendar').factory('eventStore', ['$window', 'STORAGE_KEYS', 'sampleEvents',
  function ($window, STORAGE_KEYS, sampleEvents) {
    var events = load();

    function load() {
      var text = $window.localStorage.getItem(STORAGE_KEYS.events);
      return text ? angular.fromJson(text) : sampleEvents();
    }

    function persist() {
      $window.localStorage.setItem(STORAGE_KEYS.events, angular.toJson(events));
    }

    function find(id) {
      return events.filter(function (event) {
        return event.id == id;
      })[0];
    }

    function save(event) {
      var old = find(event.id);
      if (old) {
        angular.extend(old, event);
      } else {
        event.id = events.length + 1;
        events.push(event);
      }
      persist();
    }

    function remove(id) {
      events.splice(events.indexOf(find(id)), 1);
      persist();
    }

    /** Moves an event, with all its repetitions, by two moment durations. */
    function shift(id, startBy, endBy) {
      var event = find(id);
      var format = event.allDay ? 'YYYY-MM-DD' : 'YYYY-MM-DD[T]HH:mm';
      event.start = moment(event.start).add(startBy).format(format);
      event.end = moment(event.end).add(endBy).format(format);
      persist();
    }

    /** The occurrences of an event that touch the range: one, or several when it repeats. */
    function occurrences(event, rangeStart, rangeEnd) {
      var length = moment(event.end).diff(event.start);
      var last = event.until ? moment.min(moment(event.until).endOf('day'), rangeEnd) : rangeEnd;
      var found = [];
      var start = moment(event.start);
      for (var step = 1; start.isBefore(last); step++) {
        var end = moment(start).add(length);
        if (end.isAfter(rangeStart)) {
          found.push({ event: event, start: start, end: end });
        }
        if (!event.repeat) {
          break;
        }
        start = moment(event.start).add(step, event.repeat);
      }
      return found;
    }

    /** The absences of the event's person that overlap its first occurrence. */
    function absencesDuring(event) {
      return events.filter(function (other) {
        return other.category === 'absence' && other.person === event.person &&
          occurrences(other, moment(event.start), moment(event.end)).length > 0;
      });
    }

    return {
      all: function () {
        return events;
      },
      find: find,
      save: save,
      remove: remove,
      shift: shift,
      occurrences: occurrences,
      absencesDuring: absencesDuring
    };
  }
]);
