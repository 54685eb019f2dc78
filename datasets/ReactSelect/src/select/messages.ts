/** Every text that the component shows or announces by itself. */
export interface Messages {
  placeholder: string;
  loading: string;
  failed: string;
  retry: string;
  clear: string;
  cleared: string;
  toggle: string;
  empty: (query: string) => string;
  typeMore: (missing: number) => string;
  create: (label: string) => string;
  remove: (label: string) => string;
  results: (count: number) => string;
  chosen: (label: string) => string;
  removed: (label: string) => string;
  limit: (max: number) => string;
  selectedCount: (count: number) => string;
}

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const DEFAULT_MESSAGES: Messages = {
  placeholder: 'Choose…',
  loading: 'Loading…',
  failed: 'The options could not be loaded.',
  retry: 'Try again',
  clear: 'Clear',
  cleared: 'Selection cleared',
  toggle: 'Show options',
  empty: (query) => (query ? `Nothing found for “${query}”` : 'There are no options'),
  typeMore: (missing) => `Type ${plural(missing, 'more character', 'more characters')}`,
  create: (label) => `Create “${label}”`,
  remove: (label) => `Remove ${label}`,
  results: (count) => plural(count, 'option available', 'options available'),
  chosen: (label) => `${label} selected`,
  removed: (label) => `${label} removed`,
  limit: (max) => `No more than ${plural(max, 'option', 'options')} can be selected`,
  selectedCount: (count) => plural(count, 'option selected', 'options selected'),
};

/** The default texts with the given ones in their place. */
export function withDefaults(messages: Partial<Messages> | undefined): Messages {
  return messages ? { ...DEFAULT_MESSAGES, ...messages } : DEFAULT_MESSAGES;
}
