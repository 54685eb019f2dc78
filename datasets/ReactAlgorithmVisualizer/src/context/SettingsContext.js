import React, { createContext, useEffect, useReducer } from 'react';
import PropTypes from 'prop-types';
import { load, save } from '../utils/storage';

export const DEFAULTS = {
  theme: 'light',
  contrast: false,
  speed: 5,
  showCode: true,
  keepHistory: true
};

export const MAX_SPEED = 10;

const SettingsContext = createContext({ settings: DEFAULTS, change: () => {} });

function reducer(settings, action) {
  switch (action.type) {
    case 'change':
      return { ...settings, ...action.values };
    case 'faster':
      return { ...settings, speed: Math.min(MAX_SPEED, settings.speed + 1) };
    case 'slower':
      return { ...settings, speed: Math.max(1, settings.speed - 1) };
    case 'reset':
      return DEFAULTS;
    default:
      return settings;
  }
}

// Milliseconds between two steps: 1500 at speed 1, 60 at speed 5, 15 at speed 10.
export function delayFor(speed) {
  return Math.round(1500 / (speed * speed));
}

export function SettingsProvider({ children }) {
  const [settings, dispatch] = useReducer(reducer, { ...DEFAULTS, ...load('settings', {}) });

  useEffect(() => {
    save('settings', settings);
  }, [settings]);

  const value = {
    settings,
    change: values => dispatch({ type: 'change', values }),
    faster: () => dispatch({ type: 'faster' }),
    slower: () => dispatch({ type: 'slower' }),
    reset: () => dispatch({ type: 'reset' })
  };

  return <SettingsContext.Provider value={value}>{children}</SettingsContext.Provider>;
}

SettingsProvider.propTypes = {
  children: PropTypes.node.isRequired
};

export default SettingsContext;
