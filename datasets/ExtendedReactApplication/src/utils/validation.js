const TIME = { pattern: /^([01]\d|2[0-3]):[0-5]\d$/, message: 'Enter a time such as 06:30' };

export const NOTE_LENGTH = 500;

export const SURVEY_RULES = {
  title: { pattern: /^.{3,60}$/, message: 'The title needs 3 to 60 characters' },
  siteId: { pattern: /./, message: 'Choose a site' },
  date: { pattern: /^\d{4}-\d\d-\d\d$/, message: 'Enter a date' },
  start: TIME,
  distance: { min: 0.1, max: 30, message: 'Between 0.1 and 30 km' },
  places: { pattern: /^([1-9]|1\d|20)$/, message: 'Between 1 and 20 people' },
  note: { pattern: /^[^]{0,500}$/, message: 'At most 500 characters' }
};

export const SIGHTING_RULES = {
  species: { pattern: /^.{2,}$/, message: 'Which species was it?' },
  count: { min: 1, max: 5000, message: 'A number from 1 to 5000' },
  time: TIME
};

export const LOGIN_RULES = {
  email: { pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: 'Enter your email address' },
  password: { pattern: /./, message: 'Enter your password' }
};

// The message for one value, or '' when it is fine. Space around a value does not count.
export function check(rule, value) {
  const text = value.trim();
  const valid = rule.pattern
    ? rule.pattern.test(text)
    : Number(text) >= rule.min && Number(text) <= rule.max;
  return valid ? '' : rule.message;
}

// Only the fields with a problem are part of the result.
export function validate(rules, values) {
  const errors = {};
  Object.keys(rules).forEach(name => {
    const message = check(rules[name], values[name]);
    if (message) {
      errors[name] = message;
    }
  });
  return errors;
}
