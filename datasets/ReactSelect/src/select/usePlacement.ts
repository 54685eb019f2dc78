import { useLayoutEffect, useState, type RefObject } from 'react';
import { choosePlacement, type Placement } from './placement';
import type { PlacementPreference } from './types';

/** Where the open list goes, measured anew when the window scrolls or changes its size. */
export function usePlacement(
  anchor: RefObject<HTMLElement | null>,
  open: boolean,
  wantedHeight: number,
  preference: PlacementPreference,
): Placement {
  const [placement, setPlacement] = useState<Placement>({
    side: 'bottom',
    maxHeight: wantedHeight,
  });

  useLayoutEffect(() => {
    if (!open) return;
    const measure = () => {
      if (!anchor.current) return;
      const rect = anchor.current.getBoundingClientRect();
      setPlacement(choosePlacement(rect, window.innerHeight, wantedHeight, preference));
    };
    measure();
    window.addEventListener('resize', measure);
    window.addEventListener('scroll', measure, true);
    return () => {
      window.removeEventListener('resize', measure);
      window.removeEventListener('scroll', measure, true);
    };
  }, [anchor, open, wantedHeight, preference]);

  return placement;
}
