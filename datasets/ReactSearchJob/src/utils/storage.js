const PREFIX = 'next-desk.';

export function read(key, fallback) {
  const text = localStorage.getItem(PREFIX + key);
  return text ? JSON.parse(text) : fallback;
}

export function write(key, value) {
  localStorage.setItem(PREFIX + key, JSON.stringify(value));
}
