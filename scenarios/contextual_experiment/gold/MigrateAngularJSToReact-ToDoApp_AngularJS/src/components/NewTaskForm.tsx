import { type SubmitEvent, useState } from 'react';
import { fromDateField } from '../model/dates';
import { DEFAULT_PRIORITY, MAX_TITLE_LENGTH, type TaskValues } from '../model/task';
import { PrioritySelect } from './PrioritySelect';

interface NewTaskFormProps {
  readonly onAdd: (values: TaskValues) => void;
}

export function NewTaskForm({ onAdd }: NewTaskFormProps) {
  const [title, setTitle] = useState('');
  const [priority, setPriority] = useState(DEFAULT_PRIORITY);
  const [due, setDue] = useState('');
  const trimmed = title.trim();
  const tooLong = trimmed.length > MAX_TITLE_LENGTH;

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();

    if (!trimmed || tooLong) {
      return;
    }
    onAdd({ title: trimmed, priority, due: fromDateField(due) });
    setTitle('');
    setPriority(DEFAULT_PRIORITY);
    setDue('');
  };

  return (
    <form className="new-todo" onSubmit={handleSubmit} noValidate>
      <input
        type="text"
        placeholder="What has to be done?"
        aria-label="Title of the new task"
        aria-invalid={tooLong}
        autoFocus
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <PrioritySelect value={priority} onChange={setPriority} />
      <input type="date" aria-label="Due date" value={due} onChange={(event) => setDue(event.target.value)} />
      <button type="submit" disabled={tooLong}>
        Add
      </button>
      {tooLong && (
        <p className="error" role="alert">
          A title has at most {MAX_TITLE_LENGTH} characters.
        </p>
      )}
    </form>
  );
}
