import { FILTERS, matchesFilter, ORDERS, type Filter, type Order, type Todo } from '../model/todo';

interface FilterBarProps {
  readonly todos: readonly Todo[];
  readonly filter: Filter;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

const ORDER_LABELS: Record<Order, string> = {
  created: 'Oldest first',
  priority: 'By priority',
  due: 'By due date',
};

export function FilterBar({ todos, filter, order, onOrder }: FilterBarProps) {
  const count = (name: Filter) => todos.filter((todo) => matchesFilter(todo, name)).length;

  return (
    <div className="filter-bar">
      <nav aria-label="Filter">
        {FILTERS.map((name) => (
          <a
            key={name}
            href={`#/${name}`}
            className={name === filter ? 'selected' : ''}
            aria-current={name === filter ? 'page' : undefined}
          >
            {name} ({count(name)})
          </a>
        ))}
      </nav>
      <select aria-label="Sort order" value={order} onChange={(event) => onOrder(event.target.value as Order)}>
        {ORDERS.map((name) => (
          <option key={name} value={name}>
            {ORDER_LABELS[name]}
          </option>
        ))}
      </select>
    </div>
  );
}
