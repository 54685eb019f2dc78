import { useEffect, useReducer, useRef, type ActionDispatch } from 'react';
import { loadTodos, saveTodos } from '../model/storage';
import { todosReducer, type TodosAction, type TodosState } from '../model/todosReducer';

const UNDO_TIME_MS = 6000;

function initialState(storageKey: string): TodosState {
  return { todos: loadTodos(storageKey), removed: null };
}

/** The errands, kept in local storage and in step with other tabs. A removal can be undone for six seconds. */
export function useTodos(storageKey: string): [TodosState, ActionDispatch<[TodosAction]>] {
  const [state, dispatch] = useReducer(todosReducer, storageKey, initialState);
  const { todos, removed } = state;
  const saved = useRef(todos);

  useEffect(() => {
    // What was only loaded is not written back: a saved text that could not be read survives until the first change.
    if (saved.current !== todos) {
      saved.current = todos;
      saveTodos(storageKey, todos);
    }
  }, [storageKey, todos]);

  useEffect(() => {
    const handleStorage = (event: StorageEvent) => {
      if (event.key === storageKey) {
        dispatch({ type: 'reloaded', todos: loadTodos(storageKey) });
      }
    };

    window.addEventListener('storage', handleStorage);
    return () => window.removeEventListener('storage', handleStorage);
  }, [storageKey]);

  useEffect(() => {
    if (!removed) {
      return;
    }
    const timer = setTimeout(() => dispatch({ type: 'undoExpired' }), UNDO_TIME_MS);

    return () => clearTimeout(timer);
  }, [removed]);

  return [state, dispatch];
}
