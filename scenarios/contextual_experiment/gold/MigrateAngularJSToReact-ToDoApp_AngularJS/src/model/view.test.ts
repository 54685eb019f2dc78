import { describe, expect, it } from 'vitest';
import type { Task } from './task';
import { INITIAL_VIEW, type View, visibleTasks } from './view';

const milk: Task = { id: 1, title: 'Milk', priority: 3, due: null, done: false, createdAt: 10 };
const apples: Task = { id: 2, title: 'apples', priority: 1, due: null, done: true, createdAt: 30 };
const bread: Task = { id: 3, title: 'Bread and milk!', priority: 2, due: null, done: false, createdAt: 20 };
const tasks = [apples, milk, bread];

const titles = (view: Partial<View>) => visibleTasks(tasks, { ...INITIAL_VIEW, ...view }).map(({ title }) => title);

describe('visibleTasks', () => {
  it('shows all tasks at first, the oldest first', () => {
    expect(titles({})).toEqual(['Milk', 'Bread and milk!', 'apples']);
  });

  it.each([
    ['newest', ['apples', 'Bread and milk!', 'Milk']],
    ['priority', ['apples', 'Bread and milk!', 'Milk']],
    ['title', ['apples', 'Bread and milk!', 'Milk']],
  ] as const)('sorts by %s', (order, expected) => {
    expect(titles({ order })).toEqual(expected);
  });

  it.each([
    ['open', ['Milk', 'Bread and milk!']],
    ['done', ['apples']],
  ] as const)('shows the tasks that are %s', (status, expected) => {
    expect(titles({ status })).toEqual(expected);
  });

  it.each([
    ['MILK', ['Milk', 'Bread and milk!']],
    [' apples ', ['apples']],
    ['!', ['Bread and milk!']],
    ['!milk', []],
  ])('finds "%s" in titles, letter by letter and whatever the case', (search, expected) => {
    expect(titles({ search })).toEqual(expected);
  });

  it('leaves the given list as it was', () => {
    visibleTasks(tasks, { ...INITIAL_VIEW, order: 'title' });

    expect(tasks).toEqual([apples, milk, bread]);
  });
});
