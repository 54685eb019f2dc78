import type { MultiSelectProps, Option, SelectProps, Value } from './types';

/** A list of values from what `value` and `defaultValue` can be; undefined stays undefined. */
export function toValues(
  value: Value | null | readonly Value[] | undefined,
): readonly Value[] | undefined {
  if (value === undefined) return undefined;
  if (value === null) return [];
  return typeof value === 'object' ? value : [value];
}

export function isMultiple(props: SelectProps): props is MultiSelectProps {
  return props.multiple === true;
}

/** Calls `onChange` with one value or with the list of them, as the kind of select demands. */
export function emitChange(props: SelectProps, values: Value[], options: Option[]): void {
  if (isMultiple(props)) {
    props.onChange?.(values, options);
  } else {
    props.onChange?.(values[0] ?? null, options[0] ?? null);
  }
}
