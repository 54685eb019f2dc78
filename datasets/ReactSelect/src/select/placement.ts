import type { PlacementPreference } from './types';

/** Pixels between the list and the edge of the window, and between the list and the control. */
export const MARGIN = 8;

/** The list does not become lower than this, even where there is less room. */
export const MIN_LIST_HEIGHT = 120;

export interface Placement {
  side: 'top' | 'bottom';
  maxHeight: number;
}

interface Anchor {
  top: number;
  bottom: number;
}

/** Below the control if the list fits there or has more room there than above; as wanted if a side is wanted. */
export function choosePlacement(
  anchor: Anchor,
  windowHeight: number,
  wantedHeight: number,
  preference: PlacementPreference,
): Placement {
  const above = anchor.top - MARGIN * 2;
  const below = windowHeight - anchor.bottom - MARGIN * 2;
  const fits = below >= wantedHeight || below >= above;
  const side = preference === 'auto' ? (fits ? 'bottom' : 'top') : preference;
  const room = side === 'bottom' ? below : above;
  return { side, maxHeight: Math.min(wantedHeight, Math.max(room, MIN_LIST_HEIGHT)) };
}
