import { type ReactNode, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import type { Preferences } from '../types';
import { PREFERENCES_KEY, read, write } from '../utils/storage';
import { DEFAULT_PREFERENCES, PreferencesContext } from './PreferencesContext';

interface PreferencesProviderProps {
  readonly children: ReactNode;
}

function savedPreferences(): Preferences {
  return { ...DEFAULT_PREFERENCES, ...read<Partial<Preferences>>(PREFERENCES_KEY, {}) };
}

export function PreferencesProvider({ children }: PreferencesProviderProps) {
  const [preferences, setState] = useState(savedPreferences);

  const setPreferences = useCallback(
    (changes: Partial<Preferences>) => {
      const changed = { ...preferences, ...changes };
      write(PREFERENCES_KEY, changed);
      setState(changed);
    },
    [preferences],
  );

  useLayoutEffect(() => {
    document.body.className = `theme-${preferences.theme}`;
  }, [preferences.theme]);

  const source = useMemo(() => ({ preferences, setPreferences }), [preferences, setPreferences]);

  return <PreferencesContext value={source}>{children}</PreferencesContext>;
}
