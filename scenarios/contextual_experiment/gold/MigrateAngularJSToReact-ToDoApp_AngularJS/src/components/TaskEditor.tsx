import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { fromDateField, toDateField } from '../model/dates';
import type { Task, TaskValues } from '../model/task';
import { PrioritySelect } from './PrioritySelect';

interface TaskEditorProps {
  readonly task: Task;
  readonly onSave: (values: TaskValues) => void;
  readonly onCancel: () => void;
}

/** Changes a draft of the task, which only Save hands over, with the title trimmed. */
export function TaskEditor({ task, onSave, onCancel }: TaskEditorProps) {
  const [title, setTitle] = useState(task.title);
  const [priority, setPriority] = useState(task.priority);
  const [due, setDue] = useState(toDateField(task.due));
  const titleInput = useRef<HTMLInputElement>(null);

  useEffect(() => {
    titleInput.current?.focus();
    titleInput.current?.select();
  }, []);

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave({ title: title.trim(), priority, due: fromDateField(due) });
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      onCancel();
    }
  };

  return (
    <form className="todo" onSubmit={handleSubmit}>
      <input
        ref={titleInput}
        type="text"
        className="title"
        aria-label="Title"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <PrioritySelect value={priority} onChange={setPriority} />
      <input type="date" aria-label="Due date" value={due} onChange={(event) => setDue(event.target.value)} />
      <button type="submit">Save</button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}
