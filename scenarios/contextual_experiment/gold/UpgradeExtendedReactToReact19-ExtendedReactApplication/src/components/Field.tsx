import type { ComponentProps, ElementType } from 'react';
import { classNames } from '../utils/format';

type ControlName = 'input' | 'select' | 'textarea';

type FieldProps<Name extends ControlName> = Omit<ComponentProps<Name>, 'className'> & {
  readonly as?: Name;
  readonly label: string;
  readonly error?: string;
  readonly hint?: string;
};

/** A label around one control, which gets every other prop, with the error below. */
export function Field<Name extends ControlName = 'input'>({
  as,
  label,
  error = '',
  hint = '',
  ...control
}: FieldProps<Name>) {
  const Control = (as ?? 'input') as ElementType;

  return (
    <label className={classNames('field', error !== '' && 'invalid')}>
      <span className="field-label">{label}</span>
      <Control {...control} aria-invalid={error !== ''} />
      {hint && <span className="field-hint">{hint}</span>}
      {error && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </label>
  );
}
