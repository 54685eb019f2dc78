import { createContext, use } from 'react';
import type { Preferences } from '../types';

export const DEFAULT_PREFERENCES: Preferences = { units: 'metric', pageSize: 10, theme: 'light' };

interface PreferencesSource {
  readonly preferences: Preferences;
  readonly setPreferences: (changes: Partial<Preferences>) => void;
}

export const PreferencesContext = createContext<PreferencesSource | null>(null);

/** The preferences and the function that changes some of them. Throws outside of the provider. */
export function usePreferences(): PreferencesSource {
  const source = use(PreferencesContext);

  if (!source) {
    throw new Error('usePreferences needs a PreferencesProvider around it');
  }
  return source;
}
