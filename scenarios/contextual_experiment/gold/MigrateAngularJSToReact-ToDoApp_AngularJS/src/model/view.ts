import type { Task } from './task';

export const STATUSES = ['all', 'open', 'done'] as const;
export const ORDERS = ['oldest', 'newest', 'priority', 'title'] as const;

export type Status = (typeof STATUSES)[number];
export type Order = (typeof ORDERS)[number];

/** Which tasks are shown, and in which order. */
export interface View {
  readonly status: Status;
  readonly search: string;
  readonly order: Order;
}

export const INITIAL_VIEW: View = { status: 'all', search: '', order: 'oldest' };

const MATCHERS: Record<Status, (task: Task) => boolean> = {
  all: () => true,
  open: (task) => !task.done,
  done: (task) => task.done,
};

const COMPARATORS: Record<Order, (a: Task, b: Task) => number> = {
  oldest: (a, b) => a.createdAt - b.createdAt,
  newest: (a, b) => b.createdAt - a.createdAt,
  priority: (a, b) => a.priority - b.priority,
  title: (a, b) => compareTexts(a.title.toLowerCase(), b.title.toLowerCase()),
};

function compareTexts(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

function matchesSearch(task: Task, search: string): boolean {
  return task.title.toLowerCase().includes(search.trim().toLowerCase());
}

/** The tasks that the view shows, as a new list in the view's order. */
export function visibleTasks(tasks: readonly Task[], { status, search, order }: View): Task[] {
  return tasks
    .filter((task) => MATCHERS[status](task) && matchesSearch(task, search))
    .sort(COMPARATORS[order]);
}
