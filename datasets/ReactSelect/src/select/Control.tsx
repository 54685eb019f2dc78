import type { MouseEvent, ReactNode } from 'react';
import { ArrowIcon, CrossIcon, Spinner } from './icons';
import { Tags } from './Tags';
import type { Option } from './types';
import type { SelectApi } from './useSelect';

interface ControlProps {
  select: SelectApi;
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  listId: string;
  valueId: string;
  placeholder: string;
  clearable: boolean;
  required: boolean;
  invalid: boolean;
  renderValue?: (option: Option) => ReactNode;
}

/** The closed part of the select: tags or value, the combobox itself, and the buttons. */
export function Control(props: ControlProps) {
  const { select, listId, valueId, renderValue } = props;
  const { state, multiple, searchable, disabled, chosen, messages, activeIndex } = select;
  const single = multiple ? undefined : chosen[0];
  const showsPlaceholder = chosen.length === 0 && !state.query;

  const handleMouseDown = (event: MouseEvent) => {
    if (event.target !== select.comboRef.current || !searchable) event.preventDefault();
  };

  const handleClick = (event: MouseEvent) => {
    if (disabled) return;
    select.focus();
    if (!state.open) {
      select.open('selected');
    } else if (!searchable || event.target !== select.comboRef.current) {
      select.close();
    }
  };

  const combobox = {
    id: select.id,
    role: 'combobox',
    'aria-expanded': state.open,
    'aria-haspopup': 'listbox',
    'aria-controls': state.open ? listId : undefined,
    'aria-activedescendant': activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined,
    'aria-label': props.label,
    'aria-labelledby': props.labelledBy,
    'aria-required': props.required,
    'aria-invalid': props.invalid,
    onKeyDown: select.handleKeyDown,
  } as const;

  const value = single && (
    <span id={valueId} className="os-value">
      {renderValue ? renderValue(single) : single.label}
    </span>
  );

  return (
    <div className="os-control" onMouseDown={handleMouseDown} onClick={handleClick}>
      <div className="os-content">
        {multiple && chosen.length > 0 && (
          <Tags
            options={chosen}
            disabled={disabled}
            messages={messages}
            renderValue={renderValue}
            onRemove={select.remove}
          />
        )}
        {searchable ? (
          <>
            {!state.query && value}
            <input
              {...combobox}
              ref={(node) => {
                select.comboRef.current = node;
              }}
              type="text"
              className="os-input"
              autoComplete="off"
              spellCheck={false}
              aria-autocomplete="list"
              aria-describedby={
                [single && !state.query ? valueId : '', props.describedBy]
                  .filter(Boolean)
                  .join(' ') || undefined
              }
              disabled={disabled}
              placeholder={showsPlaceholder ? props.placeholder : undefined}
              value={state.query}
              onChange={(event) => select.search(event.target.value)}
            />
          </>
        ) : (
          <div
            {...combobox}
            ref={(node) => {
              select.comboRef.current = node;
            }}
            className="os-button"
            tabIndex={disabled ? -1 : 0}
            aria-disabled={disabled}
            aria-describedby={props.describedBy}
          >
            {value}
            {multiple && chosen.length > 0 && (
              <span className="os-hidden">{messages.selectedCount(chosen.length)}</span>
            )}
            {showsPlaceholder && <span className="os-placeholder">{props.placeholder}</span>}
          </div>
        )}
      </div>
      {state.open && select.loading.status === 'loading' && <Spinner />}
      {props.clearable && !disabled && chosen.length > 0 && (
        <button
          type="button"
          className="os-clear"
          tabIndex={-1}
          aria-label={messages.clear}
          onClick={(event) => {
            event.stopPropagation();
            select.clear();
            select.focus();
          }}
        >
          <CrossIcon />
        </button>
      )}
      <button
        type="button"
        className="os-toggle"
        tabIndex={-1}
        aria-label={messages.toggle}
        disabled={disabled}
      >
        <ArrowIcon up={state.open} />
      </button>
    </div>
  );
}
