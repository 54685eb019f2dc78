import { isOverdue, type Todo } from '../model/todo';
import { TodoEditor } from './TodoEditor';

interface TodoItemProps {
  readonly todo: Todo;
  readonly editing: boolean;
  readonly onToggle: () => void;
  readonly onEdit: () => void;
  readonly onSave: (title: string) => void;
  readonly onCancel: () => void;
  readonly onRemove: () => void;
}

function classesOf(todo: Todo): string {
  return ['todo', `priority-${todo.priority}`, todo.done && 'done', isOverdue(todo) && 'overdue']
    .filter(Boolean)
    .join(' ');
}

export function TodoItem({ todo, editing, onToggle, onEdit, onSave, onCancel, onRemove }: TodoItemProps) {
  if (editing) {
    return (
      <li className={classesOf(todo)}>
        <TodoEditor title={todo.title} onSave={onSave} onCancel={onCancel} onRemove={onRemove} />
      </li>
    );
  }

  return (
    <li className={classesOf(todo)}>
      <input type="checkbox" aria-label={`${todo.title} is done`} checked={todo.done} onChange={onToggle} />
      <span className="text" onDoubleClick={onEdit}>
        {todo.title}
      </span>
      <em className="priority">{todo.priority}</em>
      {todo.due && <span className="due">due {todo.due}</span>}
      <button type="button" className="remove" aria-label={`Remove ${todo.title}`} onClick={onRemove}>
        x
      </button>
    </li>
  );
}
