import { noteOf } from './Popup';
import type { SelectApi } from './useSelect';

/** The state of the list in words: how many options there are, or why there are none. */
function statusOf(select: SelectApi): string {
  const { state, loading, rows, messages } = select;
  if (!state.open) return '';
  if (loading.status === 'loading') return messages.loading;
  return noteOf(select) || messages.results(rows.filter((row) => row.kind === 'option').length);
}

/** Texts for screen readers only. The list's state and the user's actions do not overwrite each other. */
export function LiveRegion({ select }: { select: SelectApi }) {
  return (
    <div className="os-hidden">
      <div role="status">{statusOf(select)}</div>
      <div role="log">{select.event}</div>
    </div>
  );
}
