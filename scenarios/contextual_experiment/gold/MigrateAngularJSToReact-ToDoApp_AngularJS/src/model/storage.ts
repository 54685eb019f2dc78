import { isPriority, type Task } from './task';

const STORAGE_KEY = 'daily-tasks';

function isTask(value: unknown): value is Task {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const task = value as Partial<Task>;

  return (
    typeof task.id === 'number' &&
    typeof task.title === 'string' &&
    isPriority(task.priority) &&
    (task.due === null || typeof task.due === 'string') &&
    typeof task.done === 'boolean' &&
    typeof task.createdAt === 'number'
  );
}

/** The saved tasks; none if nothing is saved or what is saved cannot be read. */
export function loadTasks(): readonly Task[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');

    return Array.isArray(saved) ? saved.filter(isTask) : [];
  } catch (error) {
    console.warn('Could not read the saved tasks', error);
    return [];
  }
}

/** Saves the tasks. They stay usable in this tab when the browser refuses, as it does when its quota is used up. */
export function saveTasks(tasks: readonly Task[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(tasks));
  } catch (error) {
    console.warn('Could not save the tasks', error);
  }
}
