const PREFIX = 'algoscope.';

export function load(key, fallback) {
  const text = localStorage.getItem(PREFIX + key);
  if (!text) {
    return fallback;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    console.log('Could not read ' + key, error);
    return fallback;
  }
}

export function save(key, value) {
  localStorage.setItem(PREFIX + key, JSON.stringify(value));
}
