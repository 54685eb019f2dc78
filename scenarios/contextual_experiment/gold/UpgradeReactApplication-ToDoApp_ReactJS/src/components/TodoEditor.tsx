import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

interface TodoEditorProps {
  readonly title: string;
  readonly onSave: (title: string) => void;
  readonly onCancel: () => void;
  readonly onRemove: () => void;
}

/** Changes a title. It starts with the focus and the caret at the end; an empty text removes the errand. */
export function TodoEditor({ title, onSave, onCancel, onRemove }: TodoEditorProps) {
  const [text, setText] = useState(title);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const node = input.current;

    node?.focus();
    node?.setSelectionRange(node.value.length, node.value.length);
  }, []);

  const submit = () => {
    const trimmed = text.trim();

    if (trimmed) {
      onSave(trimmed);
    } else {
      onRemove();
    }
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      submit();
    } else if (event.key === 'Escape') {
      onCancel();
    }
  };

  return (
    <input
      ref={input}
      className="edit"
      aria-label="Title"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={handleKeyDown}
      onBlur={submit}
    />
  );
}
