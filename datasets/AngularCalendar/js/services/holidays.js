'use strict';

/** Public holidays, worked out for any year. */
angular.module('teamCalendar').factory('holidays', function () {
  var FIXED = { '01-01': 'New Year', '05-01': 'Labour Day', '12-25': 'Christmas Day', '12-26': 'Boxing Day' };
  var MOVABLE = { '-2': 'Good Friday', '1': 'Easter Monday', '39': 'Ascension Day', '50': 'Whit Monday' };

  // The Gregorian computus for the years 1900 to 2099.
  function easter(year) {
    var moon = (19 * (year % 19) + 24) % 30;
    var sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
    var day = 22 + moon + sunday;
    if (day === 57 || (day === 56 && moon === 28 && year % 19 > 10)) {
      day -= 7;
    }
    return moment([year, 2, 1]).add(day - 1, 'days');
  }

  function ofYear(year) {
    var days = {};
    angular.forEach(FIXED, function (name, day) {
      days[year + '-' + day] = name;
    });
    angular.forEach(MOVABLE, function (name, offset) {
      days[easter(year).add(offset, 'days').format('YYYY-MM-DD')] = name;
    });
    return days;
  }

  return {
    nameOf: function (day) {
      return ofYear(day.year())[day.format('YYYY-MM-DD')];
    },
    between: function (start, end) {
      var found = [];
      for (var year = start.year(); year <= end.year(); year++) {
        angular.forEach(ofYear(year), function (name, day) {
          found.push({ title: name, start: day, allDay: true });
        });
      }
      return found;
    }
  };
});
