import { describe, expect, it } from 'vitest';
import type { Todo } from './todo';
import { todosReducer, type TodosState } from './todosReducer';

function todo(id: number, changes: Partial<Todo> = {}): Todo {
  return { id, title: `Errand ${id}`, priority: 'normal', due: '', done: false, created: id, ...changes };
}

function state(...todos: Todo[]): TodosState {
  return { todos, removed: null };
}

describe('todosReducer', () => {
  it('adds an open errand at the end', () => {
    const { todos } = todosReducer(state(todo(1)), {
      type: 'added',
      todo: { title: 'Water the figs', priority: 'high', due: '2030-01-01' },
      now: 50,
    });

    expect(todos[1]).toEqual({
      id: 50,
      title: 'Water the figs',
      priority: 'high',
      due: '2030-01-01',
      done: false,
      created: 50,
    });
  });

  it('gives two errands of the same millisecond different ids', () => {
    const action = { type: 'added', todo: { title: 'Twice', priority: 'low', due: '' }, now: 7 } as const;
    const { todos } = todosReducer(todosReducer(state(), action), action);

    expect(todos.map(({ id }) => id)).toEqual([7, 8]);
  });

  it('toggles without changing the former state', () => {
    const before = state(todo(1), todo(2));
    const after = todosReducer(before, { type: 'toggled', id: 2 });

    expect(after.todos.map(({ done }) => done)).toEqual([false, true]);
    expect(before.todos[1]?.done).toBe(false);
  });

  it('renames one errand', () => {
    const { todos } = todosReducer(state(todo(1), todo(2)), { type: 'renamed', id: 1, title: 'Renamed' });

    expect(todos.map(({ title }) => title)).toEqual(['Renamed', 'Errand 2']);
  });

  it('brings a removed errand back to its place', () => {
    const before = state(todo(1), todo(2), todo(3));
    const without = todosReducer(before, { type: 'removed', id: 2 });

    expect(without.todos.map(({ id }) => id)).toEqual([1, 3]);
    expect(without.removed).toEqual({ todo: todo(2), index: 1 });
    expect(todosReducer(without, { type: 'removalUndone' })).toEqual(before);
  });

  it('forgets the removed errand when the time is over', () => {
    const without = todosReducer(state(todo(1)), { type: 'removed', id: 1 });

    expect(todosReducer(without, { type: 'undoExpired' })).toEqual(state());
  });

  it('clears the finished errands', () => {
    const before = state(todo(1, { done: true }), todo(2));

    expect(todosReducer(before, { type: 'doneCleared' }).todos).toEqual([todo(2)]);
  });

  it('takes over the errands of another tab', () => {
    expect(todosReducer(state(todo(1)), { type: 'reloaded', todos: [todo(9)] })).toEqual(state(todo(9)));
  });
});
