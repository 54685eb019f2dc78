import { Field } from '../components/Field';
import { DEFAULT_PREFERENCES, usePreferences } from '../preferences/PreferencesContext';
import { useAppDispatch } from '../store/hooks';
import { notify } from '../store/notices';
import type { Theme, Units } from '../types';

const PAGE_SIZES = [5, 10, 20, 50];

export function SettingsScreen() {
  const { preferences, setPreferences } = usePreferences();
  const dispatch = useAppDispatch();

  const handleReset = () => {
    setPreferences(DEFAULT_PREFERENCES);
    dispatch(notify('info', 'The settings are back to their defaults.'));
  };

  return (
    <div className="settings">
      <h1>Settings</h1>
      <p>Settings are kept in this browser and saved at once.</p>
      <Field
        as="select"
        label="Units"
        value={preferences.units}
        onChange={(event) => setPreferences({ units: event.target.value as Units })}
      >
        <option value="metric">Kilometres and hectares</option>
        <option value="imperial">Miles and acres</option>
      </Field>
      <Field
        as="select"
        label="Theme"
        value={preferences.theme}
        onChange={(event) => setPreferences({ theme: event.target.value as Theme })}
      >
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </Field>
      <Field
        as="select"
        label="Surveys per page"
        value={preferences.pageSize}
        onChange={(event) => setPreferences({ pageSize: Number(event.target.value) })}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </Field>
      <button type="button" onClick={handleReset}>
        Reset to defaults
      </button>
    </div>
  );
}
