import { useEffect, useState } from 'react';
import { load, save } from '../utils/storage';

// useState that is kept in the local storage.
export default function useStoredState(key, initial) {
  const [value, setValue] = useState(() => load(key, initial));

  useEffect(() => {
    save(key, value);
  }, [key, value]);

  return [value, setValue];
}
