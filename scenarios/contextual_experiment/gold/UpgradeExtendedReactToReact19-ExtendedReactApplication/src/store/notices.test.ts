import { describe, expect, it } from 'vitest';
import { dismissNotice, noticesReducer, notify } from './notices';

const START = { type: 'start' };

describe('noticesReducer', () => {
  it('starts without notices', () => {
    expect(noticesReducer(undefined, START)).toEqual([]);
  });

  it('adds a notice with kind and text at the end', () => {
    const notices = [notify('success', 'Saved'), notify('error', 'Lost')].reduce(noticesReducer, []);

    expect(notices.map(({ kind, text }) => [kind, text])).toEqual([
      ['success', 'Saved'],
      ['error', 'Lost'],
    ]);
  });

  it('gives every notice an id of its own', () => {
    const notices = [notify('info', 'Same'), notify('info', 'Same')].reduce(noticesReducer, []);

    expect(new Set(notices.map(({ id }) => id)).size).toBe(2);
  });

  it('keeps the newest four', () => {
    const notices = ['1', '2', '3', '4', '5'].map((text) => notify('info', text)).reduce(noticesReducer, []);

    expect(notices.map(({ text }) => text)).toEqual(['2', '3', '4', '5']);
  });

  it('dismisses one notice', () => {
    const notices = [notify('info', 'first'), notify('info', 'second')].reduce(noticesReducer, []);
    const left = noticesReducer(notices, dismissNotice(notices[0]?.id ?? ''));

    expect(left.map(({ text }) => text)).toEqual(['second']);
  });
});
