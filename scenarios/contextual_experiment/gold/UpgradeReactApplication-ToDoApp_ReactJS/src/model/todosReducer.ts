import type { NewTodo, Todo } from './todo';

export interface TodosState {
  readonly todos: readonly Todo[];
  /** The errand that was removed last and its place in the list, while it can be brought back. */
  readonly removed: { readonly todo: Todo; readonly index: number } | null;
}

export type TodosAction =
  | { type: 'added'; todo: NewTodo; now: number }
  | { type: 'toggled'; id: number }
  | { type: 'renamed'; id: number; title: string }
  | { type: 'removed'; id: number }
  | { type: 'removalUndone' }
  | { type: 'undoExpired' }
  | { type: 'doneCleared' }
  | { type: 'reloaded'; todos: readonly Todo[] };

export function todosReducer(state: TodosState, action: TodosAction): TodosState {
  switch (action.type) {
    case 'added':
      return { ...state, todos: [...state.todos, createTodo(state.todos, action.todo, action.now)] };
    case 'toggled':
      return changed(state, action.id, (todo) => ({ ...todo, done: !todo.done }));
    case 'renamed':
      return changed(state, action.id, (todo) => ({ ...todo, title: action.title }));
    case 'removed':
      return withoutTodo(state, action.id);
    case 'removalUndone':
      return withRemovedTodo(state);
    case 'undoExpired':
      return { ...state, removed: null };
    case 'doneCleared':
      return { ...state, todos: state.todos.filter((todo) => !todo.done) };
    case 'reloaded':
      return { ...state, todos: action.todos };
  }
}

/** The id is the time of creation, or the next free number if another errand has it. */
function createTodo(todos: readonly Todo[], todo: NewTodo, now: number): Todo {
  const id = todos.reduce((free, { id: taken }) => Math.max(free, taken + 1), now);

  return { ...todo, id, done: false, created: now };
}

function changed(state: TodosState, id: number, change: (todo: Todo) => Todo): TodosState {
  return { ...state, todos: state.todos.map((todo) => (todo.id === id ? change(todo) : todo)) };
}

function withoutTodo(state: TodosState, id: number): TodosState {
  const index = state.todos.findIndex((todo) => todo.id === id);
  const todo = state.todos[index];

  return todo ? { todos: state.todos.toSpliced(index, 1), removed: { todo, index } } : state;
}

function withRemovedTodo({ todos, removed }: TodosState): TodosState {
  return removed
    ? { todos: todos.toSpliced(removed.index, 0, removed.todo), removed: null }
    : { todos, removed };
}
