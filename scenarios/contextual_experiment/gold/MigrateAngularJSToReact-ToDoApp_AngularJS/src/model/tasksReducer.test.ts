import { describe, expect, it } from 'vitest';
import type { Task } from './task';
import { tasksReducer } from './tasksReducer';

function task(id: number, changes: Partial<Task> = {}): Task {
  return { id, title: `Task ${id}`, priority: 2, due: null, done: false, createdAt: id, ...changes };
}

const values = { title: 'Water the figs', priority: 1, due: null } as const;

describe('tasksReducer', () => {
  it('adds an open task at the end', () => {
    const tasks = tasksReducer([task(1)], { type: 'added', values, now: 50 });

    expect(tasks).toEqual([task(1), { ...values, id: 50, done: false, createdAt: 50 }]);
  });

  it('gives two tasks of the same millisecond different ids', () => {
    const once = tasksReducer([], { type: 'added', values, now: 7 });
    const twice = tasksReducer(once, { type: 'added', values, now: 7 });

    expect(twice.map(({ id }) => id)).toEqual([7, 8]);
  });

  it('changes title, priority and due date of one task', () => {
    const tasks = tasksReducer([task(1), task(2, { done: true })], { type: 'changed', id: 2, values });

    expect(tasks).toEqual([task(1), task(2, { ...values, done: true })]);
  });

  it('toggles one task and leaves the former list as it was', () => {
    const before = [task(1), task(2)];

    expect(tasksReducer(before, { type: 'toggled', id: 2 })).toEqual([task(1), task(2, { done: true })]);
    expect(before).toEqual([task(1), task(2)]);
  });

  it.each([true, false])('marks every task as done or not: %s', (done) => {
    const tasks = tasksReducer([task(1), task(2, { done: true })], { type: 'allMarked', done });

    expect(tasks.map((each) => each.done)).toEqual([done, done]);
  });

  it('removes one task', () => {
    expect(tasksReducer([task(1), task(2)], { type: 'removed', id: 1 })).toEqual([task(2)]);
  });

  it('clears the done tasks', () => {
    expect(tasksReducer([task(1, { done: true }), task(2)], { type: 'doneCleared' })).toEqual([task(2)]);
  });
});
