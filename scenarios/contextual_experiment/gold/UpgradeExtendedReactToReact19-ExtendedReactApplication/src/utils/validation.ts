import type { FieldErrors } from '../types';

interface PatternRule {
  readonly pattern: RegExp;
  readonly message: string;
}

interface RangeRule {
  readonly min: number;
  readonly max: number;
  readonly message: string;
}

export type Rule = PatternRule | RangeRule;

const TIME: Rule = { pattern: /^([01]\d|2[0-3]):[0-5]\d$/, message: 'Enter a time such as 06:30' };

export const NOTE_LENGTH = 500;

export const SURVEY_RULES = {
  title: { pattern: /^.{3,60}$/, message: 'The title needs 3 to 60 characters' },
  siteId: { pattern: /./, message: 'Choose a site' },
  date: { pattern: /^\d{4}-\d\d-\d\d$/, message: 'Enter a date' },
  start: TIME,
  distance: { min: 0.1, max: 30, message: 'Between 0.1 and 30 km' },
  places: { pattern: /^([1-9]|1\d|20)$/, message: 'Between 1 and 20 people' },
  note: { pattern: new RegExp(`^[^]{0,${NOTE_LENGTH}}$`), message: `At most ${NOTE_LENGTH} characters` },
} satisfies Record<string, Rule>;

export const SIGHTING_RULES = {
  species: { pattern: /^.{2,}$/, message: 'Which species was it?' },
  count: { min: 1, max: 5000, message: 'A number from 1 to 5000' },
  time: TIME,
} satisfies Record<string, Rule>;

export const LOGIN_RULES = {
  email: { pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: 'Enter your email address' },
  password: { pattern: /./, message: 'Enter your password' },
} satisfies Record<string, Rule>;

/** The message for one value, or '' when it is fine. Space around a value does not count. */
export function check(rule: Rule, value: string): string {
  const text = value.trim();
  const valid =
    'pattern' in rule ? rule.pattern.test(text) : Number(text) >= rule.min && Number(text) <= rule.max;

  return valid ? '' : rule.message;
}

/** The messages of all fields with a problem; the others are no part of the result. */
export function validate<Name extends string>(
  rules: Readonly<Record<Name, Rule>>,
  values: Readonly<Record<Name, string>>,
): FieldErrors {
  const names = Object.keys(rules) as Name[];
  const messages = names.map((name) => [name, check(rules[name], values[name])] as const);

  return Object.fromEntries(messages.filter(([, message]) => message !== ''));
}

export function hasErrors(errors: FieldErrors): boolean {
  return Object.keys(errors).length > 0;
}
