import { useEffect, useRef, type RefObject } from 'react';

/** Calls back when the form around the element is reset. */
export function useFormReset(element: RefObject<HTMLElement | null>, onReset: () => void): void {
  const latest = useRef(onReset);
  latest.current = onReset;

  useEffect(() => {
    const form = element.current?.closest('form');
    if (!form) return;
    const handleReset = () => latest.current();
    form.addEventListener('reset', handleReset);
    return () => form.removeEventListener('reset', handleReset);
  }, [element]);
}
