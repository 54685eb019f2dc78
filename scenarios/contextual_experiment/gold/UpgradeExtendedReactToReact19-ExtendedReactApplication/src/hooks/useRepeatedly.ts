import { useEffect } from 'react';

/** Runs the action at once and then every `interval` ms, anew whenever the action is another one. */
export function useRepeatedly(action: () => void, interval: number): void {
  useEffect(() => {
    action();
    const timer = window.setInterval(action, interval);

    return () => window.clearInterval(timer);
  }, [action, interval]);
}
