import type { ReactNode } from 'react';
import { Listbox } from './Listbox';
import type { Placement } from './placement';
import type { Option, OptionRenderState } from './types';
import type { SelectApi } from './useSelect';

interface PopupProps {
  select: SelectApi;
  listId: string;
  label?: string;
  labelledBy?: string;
  placement: Placement;
  rowHeight: number;
  virtualFrom: number;
  renderOption?: (option: Option, state: OptionRenderState) => ReactNode;
}

/** What is to be said about the list as a whole; empty if its options speak for themselves. */
export function noteOf({ loading, rows, state, messages }: SelectApi): string {
  if (loading.missing > 0) return messages.typeMore(loading.missing);
  if (loading.status === 'failed') return messages.failed;
  if (rows.length > 0) return '';
  return loading.status === 'loading' ? messages.loading : messages.empty(state.query.trim());
}

export function Popup(props: PopupProps) {
  const { select, placement } = props;
  const note = noteOf(select);

  return (
    <div
      className={`os-popup os-popup-${placement.side}`}
      onMouseDown={(event) => {
        event.preventDefault();
      }}
    >
      <Listbox
        id={props.listId}
        label={props.label}
        labelledBy={props.labelledBy}
        rows={select.rows}
        activeIndex={select.activeIndex}
        multiple={select.multiple}
        busy={select.loading.status === 'loading'}
        query={select.state.query}
        maxHeight={placement.maxHeight}
        rowHeight={props.rowHeight}
        virtualFrom={props.virtualFrom}
        messages={select.messages}
        renderOption={props.renderOption}
        onChoose={select.choose}
        onActivate={select.activate}
      />
      {note && (
        <div className="os-note">
          {note}
          {select.loading.status === 'failed' && (
            <button type="button" className="os-retry" tabIndex={-1} onClick={select.loading.retry}>
              {select.messages.retry}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
