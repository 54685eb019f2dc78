import { useCallback, useRef, useState } from 'react';
import { useOutsideClick } from '../hooks/useOutsideClick';

interface ConfirmButtonProps {
  readonly label: string;
  readonly question?: string;
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
}

/** Asks before it acts. A click elsewhere takes the question back. */
export function ConfirmButton({
  label,
  question = 'Are you sure?',
  disabled = false,
  onConfirm,
}: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const stopAsking = useCallback(() => setAsking(false), []);

  useOutsideClick(frame, asking, stopAsking);

  const confirm = () => {
    stopAsking();
    onConfirm();
  };

  return (
    <span className="confirm" ref={frame}>
      <button type="button" disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </button>
      {asking && (
        <span className="confirm-question">
          {question}{' '}
          <button type="button" className="danger" onClick={confirm}>
            Yes
          </button>
        </span>
      )}
    </span>
  );
}
