import { useEffect, useRef } from 'react';

export const TYPEAHEAD_TIMEOUT = 600;

export interface Typeahead {
  /** Adds a character and gives all that have been typed without a pause. */
  push: (character: string) => string;
  isTyping: () => boolean;
  reset: () => void;
}

/** Collects typed characters; after TYPEAHEAD_TIMEOUT milliseconds without one it starts anew. */
export function useTypeahead(): Typeahead {
  const buffer = useRef('');
  const timer = useRef<number | undefined>(undefined);

  useEffect(() => () => window.clearTimeout(timer.current), []);

  const reset = () => {
    window.clearTimeout(timer.current);
    buffer.current = '';
  };

  const push = (character: string) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(reset, TYPEAHEAD_TIMEOUT);
    buffer.current += character;
    return buffer.current;
  };

  return { push, reset, isTyping: () => buffer.current !== '' };
}
