'use strict';

angular.module('teamCalendar', [])
  .constant('STORAGE_KEYS', { events: 'team-calendar.events', settings: 'team-calendar.settings' })
  .constant('PEOPLE', ['Amara', 'Bruno', 'Chen', 'Dorota'])
  .constant('CATEGORIES', [
    { id: 'meeting', name: 'Meetings', color: '#2f7ea8' },
    { id: 'deadline', name: 'Deadlines', color: '#b3423f' },
    { id: 'absence', name: 'Absences', color: '#8a6fb0' }
  ])
  .constant('VIEWS', [
    { id: 'month', name: 'Month' },
    { id: 'agendaWeek', name: 'Week' },
    { id: 'agendaDay', name: 'Day' },
    { id: 'listMonth', name: 'Agenda' }
  ])
  .constant('REPEATS', [
    { id: '', name: 'Does not repeat' },
    { id: 'days', name: 'Every day' },
    { id: 'weeks', name: 'Every week' },
    { id: 'months', name: 'Every month' }
  ]);
