export const SESSION_KEY = 'reedbed.session';
export const PREFERENCES_KEY = 'reedbed.preferences';

export function read(key, fallback) {
  try {
    const saved = window.localStorage.getItem(key);
    return saved ? JSON.parse(saved) : fallback;
  } catch (error) {
    return fallback;
  }
}

export function write(key, value) {
  window.localStorage.setItem(key, JSON.stringify(value));
}

export function remove(key) {
  window.localStorage.removeItem(key);
}
