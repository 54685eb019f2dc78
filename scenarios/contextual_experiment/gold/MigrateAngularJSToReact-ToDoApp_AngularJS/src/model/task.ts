export const PRIORITIES = [
  { value: 1, name: 'High' },
  { value: 2, name: 'Normal' },
  { value: 3, name: 'Low' },
] as const;

export type Priority = (typeof PRIORITIES)[number]['value'];

/** A task as it is kept in local storage. */
export interface Task {
  readonly id: number;
  readonly title: string;
  readonly priority: Priority;
  /** Midnight, local time, of the day it is due, as an ISO string; null without a due date. */
  readonly due: string | null;
  readonly done: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** What the forms ask for. */
export type TaskValues = Pick<Task, 'title' | 'priority' | 'due'>;

export const DEFAULT_PRIORITY: Priority = 2;
export const MAX_TITLE_LENGTH = 80;

export function isPriority(value: unknown): value is Priority {
  return PRIORITIES.some((priority) => priority.value === value);
}

/** The priority with that number, as the value of a select; the default one if there is none. */
export function toPriority(value: string): Priority {
  const number = Number(value);

  return isPriority(number) ? number : DEFAULT_PRIORITY;
}

export function priorityName(value: Priority): string {
  return PRIORITIES.find((priority) => priority.value === value)?.name ?? '';
}
