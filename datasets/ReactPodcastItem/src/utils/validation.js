const RULES = {
  name: { pattern: /^.{2,40}$/, message: 'Your name needs 2 to 40 characters' },
  stars: { pattern: /^[1-5]$/, message: 'Choose 1 to 5 stars' },
  text: { pattern: /^[^]{20,400}$/, message: 'Write 20 to 400 characters' }
};

export function validate(values) {
  const errors = {};
  Object.keys(RULES).forEach(name => {
    if (!RULES[name].pattern.test(values[name].trim())) {
      errors[name] = RULES[name].message;
    }
  });
  return errors;
}
