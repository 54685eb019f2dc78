import { type ActionDispatch, useEffect, useReducer, useRef } from 'react';
import { loadTasks, saveTasks } from '../model/storage';
import type { Task } from '../model/task';
import { type TasksAction, tasksReducer } from '../model/tasksReducer';

/** The tasks, written to local storage with every change. */
export function useTasks(): [readonly Task[], ActionDispatch<[TasksAction]>] {
  const [tasks, dispatch] = useReducer(tasksReducer, undefined, loadTasks);
  const saved = useRef(tasks);

  useEffect(() => {
    // What was only loaded is not written back: a saved text that could not be read survives until the first change.
    if (saved.current !== tasks) {
      saved.current = tasks;
      saveTasks(tasks);
    }
  }, [tasks]);

  return [tasks, dispatch];
}
