import type { MouseEvent, ReactNode } from 'react';
import { CrossIcon } from './icons';
import type { Messages } from './messages';
import type { Option } from './types';

interface TagsProps {
  options: Option[];
  disabled: boolean;
  messages: Messages;
  renderValue?: (option: Option) => ReactNode;
  onRemove: (option: Option) => void;
}

/** Keeps the focus in the combobox, and the control from opening the list. */
function keepFocus(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

export function Tags({ options, disabled, messages, renderValue, onRemove }: TagsProps) {
  return (
    <ul className="os-tags">
      {options.map((option, index) => (
        <li key={index} className="os-tag">
          <span className="os-tag-label">{renderValue ? renderValue(option) : option.label}</span>
          {!disabled && (
            <button
              type="button"
              className="os-tag-remove"
              tabIndex={-1}
              aria-label={messages.remove(option.label)}
              onMouseDown={keepFocus}
              onClick={(event) => {
                event.stopPropagation();
                onRemove(option);
              }}
            >
              <CrossIcon />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
