import { useEffect } from 'react';

// Calls handlers[event.key]; keys typed into a field of a form are left alone.
export default function useHotkeys(handlers) {
  useEffect(() => {
    function onKeyDown(event) {
      const { tagName } = event.target;
      if (tagName === 'INPUT' || tagName === 'SELECT' || tagName === 'TEXTAREA') {
        return;
      }
      if (event.ctrlKey || event.altKey || event.metaKey) {
        return;
      }
      const handler = handlers[event.key];
      if (handler) {
        event.preventDefault();
        handler();
      }
    }

    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
