// Shows the demo, or with ?scene=... a table whose reports can be read in window.reported.
import { useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import App from '../src/App';
import { DataTable, type Column, type SortState } from '../src/components/DataTable';

declare global {
  interface Window {
    reported: unknown[];
  }
}

interface Boat {
  id: string;
  name: string;
  length: number | null;
  launched: Date | null;
  steel: boolean;
}

const BOATS: readonly Boat[] = Object.freeze([
  boat('b1', 'Osprey', 12, '2001-05-03', true),
  boat('b2', 'albatros', 9, null, false),
  boat('b3', 'Éclair', null, '1999-12-24', true),
  boat('b4', 'Zephyr', 9, '2010-02-11', false),
  boat('b5', 'Bora', 101, '1987-07-01', true),
  boat('b6', 'Mistral', 30, '2001-05-02', false),
  boat('b7', 'Föhn', 4, '2020-01-01', false),
]);

function boat(
  id: string, name: string, length: number | null, launched: string | null, steel: boolean,
): Boat {
  return Object.freeze({
    id, name, length, launched: launched ? new Date(`${launched}T12:00:00`) : null, steel,
  });
}

const COLUMNS: readonly Column<Boat>[] = [
  { id: 'name', header: 'Name', accessor: each => each.name, sortable: true },
  { id: 'length', header: 'Length', accessor: each => each.length, sortable: true, align: 'end' },
  { id: 'launched', header: <b>First day</b>, accessor: each => each.launched, sortable: true },
  { id: 'steel', header: 'Steel', accessor: each => each.steel, sortable: true },
  {
    id: 'code', header: 'Code', accessor: each => each.id,
    render: each => <em>{`No. ${each.id}`}</em>,
  },
];

const COMMON = {
  caption: 'Boats',
  columns: COLUMNS,
  getRowId: (each: Boat) => each.id,
  getRowLabel: (each: Boat) => each.name,
  onSortChange: (sort: SortState | null) => report({ sort }),
  onSelectionChange: (selection: readonly string[]) => report({ selection: [...selection] }),
};

function report(what: unknown): void {
  window.reported.push(what);
}

function Shrinking(): ReactNode {
  const [rows, setRows] = useState(BOATS);

  return (
    <>
      <button onClick={() => setRows(BOATS.slice(0, 3))}>Fewer rows</button>
      <DataTable {...COMMON} rows={rows} pageSize={2} />
    </>
  );
}

function Arriving(): ReactNode {
  const [rows, setRows] = useState<readonly Boat[] | null>(null);

  return (
    <>
      <button onClick={() => setRows(BOATS.slice(0, 2))}>First rows</button>
      <button onClick={() => setRows(BOATS)}>More rows</button>
      <DataTable {...COMMON} rows={rows ?? []} loading={rows === null} pageSize={3} selectable />
    </>
  );
}

const SCENES: Record<string, () => ReactNode> = {
  plain: () => <DataTable {...COMMON} rows={BOATS} />,
  pages: () => <DataTable {...COMMON} rows={BOATS} pageSize={3} selectable />,
  selected: () => (
    <DataTable {...COMMON} rows={BOATS} selectable defaultSelectedIds={['b2', 'b7']} pageSize={3} />
  ),
  sorted: () => (
    <DataTable {...COMMON} rows={BOATS} defaultSort={{ columnId: 'name', direction: 'descending' }} />
  ),
  controlled: () => (
    <DataTable
      {...COMMON}
      rows={BOATS}
      selectable
      selectedIds={['b1']}
      sort={{ columnId: 'name', direction: 'ascending' }}
    />
  ),
  shrinking: () => <Shrinking />,
  arriving: () => <Arriving />,
  loading: () => <DataTable {...COMMON} rows={BOATS} selectable loading />,
  error: () => <DataTable {...COMMON} rows={[]} error="The harbour is closed." />,
  retry: () => (
    <DataTable {...COMMON} rows={[]} error="Fog." onRetry={() => report({ retry: true })} />
  ),
  empty: () => <DataTable {...COMMON} rows={[]} selectable />,
  message: () => <DataTable {...COMMON} rows={[]} emptyMessage="No boat in sight" />,
};

window.reported = [];
const scene = new URLSearchParams(window.location.search).get('scene');
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(scene ? SCENES[scene]() : <App />);
}
