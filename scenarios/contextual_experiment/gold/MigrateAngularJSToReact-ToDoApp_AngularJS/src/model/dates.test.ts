import { describe, expect, it } from 'vitest';
import { dueLabel, fromDateField, toDateField } from './dates';

const NOW = new Date(2030, 4, 10, 15, 30);
const day = (month: number, date: number) => new Date(2030, month - 1, date).toISOString();

describe('dueLabel', () => {
  it.each([
    [day(5, 9), 'Overdue'],
    [day(5, 10), 'Today'],
    [day(5, 11), 'Tomorrow'],
    [day(5, 12), 'May 12'],
    [day(12, 2), 'Dec 2'],
  ])('of %s is %s', (due, label) => {
    expect(dueLabel(due, NOW)).toBe(label);
  });
});

describe('the value of a date field', () => {
  it('becomes the local midnight of its day', () => {
    expect(fromDateField('2030-05-09')).toBe(day(5, 9));
  });

  it('is read back from it', () => {
    expect(toDateField(day(5, 9))).toBe('2030-05-09');
  });

  it('is empty without a date', () => {
    expect(fromDateField('')).toBeNull();
    expect(toDateField(null)).toBe('');
  });
});
