const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const STATUSES = { planned: 'Planned', running: 'Running', closed: 'Closed', cancelled: 'Cancelled' };

// "2018-05-12" -> "Sat 12 May 2018"
export function formatDate(text) {
  const date = new Date(`${text}T00:00`);
  return [DAYS[date.getDay()], date.getDate(), MONTHS[date.getMonth()], date.getFullYear()].join(' ');
}

export function timeNow() {
  return new Date().toTimeString().slice(0, 5);
}

export function formatDistance(kilometres, units) {
  return units === 'imperial' ? `${(kilometres * 0.6214).toFixed(1)} mi` : `${kilometres.toFixed(1)} km`;
}

export function formatArea(hectares, units) {
  return units === 'imperial' ? `${Math.round(hectares * 2.471)} acres` : `${Math.round(hectares)} ha`;
}

export function plural(count, noun) {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
