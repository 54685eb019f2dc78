import { type RefObject, useEffect } from 'react';

/** Calls the handler for each click outside of the element, as long as it is active. */
export function useOutsideClick(element: RefObject<HTMLElement | null>, active: boolean, handler: () => void): void {
  useEffect(() => {
    if (!active) {
      return;
    }
    const handleClick = (event: MouseEvent) => {
      if (!element.current?.contains(event.target as Node)) {
        handler();
      }
    };

    document.addEventListener('click', handleClick);
    return () => document.removeEventListener('click', handleClick);
  }, [element, active, handler]);
}
