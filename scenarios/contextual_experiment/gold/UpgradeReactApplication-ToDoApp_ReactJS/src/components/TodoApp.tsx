import { useCallback, useState } from 'react';
import { useHashFilter } from '../hooks/useHashFilter';
import { useTodos } from '../hooks/useTodos';
import { matchesFilter, sortTodos, type NewTodo, type Order } from '../model/todo';
import { FilterBar } from './FilterBar';
import { Footer } from './Footer';
import { TodoForm } from './TodoForm';
import { TodoItem } from './TodoItem';
import { UndoNotice } from './UndoNotice';

interface TodoAppProps {
  readonly storageKey: string;
}

export function TodoApp({ storageKey }: TodoAppProps) {
  const [{ todos, removed }, dispatch] = useTodos(storageKey);
  const [order, setOrder] = useState<Order>('created');
  const [editing, setEditing] = useState<number | null>(null);
  const stopEditing = useCallback(() => setEditing(null), []);
  const filter = useHashFilter(stopEditing);

  const shown = sortTodos(todos, order).filter((todo) => matchesFilter(todo, filter));

  const addTodo = (todo: NewTodo) => dispatch({ type: 'added', todo, now: Date.now() });

  const saveTodo = (id: number, title: string) => {
    dispatch({ type: 'renamed', id, title });
    stopEditing();
  };

  const removeTodo = (id: number) => {
    dispatch({ type: 'removed', id });
    stopEditing();
  };

  const clearDone = () => {
    if (window.confirm('Remove all finished errands?')) {
      dispatch({ type: 'doneCleared' });
    }
  };

  return (
    <div className="app">
      <header className="header">
        <h1>Errand book</h1>
        <p>Everything is kept in this browser.</p>
      </header>
      <TodoForm onAdd={addTodo} />
      <FilterBar todos={todos} filter={filter} order={order} onOrder={setOrder} />
      <ul className="todos">
        {shown.map((todo) => (
          <TodoItem
            key={todo.id}
            todo={todo}
            editing={editing === todo.id}
            onToggle={() => dispatch({ type: 'toggled', id: todo.id })}
            onEdit={() => setEditing(todo.id)}
            onSave={(title) => saveTodo(todo.id, title)}
            onCancel={stopEditing}
            onRemove={() => removeTodo(todo.id)}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className="empty">Nothing to show here.</p>}
      {removed && <UndoNotice title={removed.todo.title} onUndo={() => dispatch({ type: 'removalUndone' })} />}
      {todos.length > 0 && <Footer todos={todos} onClearDone={clearDone} />}
    </div>
  );
}
