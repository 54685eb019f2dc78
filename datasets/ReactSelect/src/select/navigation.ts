import { fold } from './text';
import type { Row } from './types';

export const PAGE_SIZE = 10;

export type Move = 'next' | 'previous' | 'first' | 'last' | 'pageDown' | 'pageUp';

/** Whether the line can be made active and chosen. Headings and disabled options cannot. */
export function isEnabled(row: Row | undefined): boolean {
  if (!row || row.kind === 'group') return false;
  return row.kind !== 'option' || !row.disabled;
}

export function firstEnabled(rows: Row[]): number {
  return rows.findIndex(isEnabled);
}

export function lastEnabled(rows: Row[]): number {
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    if (isEnabled(rows[index])) return index;
  }
  return -1;
}

/** The next enabled line in a direction; behind the last comes the first. */
function step(rows: Row[], from: number, direction: 1 | -1): number {
  for (let distance = 1; distance <= rows.length; distance += 1) {
    const index = (from + direction * distance + rows.length * 2) % rows.length;
    if (isEnabled(rows[index])) return index;
  }
  return -1;
}

/** PAGE_SIZE enabled lines further, but not beyond the ends. */
function page(rows: Row[], from: number, direction: 1 | -1): number {
  let left = PAGE_SIZE;
  let reached = from;
  for (
    let index = from + direction;
    index >= 0 && index < rows.length && left > 0;
    index += direction
  ) {
    if (isEnabled(rows[index])) {
      reached = index;
      left -= 1;
    }
  }
  return reached;
}

/** The index of the line that a move leads to, or -1 if no line is enabled. */
export function move(rows: Row[], from: number, to: Move): number {
  switch (to) {
    case 'next':
      return step(rows, from, 1);
    case 'previous':
      return step(rows, from, -1);
    case 'first':
      return firstEnabled(rows);
    case 'last':
      return lastEnabled(rows);
    case 'pageDown':
      return page(rows, from, 1);
    case 'pageUp':
      return page(rows, from, -1);
  }
}

/** The active line: the one with the key, while it is there and enabled, otherwise the first enabled one. */
export function resolveActive(rows: Row[], key: string | null): number {
  const index = key === null ? -1 : rows.findIndex((row) => row.key === key);
  return index >= 0 && isEnabled(rows[index]) ? index : firstEnabled(rows);
}

/** The next enabled option behind `from`, or from the start again, whose label begins with the text. */
export function findByPrefix(rows: Row[], prefix: string, from: number): number {
  const folded = fold(prefix);
  for (let distance = 0; distance < rows.length; distance += 1) {
    const index = (Math.max(from, 0) + distance) % rows.length;
    const row = rows[index];
    if (row.kind === 'option' && !row.disabled && fold(row.option.label).startsWith(folded))
      return index;
  }
  return -1;
}

/** Where typed characters lead: one character, also repeated, goes on from line to line, a text stays where it fits. */
export function typeaheadTarget(rows: Row[], typed: string, active: number): number {
  const repeated = [...typed].every((character) => character === typed[0]);
  return repeated ? findByPrefix(rows, typed[0], active + 1) : findByPrefix(rows, typed, active);
}
