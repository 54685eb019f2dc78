import type { ReactNode } from 'react';
import { Highlight } from './Highlight';
import { CheckIcon } from './icons';
import type { Messages } from './messages';
import type { Option, OptionRenderState, Row } from './types';

export interface ListRowProps {
  row: Row;
  id: string;
  active: boolean;
  height: number;
  position: number;
  count: number;
  query: string;
  messages: Messages;
  renderOption?: (option: Option, state: OptionRenderState) => ReactNode;
  onChoose: () => void;
  onActivate: () => void;
}

function OptionContent({ option, query }: { option: Option; query: string }) {
  return (
    <span className="os-option-text">
      <span className="os-option-label">
        <Highlight text={option.label} query={query} />
      </span>
      {option.description && (
        <span className="os-option-description">
          <Highlight text={option.description} query={query} />
        </span>
      )}
    </span>
  );
}

function contentOf({ row, active, query, messages, renderOption }: ListRowProps): ReactNode {
  switch (row.kind) {
    case 'group':
      return row.group;
    case 'create':
      return messages.create(row.label);
    case 'option': {
      const { option, selected, disabled } = row;
      if (renderOption) return renderOption(option, { active, selected, disabled, query });
      return <OptionContent option={option} query={query} />;
    }
  }
}

export function ListRow(props: ListRowProps) {
  const { row, id, active, height, position, count, onChoose, onActivate } = props;
  if (row.kind === 'group') {
    return (
      <div role="presentation" className="os-group-label" style={{ height }}>
        {contentOf(props)}
      </div>
    );
  }
  const selected = row.kind === 'option' && row.selected;
  const disabled = row.kind === 'option' && row.disabled;
  const classes = ['os-option', `os-option-${row.kind}`];
  if (active) classes.push('os-option-active');
  if (selected) classes.push('os-option-selected');
  if (disabled) classes.push('os-option-disabled');

  return (
    <div
      role="option"
      id={id}
      className={classes.join(' ')}
      style={{ height }}
      aria-selected={selected}
      aria-disabled={disabled}
      aria-posinset={position}
      aria-setsize={count}
      onClick={onChoose}
      onMouseMove={active ? undefined : onActivate}
    >
      {contentOf(props)}
      {selected && <CheckIcon />}
    </div>
  );
}
