import { useCallback, useState } from 'react';

const NO_BREAK_SPACE = '\u00a0';

/** The last announcement, and a function that makes one. A repeated text is made to differ, or it would not be read. */
export function useAnnouncer(): [message: string, announce: (text: string) => void] {
  const [message, setMessage] = useState('');
  const announce = useCallback((text: string) => {
    setMessage((previous) => (previous === text ? text + NO_BREAK_SPACE : text));
  }, []);
  return [message, announce];
}
