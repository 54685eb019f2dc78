import { ORDERS, type Order, STATUSES, type Status, type View } from '../model/view';

interface ToolbarProps {
  readonly allDone: boolean;
  readonly onAllDone: (done: boolean) => void;
  readonly view: View;
  readonly onView: (changes: Partial<View>) => void;
}

const STATUS_LABELS: Record<Status, string> = { all: 'All', open: 'Open', done: 'Done' };

const ORDER_LABELS: Record<Order, string> = {
  oldest: 'Oldest first',
  newest: 'Newest first',
  priority: 'By priority',
  title: 'By title',
};

export function Toolbar({ allDone, onAllDone, view, onView }: ToolbarProps) {
  return (
    <div className="toolbar">
      <label>
        <input
          type="checkbox"
          className="toggle-all"
          checked={allDone}
          onChange={(event) => onAllDone(event.target.checked)}
        />
        All done
      </label>
      <span className="tabs">
        {STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            className={status === view.status ? 'active' : undefined}
            aria-pressed={status === view.status}
            onClick={() => onView({ status })}
          >
            {STATUS_LABELS[status]}
          </button>
        ))}
      </span>
      <input
        type="search"
        className="search"
        placeholder="Search"
        aria-label="Search in titles"
        value={view.search}
        onChange={(event) => onView({ search: event.target.value })}
      />
      <select
        className="sort"
        aria-label="Order"
        value={view.order}
        onChange={(event) => onView({ order: event.target.value as Order })}
      >
        {ORDERS.map((order) => (
          <option key={order} value={order}>
            {ORDER_LABELS[order]}
          </option>
        ))}
      </select>
    </div>
  );
}
