import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ListRow } from './ListRow';
import type { Messages } from './messages';
import type { Option, OptionRenderState, Row } from './types';
import { rowWindow, scrollTopFor } from './virtual';

interface ListboxProps {
  id: string;
  labelledBy?: string;
  label?: string;
  rows: Row[];
  activeIndex: number;
  multiple: boolean;
  busy: boolean;
  query: string;
  maxHeight: number;
  rowHeight: number;
  virtualFrom: number;
  messages: Messages;
  renderOption?: (option: Option, state: OptionRenderState) => ReactNode;
  onChoose: (index: number) => void;
  onActivate: (row: Row) => void;
}

interface Section {
  group: string | null;
  first: number;
  rows: Row[];
}

/** Neighbouring lines of one group in a section each; `first` is the index of a section's first line. */
function sectionsOf(rows: Row[], start: number, end: number): Section[] {
  const sections: Section[] = [];
  for (let index = start; index < end; index += 1) {
    const row = rows[index];
    const last = sections[sections.length - 1];
    if (last && last.group === row.group) {
      last.rows.push(row);
    } else {
      sections.push({ group: row.group, first: index, rows: [row] });
    }
  }
  return sections;
}

/** For each line its number among those that are options, from 1 on. */
function positionsOf(rows: Row[]): number[] {
  let position = 0;
  return rows.map((row) => (row.kind === 'group' ? position : (position += 1)));
}

export function Listbox(props: ListboxProps) {
  const { id, rows, activeIndex, rowHeight, maxHeight, virtualFrom } = props;
  const listRef = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const positions = useMemo(() => positionsOf(rows), [rows]);
  const count = positions[positions.length - 1] ?? 0;
  const viewHeight = Math.min(maxHeight, rows.length * rowHeight);
  const isVirtual = rows.length > virtualFrom;
  const { start, end, before, after } = isVirtual
    ? rowWindow(rows.length, rowHeight, scrollTop, viewHeight)
    : { start: 0, end: rows.length, before: 0, after: 0 };

  useLayoutEffect(() => {
    const list = listRef.current;
    if (!list || activeIndex < 0) return;
    list.scrollTop = scrollTopFor(activeIndex, rowHeight, list.scrollTop, viewHeight);
    setScrollTop(list.scrollTop);
  }, [activeIndex, rowHeight, viewHeight]);

  const renderRow = (row: Row, index: number) => (
    <ListRow
      key={row.key}
      row={row}
      id={`${id}-${index}`}
      active={index === activeIndex}
      height={rowHeight}
      position={positions[index]}
      count={count}
      query={props.query}
      messages={props.messages}
      renderOption={props.renderOption}
      onChoose={() => props.onChoose(index)}
      onActivate={() => props.onActivate(row)}
    />
  );

  return (
    <div
      ref={listRef}
      id={id}
      role="listbox"
      className="os-list"
      style={{ maxHeight }}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-multiselectable={props.multiple}
      aria-busy={props.busy}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      {before > 0 && <div role="presentation" style={{ height: before }} />}
      {sectionsOf(rows, start, end).map((section) => {
        const lines = section.rows.map((row, offset) => renderRow(row, section.first + offset));
        return section.group === null ? (
          lines
        ) : (
          <div key={`${section.group}-${section.first}`} role="group" aria-label={section.group}>
            {lines}
          </div>
        );
      })}
      {after > 0 && <div role="presentation" style={{ height: after }} />}
    </div>
  );
}
