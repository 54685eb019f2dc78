import type { Task, TaskValues } from './task';

export type TasksAction =
  | { type: 'added'; values: TaskValues; now: number }
  | { type: 'changed'; id: number; values: TaskValues }
  | { type: 'toggled'; id: number }
  | { type: 'allMarked'; done: boolean }
  | { type: 'removed'; id: number }
  | { type: 'doneCleared' };

export function tasksReducer(tasks: readonly Task[], action: TasksAction): readonly Task[] {
  switch (action.type) {
    case 'added':
      return [...tasks, createTask(tasks, action.values, action.now)];
    case 'changed':
      return tasks.map((task) => (task.id === action.id ? { ...task, ...action.values } : task));
    case 'toggled':
      return tasks.map((task) => (task.id === action.id ? { ...task, done: !task.done } : task));
    case 'allMarked':
      return tasks.map((task) => ({ ...task, done: action.done }));
    case 'removed':
      return tasks.filter((task) => task.id !== action.id);
    case 'doneCleared':
      return tasks.filter((task) => !task.done);
  }
}

/** The id is the time of creation, or the next free number if another task has it. */
function createTask(tasks: readonly Task[], values: TaskValues, now: number): Task {
  const id = tasks.reduce((free, { id: taken }) => Math.max(free, taken + 1), now);

  return { ...values, id, done: false, createdAt: now };
}
