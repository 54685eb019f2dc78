export const OVERSCAN = 5;

export interface RowWindow {
  /** Index of the first rendered line. */
  start: number;
  /** Index behind the last rendered line. */
  end: number;
  /** Height of what is left out above and below, in pixels. */
  before: number;
  after: number;
}

/** The lines in view, and OVERSCAN further ones on either side. */
export function rowWindow(
  count: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
): RowWindow {
  const first = Math.floor(Math.max(scrollTop, 0) / rowHeight);
  const visible = Math.ceil(viewHeight / rowHeight) + 1;
  const start = Math.max(0, Math.min(first - OVERSCAN, count - 1));
  const end = Math.min(count, first + visible + OVERSCAN);
  return { start, end, before: start * rowHeight, after: (count - end) * rowHeight };
}

/** The scroll position nearest to the present one in which the line is in view as a whole. */
export function scrollTopFor(
  index: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
): number {
  const top = index * rowHeight;
  const bottom = top + rowHeight;
  if (top < scrollTop) return top;
  return bottom > scrollTop + viewHeight ? bottom - viewHeight : scrollTop;
}
