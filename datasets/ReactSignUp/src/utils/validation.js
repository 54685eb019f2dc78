const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const RULES = {
  fullName: { message: 'Please tell us your name', test: value => value.trim().length > 1 },
  email: { message: 'This is not an email address', test: value => EMAIL.test(value) },
  password: { message: 'Use at least 8 characters with a digit', test: value => /^(?=.*\d).{8,}$/.test(value) },
  confirmation: { message: 'The passwords do not match', test: (value, values) => value === values.password },
  rules: { message: 'You must accept the club rules', test: value => value }
};

export function validateField(name, values) {
  const rule = RULES[name];
  return rule.test(values[name], values) ? '' : rule.message;
}

export function validate(values) {
  return Object.keys(RULES).reduce((errors, name) => ({ ...errors, [name]: validateField(name, values) }), {});
}
