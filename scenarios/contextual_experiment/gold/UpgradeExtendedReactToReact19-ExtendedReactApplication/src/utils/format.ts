import type { SurveyStatus, Units } from '../types';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const MILES_PER_KILOMETRE = 0.6214;
const ACRES_PER_HECTARE = 2.471;

export const STATUSES: Readonly<Record<SurveyStatus, string>> = {
  planned: 'Planned',
  running: 'Running',
  closed: 'Closed',
  cancelled: 'Cancelled',
};

/** "2018-05-12" becomes "Sat 12 May 2018". */
export function formatDate(text: string): string {
  const date = new Date(`${text}T00:00`);

  return [DAYS[date.getDay()], date.getDate(), MONTHS[date.getMonth()], date.getFullYear()].join(' ');
}

/** The time of the clock as HH:MM. */
export function timeNow(): string {
  return new Date().toTimeString().slice(0, 5);
}

export function formatDistance(kilometres: number, units: Units): string {
  return units === 'imperial'
    ? `${(kilometres * MILES_PER_KILOMETRE).toFixed(1)} mi`
    : `${kilometres.toFixed(1)} km`;
}

export function formatArea(hectares: number, units: Units): string {
  return units === 'imperial' ? `${Math.round(hectares * ACRES_PER_HECTARE)} acres` : `${Math.round(hectares)} ha`;
}

export function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** The class names among the arguments, joined; whatever is false or empty is left out. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
