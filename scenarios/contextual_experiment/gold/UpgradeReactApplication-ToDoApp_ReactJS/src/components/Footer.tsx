import type { Todo } from '../model/todo';

interface FooterProps {
  readonly todos: readonly Todo[];
  readonly onClearDone: () => void;
}

export function Footer({ todos, onClearDone }: FooterProps) {
  const open = todos.filter((todo) => !todo.done).length;

  return (
    <footer className="footer">
      <span className="count">
        <strong>{open}</strong> of {todos.length} to do
      </span>
      {open < todos.length && (
        <button type="button" className="clear" onClick={onClearDone}>
          Remove finished
        </button>
      )}
      <p className="hint">
        Double-click an errand to change it. Enter saves, Escape cancels, and an errand without a text is removed.
      </p>
    </footer>
  );
}
