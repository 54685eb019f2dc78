import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { PRIORITIES, type NewTodo, type Priority } from '../model/todo';

interface TodoFormProps {
  readonly onAdd: (todo: NewTodo) => void;
}

const MAX_TITLE_LENGTH = 80;

export function TodoForm({ onAdd }: TodoFormProps) {
  const [title, setTitle] = useState('');
  const [priority, setPriority] = useState<Priority>('normal');
  const [due, setDue] = useState('');
  const [error, setError] = useState('');
  const titleInput = useRef<HTMLInputElement>(null);

  useEffect(() => {
    titleInput.current?.focus();
  }, []);

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const trimmed = title.trim();

    if (!trimmed) {
      setError('What has to be done?');
      return;
    }

    onAdd({ title: trimmed, priority, due });
    setError('');
    setTitle('');
    setDue('');
    titleInput.current?.focus();
  };

  return (
    <form className="todo-form" onSubmit={handleSubmit}>
      <input
        ref={titleInput}
        className="title"
        type="text"
        maxLength={MAX_TITLE_LENGTH}
        placeholder="A new errand"
        aria-label="A new errand"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <label>
        Priority
        <select value={priority} onChange={(event) => setPriority(event.target.value as Priority)}>
          {PRIORITIES.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Due
        <input type="date" value={due} onChange={(event) => setDue(event.target.value)} />
      </label>
      <button type="submit">Add</button>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
