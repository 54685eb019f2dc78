import { useState } from 'react';
import { dueLabel } from '../model/dates';
import { priorityName, type Task, type TaskValues } from '../model/task';
import { TaskEditor } from './TaskEditor';

interface TaskItemProps {
  readonly task: Task;
  readonly onToggle: () => void;
  readonly onChange: (values: TaskValues) => void;
  readonly onRemove: () => void;
}

export function TaskItem({ task, onToggle, onChange, onRemove }: TaskItemProps) {
  const [editing, setEditing] = useState(false);

  const save = (values: TaskValues) => {
    setEditing(false);

    if (values.title) {
      onChange(values);
    } else {
      onRemove();
    }
  };

  if (editing) {
    return <TaskEditor task={task} onSave={save} onCancel={() => setEditing(false)} />;
  }

  return (
    <div className="todo">
      <input type="checkbox" aria-label={`"${task.title}" is done`} checked={task.done} onChange={onToggle} />
      <span className="title" onDoubleClick={() => setEditing(true)}>
        {task.title}
      </span>
      <span className={`badge priority-${task.priority}`}>{priorityName(task.priority)}</span>
      {task.due !== null && <span className="due">{dueLabel(task.due, new Date())}</span>}
      <button type="button" className="edit" aria-label={`Edit "${task.title}"`} onClick={() => setEditing(true)}>
        Edit
      </button>
      <button type="button" className="remove" aria-label={`Delete "${task.title}"`} onClick={onRemove}>
        ×
      </button>
    </div>
  );
}
