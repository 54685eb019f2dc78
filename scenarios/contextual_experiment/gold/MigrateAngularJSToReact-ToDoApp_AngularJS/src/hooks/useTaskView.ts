import { useMemo, useState } from 'react';
import type { Task } from '../model/task';
import { INITIAL_VIEW, type View, visibleTasks } from '../model/view';

interface TaskView {
  readonly view: View;
  readonly visible: readonly Task[];
  readonly changeView: (changes: Partial<View>) => void;
}

/** Status, search and order, which are not saved, and the tasks that they leave. */
export function useTaskView(tasks: readonly Task[]): TaskView {
  const [view, setView] = useState(INITIAL_VIEW);
  const visible = useMemo(() => visibleTasks(tasks, view), [tasks, view]);
  const changeView = (changes: Partial<View>) => setView((current) => ({ ...current, ...changes }));

  return { view, visible, changeView };
}
