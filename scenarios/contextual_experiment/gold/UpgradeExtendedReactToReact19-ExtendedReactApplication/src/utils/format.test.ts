import { describe, expect, it } from 'vitest';
import { classNames, formatArea, formatDate, formatDistance, plural } from './format';

describe('formatDate', () => {
  it.each([
    ['2018-05-12', 'Sat 12 May 2018'],
    ['2018-01-01', 'Mon 1 Jan 2018'],
  ])('of %s is "%s"', (text, expected) => {
    expect(formatDate(text)).toBe(expected);
  });
});

describe('formatDistance', () => {
  it.each([
    ['metric', '2.6 km'],
    ['imperial', '1.6 mi'],
  ] as const)('in %s units is "%s"', (units, expected) => {
    expect(formatDistance(2.6, units)).toBe(expected);
  });
});

describe('formatArea', () => {
  it.each([
    ['metric', '42 ha'],
    ['imperial', '104 acres'],
  ] as const)('in %s units is "%s"', (units, expected) => {
    expect(formatArea(42, units)).toBe(expected);
  });
});

describe('plural', () => {
  it.each([
    [0, '0 surveys'],
    [1, '1 survey'],
    [23, '23 surveys'],
  ])('of %i', (count, expected) => {
    expect(plural(count, 'survey')).toBe(expected);
  });
});

describe('classNames', () => {
  it('leaves out what is false or empty', () => {
    expect(classNames('field', false, '', undefined, 'invalid')).toBe('field invalid');
  });
});
