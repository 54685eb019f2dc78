export const SESSION_KEY = 'reedbed.session';
export const PREFERENCES_KEY = 'reedbed.preferences';

/** What is saved under the key; the fallback if there is nothing or it cannot be read. */
export function read<T>(key: string, fallback: T): T {
  try {
    const saved = window.localStorage.getItem(key);

    return saved ? (JSON.parse(saved) as T) : fallback;
  } catch {
    return fallback;
  }
}

/** Saves a value. The page stays usable when the browser refuses, as it does when its quota is used up. */
export function write(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn(`Could not save ${key}`, error);
  }
}

export function remove(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch (error) {
    console.warn(`Could not remove ${key}`, error);
  }
}
