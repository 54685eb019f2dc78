export const FILTERS = ['all', 'open', 'done', 'overdue'] as const;
export const PRIORITIES = ['high', 'normal', 'low'] as const;
export const ORDERS = ['created', 'priority', 'due'] as const;

export type Filter = (typeof FILTERS)[number];
export type Priority = (typeof PRIORITIES)[number];
export type Order = (typeof ORDERS)[number];

export interface Todo {
  readonly id: number;
  readonly title: string;
  readonly priority: Priority;
  /** YYYY-MM-DD, or empty without a due date. */
  readonly due: string;
  readonly done: boolean;
  /** Milliseconds since 1970. */
  readonly created: number;
}

/** What the form asks for. */
export type NewTodo = Pick<Todo, 'title' | 'priority' | 'due'>;

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

export function isOverdue(todo: Todo): boolean {
  return !todo.done && todo.due !== '' && todo.due < today();
}

const MATCHERS: Record<Filter, (todo: Todo) => boolean> = {
  all: () => true,
  open: (todo) => !todo.done,
  done: (todo) => todo.done,
  overdue: isOverdue,
};

export function matchesFilter(todo: Todo, filter: Filter): boolean {
  return MATCHERS[filter](todo);
}

/** Errands without a date go to the end. */
function byDue(a: Todo, b: Todo): number {
  if (a.due === '' || b.due === '') {
    return Number(a.due === '') - Number(b.due === '');
  }
  return a.due.localeCompare(b.due);
}

const COMPARATORS: Record<Order, (a: Todo, b: Todo) => number> = {
  created: (a, b) => a.created - b.created,
  priority: (a, b) => PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority),
  due: byDue,
};

/** A sorted copy: finished errands last, each part in the given order. */
export function sortTodos(todos: readonly Todo[], order: Order): Todo[] {
  const compare = COMPARATORS[order];

  return [...todos].sort((a, b) => Number(a.done) - Number(b.done) || compare(a, b));
}
