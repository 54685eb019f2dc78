import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOverdue, matchesFilter, sortTodos, type Todo } from './todo';

function todo(changes: Partial<Todo>): Todo {
  return { id: 1, title: 'Buy nails', priority: 'normal', due: '', done: false, created: 1, ...changes };
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2030-05-10T12:00:00Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('isOverdue', () => {
  it('is true of an open errand that was due before today', () => {
    expect(isOverdue(todo({ due: '2030-05-09' }))).toBe(true);
  });

  it.each([{ due: '2030-05-10' }, { due: '' }, { due: '2030-05-09', done: true }])('is false of %o', (changes) => {
    expect(isOverdue(todo(changes))).toBe(false);
  });
});

describe('matchesFilter', () => {
  it('tells open, done and overdue errands apart', () => {
    const late = todo({ due: '2030-01-01' });
    const done = todo({ done: true });

    expect((['all', 'open', 'done', 'overdue'] as const).map((filter) => matchesFilter(late, filter))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(matchesFilter(done, 'done')).toBe(true);
    expect(matchesFilter(done, 'open')).toBe(false);
  });
});

describe('sortTodos', () => {
  const first = todo({ id: 1, created: 1, priority: 'low', due: '' });
  const second = todo({ id: 2, created: 2, priority: 'high', due: '2031-01-01', done: true });
  const third = todo({ id: 3, created: 3, priority: 'high', due: '2030-12-31' });
  const fourth = todo({ id: 4, created: 4, priority: 'normal', due: '2030-06-01' });
  const ids = (todos: readonly Todo[]) => todos.map(({ id }) => id);

  it('puts finished errands last in every order', () => {
    const todos = [second, fourth, first, third];

    expect(ids(sortTodos(todos, 'created'))).toEqual([1, 3, 4, 2]);
    expect(ids(sortTodos(todos, 'priority'))).toEqual([3, 4, 1, 2]);
    expect(ids(sortTodos(todos, 'due'))).toEqual([4, 3, 1, 2]);
  });

  it('leaves the given list as it was', () => {
    const todos = [third, first];

    sortTodos(todos, 'created');

    expect(ids(todos)).toEqual([3, 1]);
  });
});
