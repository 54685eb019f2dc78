import type { Value } from './types';

interface FormInputsProps {
  name?: string;
  values: readonly Value[];
  multiple: boolean;
  required: boolean;
  disabled: boolean;
  onFocus: () => void;
}

/**
 * What a form sees of the select: a hidden input for each value (in a single select without a value an empty one),
 * and, if a value is required, a text input that the browser's validation can point at.
 */
export function FormInputs({
  name,
  values,
  multiple,
  required,
  disabled,
  onFocus,
}: FormInputsProps) {
  const sent: readonly Value[] = values.length === 0 && !multiple ? [''] : values;

  return (
    <>
      {name !== undefined &&
        sent.map((value) => (
          <input key={value} type="hidden" name={name} value={value} disabled={disabled} />
        ))}
      {required && (
        <input
          type="text"
          className="os-required"
          tabIndex={-1}
          aria-hidden="true"
          autoComplete="off"
          required
          disabled={disabled}
          value={values.length > 0 ? 'chosen' : ''}
          onChange={() => undefined}
          onFocus={onFocus}
        />
      )}
    </>
  );
}
