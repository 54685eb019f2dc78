'use strict';

/** What a new user finds in the calendar: some events around today. */
angular.module('teamCalendar').factory('sampleEvents', function () {
  function at(days, time) {
    return moment().add(days, 'days').format('YYYY-MM-DD') + (time ? 'T' + time : '');
  }

  return function () {
    return [
      { id: 1, title: 'Stand-up', category: 'meeting', person: 'Amara', allDay: false,
        start: at(-7, '09:15'), end: at(-7, '09:30'), repeat: 'days', until: at(21), note: '' },
      { id: 2, title: 'Review', category: 'meeting', person: 'Chen', allDay: false,
        start: at(1, '14:00'), end: at(1, '15:30'), repeat: 'weeks', until: '', note: 'Bring numbers.' },
      { id: 3, title: 'Release 2.1', category: 'deadline', person: 'Bruno', allDay: true,
        start: at(4), end: at(5), repeat: '', until: '', note: '' },
      { id: 4, title: 'Holiday', category: 'absence', person: 'Dorota', allDay: true,
        start: at(6), end: at(11), repeat: '', until: '', note: 'Back on Monday' }
    ];
  };
});
