import { useTasks } from '../hooks/useTasks';
import { useTaskView } from '../hooks/useTaskView';
import type { Task } from '../model/task';
import { NewTaskForm } from './NewTaskForm';
import { Summary } from './Summary';
import { TaskItem } from './TaskItem';
import { Toolbar } from './Toolbar';

export function App() {
  const [tasks, dispatch] = useTasks();
  const { view, visible, changeView } = useTaskView(tasks);

  const remove = ({ id, title }: Task) => {
    if (window.confirm(`Delete "${title}"?`)) {
      dispatch({ type: 'removed', id });
    }
  };

  return (
    <div className="page">
      <header>
        <h1>Daily Tasks</h1>
        <Summary tasks={tasks} />
      </header>

      <NewTaskForm onAdd={(values) => dispatch({ type: 'added', values, now: Date.now() })} />

      {tasks.length > 0 && (
        <section>
          <Toolbar
            allDone={tasks.every((task) => task.done)}
            onAllDone={(done) => dispatch({ type: 'allMarked', done })}
            view={view}
            onView={changeView}
          />

          <ul className="todos">
            {visible.map((task) => (
              <li key={task.id} className={task.done ? 'done' : undefined}>
                <TaskItem
                  task={task}
                  onToggle={() => dispatch({ type: 'toggled', id: task.id })}
                  onChange={(values) => dispatch({ type: 'changed', id: task.id, values })}
                  onRemove={() => remove(task)}
                />
              </li>
            ))}
          </ul>
          {visible.length === 0 && <p className="empty">No task matches.</p>}

          <footer>
            {visible.length} of {tasks.length} shown{' '}
            {tasks.some((task) => task.done) && (
              <button type="button" className="clear" onClick={() => dispatch({ type: 'doneCleared' })}>
                Clear done
              </button>
            )}
          </footer>
        </section>
      )}

      {tasks.length === 0 && <p className="empty">Your list is empty. Add the first task above.</p>}
      <p className="hint">Double-click a title to edit it, press Esc to leave it as it was.</p>
    </div>
  );
}
