'use strict';

/** Writes events as an iCalendar text and offers it as a download. */
angular.module('teamCalendar').factory('icsExport', ['$window', function ($window) {
  var FREQUENCIES = { days: 'DAILY', weeks: 'WEEKLY', months: 'MONTHLY' };

  function stamp(name, iso, allDay) {
    return allDay ? name + ';VALUE=DATE:' + moment(iso).format('YYYYMMDD')
      : name + ':' + moment(iso).format('YYYYMMDD[T]HHmmss');
  }

  function lines(event) {
    var result = [
      'BEGIN:VEVENT',
      'UID:' + event.id + '@team-calendar',
      'SUMMARY:' + event.title + ' (' + event.person + ')',
      stamp('DTSTART', event.start, event.allDay),
      stamp('DTEND', event.end, event.allDay),
      'DESCRIPTION:' + event.note
    ];
    if (event.repeat) {
      result.push('RRULE:FREQ=' + FREQUENCIES[event.repeat] +
        (event.until ? ';UNTIL=' + moment(event.until).format('YYYYMMDD') : ''));
    }
    return result.concat('END:VEVENT');
  }

  function text(events) {
    var body = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//team-calendar//EN'];
    angular.forEach(events, function (event) {
      body = body.concat(lines(event));
    });
    return body.concat('END:VCALENDAR').join('\r\n');
  }

  return {
    text: text,
    download: function (events) {
      var blob = new Blob([text(events)], { type: 'text/calendar' });
      var link = $window.document.createElement('a');
      link.href = $window.URL.createObjectURL(blob);
      link.download = 'team-calendar.ics';
      $window.document.body.appendChild(link);
      link.click();
    }
  };
}]);
