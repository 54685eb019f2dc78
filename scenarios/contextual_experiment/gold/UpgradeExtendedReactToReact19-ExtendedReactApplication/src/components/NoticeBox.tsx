import { useEffect, useEffectEvent } from 'react';
import type { Notice } from '../types';

interface NoticeBoxProps {
  readonly notice: Notice;
  readonly onClose: () => void;
}

const CLOSE_AFTER_MS = 5000;

/** An error stays until it is closed, the other kinds close themselves. */
export function NoticeBox({ notice: { kind, text }, onClose }: NoticeBoxProps) {
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (kind === 'error') {
      return;
    }
    const timer = window.setTimeout(() => close(), CLOSE_AFTER_MS);

    return () => window.clearTimeout(timer);
  }, [kind]);

  return (
    <div className={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {text}
      <button type="button" className="close" aria-label="Close this notice" onClick={onClose}>
        ×
      </button>
    </div>
  );
}
