// The page for passengers of the ferry template. It is built by the answer's own scripts; its API is played here.
import { expect, test, type Locator, type Page } from '@playwright/test';

type Departure = Record<string, unknown>;

interface Reply {
  departures?: Departure[];
  /** The whole answer, if it is none of departures. */
  json?: unknown;
  status?: number;
  lost?: boolean;
  /** Answers only when it is resolved. */
  after?: Promise<void>;
}

function departure(from: string, changes: Departure = {}): Departure {
  return {
    id: 'd1', route: 'F4', from, to: from === 'island' ? 'harbour' : 'island',
    departsAt: '2026-06-21T09:40:00+00:00', delayMinutes: 0, status: 'scheduled', ...changes,
  };
}

/** Opens the page; each request gets the next reply, the last one for all others. */
async function open(page: Page, ...replies: Reply[]): Promise<URL[]> {
  const asked: URL[] = [];
  await page.route(/\/api\/departures/, async route => {
    const url = new URL(route.request().url());
    asked.push(url);
    const reply = replies[Math.min(asked.length, replies.length) - 1] ?? {};
    await reply.after;
    if (reply.lost) {
      await route.abort('connectionrefused');
      return;
    }
    const departures = reply.departures ?? [departure(url.searchParams.get('stop') ?? 'harbour')];
    await route.fulfill({
      status: reply.status ?? 200,
      json: reply.json ?? { departures, generatedAt: '2026-06-21T09:00:00+00:00' },
    });
  });
  await page.goto('/');
  await expect(from(page)).toBeVisible();
  return asked;
}

/** A promise, and the function that resolves it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => { open = resolve; });
  return { opened, open };
}

const from = (page: Page): Locator => page.getByRole('combobox', { name: 'From' });
const refresh = (page: Page): Locator => page.getByRole('button', { name: 'Refresh' });
const rows = (page: Page): Locator =>
  page.getByRole('row').filter({ has: page.getByText(/\d:\d\d/) });
const failure = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: 'The departures could not be loaded.' });

/** Chooses a stop by its name, however it is written. */
async function choose(page: Page, stop: string): Promise<void> {
  const option = from(page).getByRole('option').filter({ hasText: new RegExp(stop, 'i') });
  await expect(option).toHaveCount(1);
  const label = await option.evaluate(each => each.textContent ?? '');
  await from(page).selectOption({ label: label.trim() });
}

async function expectRefused(page: Page, changes: Departure): Promise<void> {
  await open(page, { departures: [departure('harbour', changes)] });
  await expect(failure(page)).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
}

test('The page Departures has From with three stops and Refresh', async ({ page }) => {
  await open(page);
  await expect(page.getByText('Departures').first()).toBeVisible();
  await expect(from(page).getByRole('option')).toHaveCount(3);
  for (const stop of ['harbour', 'island', 'lighthouse']) {
    await expect(from(page).getByRole('option').filter({ hasText: new RegExp(stop, 'i') }))
      .toHaveCount(1);
  }
  await expect(refresh(page)).toBeVisible();
});

test('The API is asked for the departures of the stop', async ({ page }) => {
  const asked = await open(page);
  await expect(rows(page)).toHaveCount(1);
  expect(asked[0].pathname).toBe('/api/departures');
  expect(asked[0].searchParams.get('stop')).toMatch(/^(harbour|island|lighthouse)$/);
});

test('Another stop is asked for and shown', async ({ page }) => {
  const asked = await open(page);
  await expect(rows(page)).toHaveCount(1);
  for (const stop of ['lighthouse', 'island', 'harbour']) {
    await choose(page, stop);
    await expect.poll(() => asked.at(-1)?.searchParams.get('stop')).toBe(stop);
  }
  await expect(rows(page)).toHaveCount(1);
});

test('A departure shows time, destination, route and status', async ({ page }) => {
  await open(page, { departures: [departure('harbour', { to: 'lighthouse' })] });
  await expect(rows(page)).toContainText(/\d:40/);
  await expect(rows(page)).toContainText(/lighthouse/i);
  await expect(rows(page)).toContainText('F4');
  await expect(rows(page)).toContainText('On time');
});

test('The table has a heading for time, destination, route and status', async ({ page }) => {
  await open(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('columnheader')).toHaveCount(4);
  for (const name of [/time|depart/i, /destination|to/i, /route/i, /status/i]) {
    await expect(page.getByRole('columnheader', { name }).first()).toBeVisible();
  }
});

test('A late departure tells its minutes', async ({ page }) => {
  await open(page, { departures: [departure('harbour', { status: 'delayed', delayMinutes: 12 })] });
  await expect(rows(page)).toContainText('12 min late');
  await expect(rows(page)).not.toContainText('On time');
});

