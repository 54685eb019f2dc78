import type { Move } from './navigation';

export interface KeyPress {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

export interface KeyContext {
  open: boolean;
  searchable: boolean;
  multiple: boolean;
  clearable: boolean;
  query: string;
  /** Whether a line of the open list is active. */
  hasActive: boolean;
  /** Number of chosen values. */
  chosenCount: number;
  /** Whether characters typed a moment ago still count for the type-ahead. */
  typing: boolean;
  /** Whether loading has failed, so that Enter can try it again. */
  failed: boolean;
}

export type OpenAt = 'selected' | 'first' | 'last';

export type Command =
  | { type: 'open'; at: OpenAt }
  | { type: 'close' }
  | { type: 'move'; to: Move }
  /** `passOn`: the browser handles the key as well. */
  | { type: 'choose'; passOn: boolean }
  | { type: 'retry' }
  | { type: 'clear' }
  | { type: 'removeLast' }
  | { type: 'typeahead'; character: string };

function arrowDown(press: KeyPress, context: KeyContext): Command | null {
  if (!context.open) return { type: 'open', at: 'selected' };
  return press.altKey ? null : { type: 'move', to: 'next' };
}

function arrowUp(press: KeyPress, context: KeyContext): Command | null {
  if (press.altKey) return context.open ? { type: 'close' } : null;
  return context.open ? { type: 'move', to: 'previous' } : { type: 'open', at: 'last' };
}

/** With a text in the search field, Home and End belong to its caret. */
function homeOrEnd(press: KeyPress, context: KeyContext): Command | null {
  if (context.query) return null;
  const to = press.key === 'Home' ? 'first' : 'last';
  if (context.open) return { type: 'move', to };
  return context.searchable ? null : { type: 'open', at: to };
}

function enter(context: KeyContext): Command | null {
  if (!context.open) return context.searchable ? null : { type: 'open', at: 'selected' };
  if (context.failed) return { type: 'retry' };
  return context.hasActive ? { type: 'choose', passOn: false } : null;
}

function space(context: KeyContext): Command | null {
  if (context.searchable) return null;
  if (context.typing) return { type: 'typeahead', character: ' ' };
  return enter(context);
}

function escape(context: KeyContext): Command | null {
  if (context.open) return { type: 'close' };
  return context.clearable ? { type: 'clear' } : null;
}

function backspace(context: KeyContext): Command | null {
  if (context.query) return null;
  if (context.multiple) return context.chosenCount > 0 ? { type: 'removeLast' } : null;
  return context.clearable ? { type: 'clear' } : null;
}

/** What a key means in a situation; null: nothing, the browser handles it alone. */
export function commandFor(press: KeyPress, context: KeyContext): Command | null {
  switch (press.key) {
    case 'ArrowDown':
      return arrowDown(press, context);
    case 'ArrowUp':
      return arrowUp(press, context);
    case 'Home':
    case 'End':
      return homeOrEnd(press, context);
    case 'PageDown':
      return context.open ? { type: 'move', to: 'pageDown' } : null;
    case 'PageUp':
      return context.open ? { type: 'move', to: 'pageUp' } : null;
    case 'Enter':
      return enter(context);
    case ' ':
      return space(context);
    case 'Escape':
      return escape(context);
    case 'Backspace':
      return backspace(context);
    case 'Tab':
      return context.open && context.hasActive && !context.multiple
        ? { type: 'choose', passOn: true }
        : null;
    default:
      break;
  }
  const printable = press.key.length === 1 && !press.ctrlKey && !press.metaKey && !press.altKey;
  return printable && !context.searchable ? { type: 'typeahead', character: press.key } : null;
}
