import { PRIORITIES, type Todo } from './todo';

function isTodo(value: unknown): value is Todo {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const todo = value as Partial<Todo>;

  return (
    typeof todo.id === 'number' &&
    typeof todo.title === 'string' &&
    PRIORITIES.some((priority) => priority === todo.priority) &&
    typeof todo.due === 'string' &&
    typeof todo.done === 'boolean' &&
    typeof todo.created === 'number'
  );
}

/** The saved errands; none if nothing is saved or what is saved cannot be read. */
export function loadTodos(key: string): Todo[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');

    return Array.isArray(saved) ? saved.filter(isTodo) : [];
  } catch (error) {
    console.warn('Could not read the saved errands', error);
    return [];
  }
}

/** Saves the errands. They stay usable in this tab when the browser refuses, as it does when its quota is used up. */
export function saveTodos(key: string, todos: readonly Todo[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(todos));
  } catch (error) {
    console.warn('Could not save the errands', error);
  }
}
