import { useEffect, useRef, useState } from 'react';
import type { LoadOptions, OptionSource } from './types';

export type LoadStatus = 'idle' | 'loading' | 'loaded' | 'failed';

export interface AsyncOptions {
  status: LoadStatus;
  source: OptionSource;
  /** Characters that the query lacks before it is loaded. */
  missing: number;
  retry: () => void;
}

interface LoadState {
  status: LoadStatus;
  source: OptionSource;
}

export interface LoadSettings {
  /** Nothing is loaded, and what is under way is dropped, while this is false. */
  enabled: boolean;
  delay: number;
  minLength: number;
}

const NOTHING: LoadState = { status: 'idle', source: [] };

/**
 * Loads the options for a query once typing has paused. An answer that arrives after the query has changed is
 * ignored, and its request aborted. Each query is loaded once; a failed one can be tried again.
 */
export function useAsyncOptions(
  load: LoadOptions | undefined,
  query: string,
  { enabled, delay, minLength }: LoadSettings,
): AsyncOptions {
  const [state, setState] = useState<LoadState>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const cache = useRef(new Map<string, OptionSource>());
  const latestLoad = useRef(load);
  latestLoad.current = load;

  const text = query.trim();
  const missing = load ? Math.max(minLength - text.length, 0) : 0;
  const active = Boolean(load) && enabled;

  useEffect(() => {
    if (!active) return;
    if (missing > 0) {
      setState(NOTHING);
      return;
    }
    const cached = cache.current.get(text);
    if (cached) {
      setState({ status: 'loaded', source: cached });
      return;
    }
    const controller = new AbortController();
    setState((previous) => ({ status: 'loading', source: previous.source }));

    const request = async () => {
      try {
        const source = await latestLoad.current!(text, controller.signal);
        if (controller.signal.aborted) return;
        cache.current.set(text, source);
        setState({ status: 'loaded', source });
      } catch {
        if (!controller.signal.aborted) setState({ status: 'failed', source: [] });
      }
    };
    const timer = window.setTimeout(request, text === '' ? 0 : delay);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [active, text, missing > 0, delay, attempt]);

  // The effect runs after the list has been drawn for the first time; until then nothing is known to be missing.
  const status = active && missing === 0 && state.status === 'idle' ? 'loading' : state.status;
  return { status, source: state.source, missing, retry: () => setAttempt((count) => count + 1) };
}
