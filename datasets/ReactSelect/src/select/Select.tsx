import type { FocusEvent } from 'react';
import { Control } from './Control';
import { FormInputs } from './FormInputs';
import { LiveRegion } from './LiveRegion';
import { Popup } from './Popup';
import type { SelectProps } from './types';
import { usePlacement } from './usePlacement';
import { useSelect } from './useSelect';

/** A select for one or several values, with or without a search field. */
export function Select(props: SelectProps) {
  const {
    label,
    hint,
    error,
    className,
    clearable = false,
    required = false,
    placement: preference = 'auto',
    maxListHeight = 288,
    rowHeight = 36,
    virtualFrom = 100,
  } = props;
  const select = useSelect(props);
  const { id, state, messages } = select;
  const placement = usePlacement(select.rootRef, state.open, maxListHeight, preference);
  const listId = `${id}-list`;
  const labelId = `${id}-label`;
  const noteId = `${id}-note`;
  const note = error ?? hint;
  const naming = {
    label: label ? undefined : props['aria-label'],
    labelledBy: label ? labelId : undefined,
  };

  const handleBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) select.close();
  };

  const classes = ['os-root', className];
  if (state.open) classes.push('os-open');
  if (select.disabled) classes.push('os-disabled');
  if (error) classes.push('os-invalid');

  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {label && (
        <div id={labelId} className="os-label" onClick={select.focus}>
          {label}
          {required && <span aria-hidden="true"> *</span>}
        </div>
      )}
      <div ref={select.rootRef} className="os-anchor" onBlur={handleBlur}>
        <Control
          select={select}
          {...naming}
          describedBy={note ? noteId : undefined}
          listId={listId}
          valueId={`${id}-value`}
          placeholder={props.placeholder ?? messages.placeholder}
          clearable={clearable}
          required={required}
          invalid={Boolean(error)}
          renderValue={props.renderValue}
        />
        {state.open && (
          <Popup
            select={select}
            {...naming}
            listId={listId}
            placement={placement}
            rowHeight={rowHeight}
            virtualFrom={virtualFrom}
            renderOption={props.renderOption}
          />
        )}
        <FormInputs
          name={props.name}
          values={select.values}
          multiple={select.multiple}
          required={required}
          disabled={select.disabled}
          onFocus={select.focus}
        />
      </div>
      {note && (
        <div id={noteId} className={error ? 'os-error' : 'os-hint'}>
          {note}
        </div>
      )}
      <LiveRegion select={select} />
    </div>
  );
}
