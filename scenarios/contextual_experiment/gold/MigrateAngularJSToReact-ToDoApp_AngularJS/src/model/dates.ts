const DAY_MS = 24 * 60 * 60 * 1000;

const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** A due date in words: "Overdue", "Today", "Tomorrow", or the day as in "Mar 7". */
export function dueLabel(due: string, now: Date): string {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const date = new Date(due);
  // Rounded, as a day on which the clocks change is an hour shorter or longer.
  const days = Math.round((date.getTime() - today.getTime()) / DAY_MS);

  if (days < 0) {
    return 'Overdue';
  }
  if (days === 0) {
    return 'Today';
  }
  return days === 1 ? 'Tomorrow' : shortDate.format(date);
}

/** The value of a date field, YYYY-MM-DD, as the ISO string of its local midnight; null for an empty field. */
export function fromDateField(value: string): string | null {
  const [year, month, day] = value.split('-').map(Number);

  return year && month && day ? new Date(year, month - 1, day).toISOString() : null;
}

/** The inverse of `fromDateField`. */
export function toDateField(due: string | null): string {
  if (due === null) {
    return '';
  }
  const date = new Date(due);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));

  return `${date.getFullYear()}-${month}-${day}`;
}
