import { describe, expect, it } from 'vitest';
import { check, LOGIN_RULES, SIGHTING_RULES, SURVEY_RULES, validate } from './validation';

describe('check', () => {
  it.each([
    [SURVEY_RULES.title, 'Owl'],
    [SURVEY_RULES.title, 'x'.repeat(60)],
    [SURVEY_RULES.date, '2018-05-12'],
    [SURVEY_RULES.start, '23:59'],
    [SURVEY_RULES.distance, '0.1'],
    [SURVEY_RULES.distance, '30'],
    [SURVEY_RULES.places, '20'],
    [SURVEY_RULES.note, 'line\nline'],
    [SIGHTING_RULES.count, ' 5000 '],
    [LOGIN_RULES.email, 'pat@example.org'],
  ])('has nothing to say about a value within the rule ($message): %s', (rule, value) => {
    expect(check(rule, value)).toBe('');
  });

  it.each([
    [SURVEY_RULES.title, '  Ow  '],
    [SURVEY_RULES.title, 'x'.repeat(61)],
    [SURVEY_RULES.siteId, ' '],
    [SURVEY_RULES.start, '24:00'],
    [SURVEY_RULES.distance, '30.1'],
    [SURVEY_RULES.distance, ''],
    [SURVEY_RULES.places, '0'],
    [SURVEY_RULES.places, '2.5'],
    [SURVEY_RULES.note, 'x'.repeat(501)],
    [SIGHTING_RULES.species, 'x'],
    [SIGHTING_RULES.count, '5001'],
    [LOGIN_RULES.email, 'pat@example'],
  ])('gives the message of the rule ($message): %s', (rule, value) => {
    expect(check(rule, value)).toBe(rule.message);
  });
});

describe('validate', () => {
  it('names the fields with a problem and no others', () => {
    expect(validate(LOGIN_RULES, { email: 'pat', password: 'secret' })).toEqual({ email: 'Enter your email address' });
  });

  it('is empty when all is well', () => {
    expect(validate(LOGIN_RULES, { email: 'pat@example.org', password: 'secret' })).toEqual({});
  });
});
