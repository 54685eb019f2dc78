interface UndoNoticeProps {
  readonly title: string;
  readonly onUndo: () => void;
}

export function UndoNotice({ title, onUndo }: UndoNoticeProps) {
  return (
    <p className="undo" role="status">
      Removed "{title}".{' '}
      <button type="button" onClick={onUndo}>
        Undo
      </button>
    </p>
  );
}
