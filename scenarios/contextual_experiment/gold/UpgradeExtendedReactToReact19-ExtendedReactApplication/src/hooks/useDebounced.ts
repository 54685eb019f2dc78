import { useCallback, useEffect, useRef } from 'react';

/** A function that calls the newest `callback` when it was not called again for `delay` ms. Unmounting drops the call. */
export function useDebounced<Value>(callback: (value: Value) => void, delay: number): (value: Value) => void {
  const newest = useRef(callback);
  const timer = useRef<number>(undefined);

  useEffect(() => {
    newest.current = callback;
  }, [callback]);

  useEffect(() => () => window.clearTimeout(timer.current), []);

  return useCallback(
    (value: Value) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => newest.current(value), delay);
    },
    [delay],
  );
}
