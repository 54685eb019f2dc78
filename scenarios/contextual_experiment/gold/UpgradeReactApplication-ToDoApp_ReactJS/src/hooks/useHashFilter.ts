import { useEffect, useState } from 'react';
import { FILTERS, type Filter } from '../model/todo';

/** The filter named by the address, as in `#/open`; an unknown one means all errands. */
function readFilter(): Filter {
  const name = window.location.hash.replace('#/', '');

  return FILTERS.find((filter) => filter === name) ?? 'all';
}

/** The filter of the address; `onChange` (which must be stable) is called whenever the address changes. */
export function useHashFilter(onChange: () => void): Filter {
  const [filter, setFilter] = useState(readFilter);

  useEffect(() => {
    const handleHashChange = () => {
      setFilter(readFilter());
      onChange();
    };

    window.addEventListener('hashchange', handleHashChange);
    return () => window.removeEventListener('hashchange', handleHashChange);
  }, [onChange]);

  return filter;
}
