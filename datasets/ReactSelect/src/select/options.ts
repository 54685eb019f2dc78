import { fold, queryWords } from './text';
import type { Item, Option, OptionGroup, OptionSource, Row, Value } from './types';

export const CREATE_KEY = 'create';

export function isGroup(entry: Option | OptionGroup): entry is OptionGroup {
  return 'options' in entry;
}

/** A key for a value; the number 1 and the text "1" have different ones. */
export function keyOf(value: Value): string {
  return `${typeof value}:${value}`;
}

/** All options in a flat list, in their order. */
export function toItems(source: OptionSource): Item[] {
  const items: Item[] = [];
  for (const entry of source) {
    if (isGroup(entry)) {
      for (const option of entry.options) {
        const disabled = Boolean(entry.disabled || option.disabled);
        items.push({ option, group: entry.label, disabled });
      }
    } else {
      items.push({ option: entry, group: null, disabled: Boolean(entry.disabled) });
    }
  }
  return items;
}

/** Adds options that are not among the items yet. */
export function withExtra(items: Item[], extra: Option[]): Item[] {
  const known = new Set(items.map((item) => item.option.value));
  const missing = extra.filter((option) => !known.has(option.value));
  return missing.length === 0
    ? items
    : [...items, ...missing.map((option) => ({ option, group: null, disabled: false }))];
}

/** Whether every word is found in the option's label, description or keywords. Without words it fits. */
export function matches(option: Option, words: string[]): boolean {
  const parts = [option.label, option.description ?? '', ...(option.keywords ?? [])];
  const text = fold(parts.join('\n'));
  return words.every((word) => text.includes(word));
}

/** The items that fit the query, in their order. */
export function filterItems(
  items: Item[],
  query: string,
  filter?: (option: Option, query: string) => boolean,
): Item[] {
  const text = query.trim();
  if (!text) return items;
  const words = queryWords(text);
  return items.filter(({ option }) => (filter ? filter(option, text) : matches(option, words)));
}

/** The text that may be created from the query, or null if it is empty or the label of an option already. */
export function creatableText(query: string, items: Item[]): string | null {
  const text = query.trim();
  const folded = fold(text);
  const exists = items.some((item) => fold(item.option.label) === folded);
  return text === '' || exists ? null : text;
}

export interface RowSettings {
  values: readonly Value[];
  limitReached: boolean;
  createText: string | null;
}

/** The lines of the list: the options under their groups' headings, and the one that creates an option. */
export function buildRows(items: Item[], { values, limitReached, createText }: RowSettings): Row[] {
  const rows: Row[] = [];
  let group: string | null = null;
  for (const { option, group: ownGroup, disabled } of items) {
    if (ownGroup !== null && ownGroup !== group) {
      rows.push({ kind: 'group', key: `group:${ownGroup}`, group: ownGroup });
    }
    group = ownGroup;
    const selected = values.includes(option.value);
    rows.push({
      kind: 'option',
      key: keyOf(option.value),
      group,
      option,
      disabled: disabled || (limitReached && !selected),
      selected,
    });
  }
  if (createText !== null && !limitReached) {
    rows.push({ kind: 'create', key: CREATE_KEY, group: null, label: createText });
  }
  return rows;
}