test('A cancelled departure says so', async ({ page }) => {
  await open(page, { departures: [departure('harbour', { status: 'cancelled' })] });
  await expect(rows(page)).toContainText('Cancelled');
});

test('Several departures are shown in their order', async ({ page }) => {
  await open(page, {
    departures: [
      departure('harbour', { id: 'a', route: 'F4' }),
      departure('harbour', { id: 'b', route: 'F7', departsAt: '2026-06-21T10:20:00+00:00' }),
      departure('harbour', { id: 'c', route: 'F9', departsAt: '2026-06-21T11:00:00+00:00' }),
    ],
  });
  await expect(rows(page)).toHaveText([/F4/, /F7/, /F9/]);
});

test('While they are loading, the page says so', async ({ page }) => {
  const first = gate();
  await open(page, { after: first.opened });
  await expect(page.getByText('Loading departures…')).toBeVisible();
  first.open();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('Loading departures…')).toHaveCount(0);
});

test('A stop without departures says so', async ({ page }) => {
  await open(page, { departures: [] });
  await expect(page.getByText('No departures.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('A failure is told, and Try again asks again', async ({ page }) => {
  await open(page, {
    status: 500, json: { title: 'Internal Server Error', status: 500 },
  }, {});
  await expect(failure(page)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('Without an answer the failure is told', async ({ page }) => {
  await open(page, { lost: true });
  await expect(failure(page)).toBeVisible();
});

test('An answer without departures is refused', async ({ page }) => {
  await open(page, { json: { generatedAt: '2026-06-21T09:00:00+00:00' } });
  await expect(failure(page)).toBeVisible();
});

test('A delayed departure without a delay is refused', async ({ page }) => {
  await expectRefused(page, { status: 'delayed', delayMinutes: 0 });
});

test('A departure that leads to where it starts is refused', async ({ page }) => {
  await expectRefused(page, { to: 'harbour', from: 'harbour' });
});

test('A delay below zero is refused', async ({ page }) => {
  await expectRefused(page, { delayMinutes: -3 });
});

test('A delay of half a minute is refused', async ({ page }) => {
  await expectRefused(page, { status: 'delayed', delayMinutes: 1.5 });
});

test('An unknown status is refused', async ({ page }) => {
  await expectRefused(page, { status: 'boarding' });
});

test('An unknown stop is refused', async ({ page }) => {
  await expectRefused(page, { to: 'mainland' });
});

test('A time without an offset is refused', async ({ page }) => {
  await expectRefused(page, { departsAt: '2026-06-21T09:40:00' });
});

test('Refresh asks again and shows what is new', async ({ page }) => {
  const asked = await open(page, {}, {
    departures: [departure('harbour', { route: 'F8', status: 'delayed', delayMinutes: 7 })],
  });
  await expect(rows(page)).toContainText('F4');
  await refresh(page).click();
  await expect(rows(page)).toContainText('F8');
  await expect(rows(page)).toContainText('7 min late');
  expect(asked).toHaveLength(2);
});

test('An outdated request is aborted', async ({ page }) => {
  const late = gate();
  const failed: string[] = [];
  page.on('requestfailed', each => failed.push(new URL(each.url()).searchParams.get('stop') ?? ''));
  const asked = await open(page, {}, { after: late.opened }, {});
  await expect(rows(page)).toHaveCount(1);
  await choose(page, 'island');
  await expect.poll(() => asked.length).toBe(2);
  await choose(page, 'lighthouse');
  await expect.poll(() => failed).toEqual(['island']);
  late.open();
  await expect.poll(() => asked.at(-1)?.searchParams.get('stop')).toBe('lighthouse');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('A passenger chooses a stop, refreshes, sees a failure and tries again', async ({ page }) => {
  const problem = { title: 'Internal Server Error', status: 500 };
  const replies: Reply[] = [{}, {}, {}, { status: 500, json: problem }, {}];
  const asked = await open(page, ...replies);
  await expect(rows(page)).toContainText('F4');
  await expect(rows(page)).toContainText('On time');
  const stop = asked[0].searchParams.get('stop') === 'island' ? 'lighthouse' : 'island';
  replies[2].departures = [departure(stop, { route: 'F8', status: 'delayed', delayMinutes: 7 })];
  await choose(page, stop);
  await expect.poll(() => asked.at(-1)?.searchParams.get('stop')).toBe(stop);
  await expect(rows(page)).toContainText(new RegExp(stop === 'island' ? 'harbour' : 'island', 'i'));
  await refresh(page).click();
  await expect(rows(page)).toContainText('F8');
  await expect(rows(page)).toContainText('7 min late');
  await refresh(page).click();
  await expect(failure(page)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toContainText('On time');
  await expect(failure(page)).toHaveCount(0);
});
