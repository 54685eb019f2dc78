// The extended page of bird sightings, as the requirements describe it.
import { expect, test, type Locator, type Page } from '@playwright/test';

test.use({ timezoneId: 'UTC', locale: 'en-US' });

interface Sighting {
  id: number;
  species: string;
  place: string;
  seenAt?: string | null;
}

interface Reply {
  status?: number;
  json?: unknown;
  after?: Promise<void>;
  fails?: boolean;
}

const BIRDS: Sighting[] = [
  { id: 1, species: 'Robin', place: 'Hill Park', seenAt: '2024-05-02T08:15:00Z' },
  { id: 2, species: 'Avocet', place: 'Salt marsh', seenAt: 'nonsense' },
  { id: 3, species: 'Kingfisher', place: 'Mill brook', seenAt: '2024-05-09T17:45:00Z' },
  { id: 4, species: 'Heron', place: 'Robin Lake', seenAt: '2024-04-20T06:30:00Z' },
];

/** Opens the page; each request gets the next reply, the last one stays. Tells how many there were. */
async function open(page: Page, ...replies: Reply[]): Promise<() => number> {
  let count = 0;
  await page.route('https://api.example.com/sightings', async route => {
    const reply = replies[Math.min(count, replies.length - 1)];
    count += 1;
    await reply.after;
    if (reply.fails) {
      await route.abort('failed').catch(() => undefined);
      return;
    }
    const headers = { 'access-control-allow-origin': '*' };
    await route.fulfill({ status: reply.status ?? 200, headers, json: reply.json ?? BIRDS })
      .catch(() => undefined);
  });
  await page.goto('/');
  return () => count;
}

/** A promise and what fulfils it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => { open = resolve; });
  return { opened, open };
}

const rows = (page: Page): Locator => page.getByRole('listitem');
const row = (page: Page, species: string): Locator => rows(page).filter({ hasText: species });
const search = (page: Page): Locator => page.getByLabel('Search', { exact: true });
const sort = (page: Page): Locator => page.getByLabel('Sort by');
const button = (page: Page, name: string): Locator => page.getByRole('button', { name });
const failure = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: 'The sightings could not be loaded.' });

const detail = (page: Page, species: string): Locator =>
  page.getByRole('heading', { level: 2, name: species });

async function expectOrder(page: Page, species: string[]): Promise<void> {
  const shown = async (): Promise<string[]> => {
    const texts = await rows(page).allTextContents();
    return texts.map(text => species.find(each => text.startsWith(each)) ?? text);
  };
  await expect.poll(shown).toEqual(species);
}

const heading = (page: Page): Locator =>
  page.getByRole('heading', { level: 1, name: 'Bird sightings' });

test('The heading stands there while loading, afterwards and after a failure', async ({ page }) => {
  const { opened, open: letGo } = gate();
  await open(page, { after: opened }, { fails: true });
  await expect(heading(page)).toBeVisible();
  letGo();
  await expect(row(page, 'Avocet')).toBeVisible();
  await expect(heading(page)).toBeVisible();
  await page.reload();
  await expect(failure(page)).toBeVisible();
  await expect(heading(page)).toBeVisible();
});

test('While the first request is under way a status says so', async ({ page }) => {
  const { opened, open: letGo } = gate();
  await open(page, { after: opened });
  const status = page.getByRole('status').filter({ hasText: 'Loading sightings...' });
  await expect(status).toBeVisible();
  letGo();
  await expect(row(page, 'Avocet')).toBeVisible();
  await expect(status).toHaveCount(0);
});

test('A failed network shows an alert and ends the loading', async ({ page }) => {
  await open(page, { fails: true });
  await expect(failure(page)).toBeVisible();
  await expect(page.getByText('Loading sightings...')).toHaveCount(0);
});

test('A status outside the 200 range shows the alert', async ({ page }) => {
  await open(page, { status: 503, json: BIRDS });
  await expect(failure(page)).toBeVisible();
  await expect(row(page, 'Avocet')).toHaveCount(0);
});

test('An answer that is no list shows the alert', async ({ page }) => {
  await open(page, { json: { sightings: BIRDS } });
  await expect(failure(page)).toBeVisible();
});

test('Try again sends the request again', async ({ page }) => {
  const requests = await open(page, { fails: true }, {});
  await button(page, 'Try again').click();
  await expect(row(page, 'Avocet')).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
  expect(requests()).toBe(2);
});

test('A refresh that fails shows the alert, and Try again mends it', async ({ page }) => {
  const more = [...BIRDS, { id: 5, species: 'Wren', place: 'Garden', seenAt: null }];
  const requests = await open(page, {}, { status: 500, json: BIRDS }, { json: more });
  await expect(row(page, 'Avocet')).toBeVisible();
  await button(page, 'Refresh').click();
  await expect(failure(page)).toBeVisible();
  await button(page, 'Try again').click();
  await expect(row(page, 'Wren')).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
  await expect(button(page, 'Refresh')).toBeEnabled();
  expect(requests()).toBe(3);
});

test('Refresh brings new sightings and is disabled meanwhile', async ({ page }) => {
  const { opened, open: letGo } = gate();
  const more = [...BIRDS, { id: 5, species: 'Wren', place: 'Garden', seenAt: null }];
  await open(page, {}, { json: more, after: opened });
  await expect(row(page, 'Avocet')).toBeVisible();
  await button(page, 'Refresh').click();
  await expect(button(page, 'Refresh')).toBeDisabled();
  letGo();
  await expect(row(page, 'Wren')).toBeVisible();
  await expect(button(page, 'Refresh')).toBeEnabled();
});

test('The list stays while it is refreshed', async ({ page }) => {
  const { opened, open: letGo } = gate();
  await open(page, {}, { after: opened });
  await expect(rows(page)).toHaveCount(4);
  await button(page, 'Refresh').click();
  await expect(button(page, 'Refresh')).toBeDisabled();
  await expect(rows(page)).toHaveCount(4);
  letGo();
  await expect(button(page, 'Refresh')).toBeEnabled();
});

test('A refresh keeps the search and shows the sightings as they are now', async ({ page }) => {
  const moved = BIRDS.map(each => (each.id === 3 ? { ...each, place: 'Old brook' } : each));
  await open(page, {}, { json: moved });
  await search(page).fill('brook');
  await row(page, 'Kingfisher').getByRole('button').click();
  await expect(detail(page, 'Kingfisher')).toBeVisible();
  await button(page, 'Refresh').click();
  await expect(row(page, 'Old brook')).toBeVisible();
  await expect(page.getByText('Mill brook')).toHaveCount(0);
  await expect(search(page)).toHaveValue('brook');
  await expect(row(page, 'Avocet')).toHaveCount(0);
});

test('A row shows species, place and the date in a time element', async ({ page }) => {
  await open(page, {});
  const robin = row(page, 'Hill Park');
  await expect(robin).toContainText('Robin');
  const time = robin.locator('time');
  await expect(time).toHaveAttribute('datetime', /^2024-05-02/);
  await expect(time).toContainText(/5\/2\/(20)?24|May 2, 2024/);
});

test('A missing or invalid date is shown as date unknown', async ({ page }) => {
  const undated = [undefined, null, '', 'nonsense', '2024-13-45T06:30:00Z'];
  await open(page, {
    json: undated.map((seenAt, id) => ({ id, species: 'Wren', place: `Pond ${id}`, seenAt })),
  });
  await expect(rows(page)).toContainText(undated.map(() => 'date unknown'));
  await expect(page.locator('body')).not.toContainText('Invalid Date');
});

test('The search matches species and place without regard to case and spaces', async ({ page }) => {
  await open(page, {});
  await search(page).fill('  roBIN ');
  await expectOrder(page, ['Robin', 'Heron']);
  await search(page).fill('brook');
  await expectOrder(page, ['Kingfisher']);
  await search(page).fill('');
  await expect(rows(page)).toHaveCount(4);
});

test('The search takes every character as it is', async ({ page }) => {
  const wren = { id: 5, species: 'Wren', place: 'Mill (old)', seenAt: null };
  await open(page, { json: [...BIRDS, wren] });
  await search(page).pressSequentially('l (O');
  await expectOrder(page, ['Wren']);
  await search(page).fill('r.b');
  await expect(rows(page).filter({ hasText: /Robin|Wren/ })).toHaveCount(0);
  await search(page).fill('   ');
  await expect(rows(page)).toHaveCount(5);
});

test('The select offers three orders and starts with Newest first', async ({ page }) => {
  await open(page, {});
  await expect(sort(page).getByRole('option'))
    .toHaveText(['Newest first', 'Oldest first', 'Species A-Z']);
  await expect(sort(page).getByRole('option', { selected: true })).toHaveText('Newest first');
});

test('Newest first, Oldest first and Species A-Z sort the list', async ({ page }) => {
  await open(page, { json: [BIRDS[0], BIRDS[2], BIRDS[3]] });
  await expectOrder(page, ['Kingfisher', 'Robin', 'Heron']);
  await sort(page).selectOption({ label: 'Oldest first' });
  await expectOrder(page, ['Heron', 'Robin', 'Kingfisher']);
  await sort(page).selectOption({ label: 'Species A-Z' });
  await expectOrder(page, ['Heron', 'Kingfisher', 'Robin']);
});

test('Sightings without a valid date come last in both orders by date', async ({ page }) => {
  await open(page, {
    json: [{ id: 5, species: 'Wren', place: 'Garden', seenAt: null }, ...BIRDS,
      { id: 6, species: 'Coot', place: 'Pond' }],
  });
  const undated = [1, 2, 3].map(() => /Avocet|Wren|Coot/);
  await expect(rows(page)).toContainText(['Mill brook', 'Hill Park', 'Robin Lake', ...undated]);
  await sort(page).selectOption({ label: 'Oldest first' });
  await expect(rows(page)).toContainText(['Robin Lake', 'Hill Park', 'Mill brook', ...undated]);
});

test('The sort order is remembered for the next visit', async ({ page }) => {
  await open(page, {});
  await sort(page).selectOption({ label: 'Species A-Z' });
  await expectOrder(page, ['Avocet', 'Heron', 'Kingfisher', 'Robin']);
  const kept = await page.evaluate(() => localStorage.getItem('bird-sightings.sort'));
  expect(kept).toBeTruthy();
  await page.reload();
  await expectOrder(page, ['Avocet', 'Heron', 'Kingfisher', 'Robin']);
  await expect(sort(page).getByRole('option', { selected: true })).toHaveText('Species A-Z');
});

test('An unknown stored order means Newest first', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('bird-sightings.sort', 'by colour'));
  await open(page, {});
  await expectOrder(page, ['Kingfisher', 'Robin', 'Heron', 'Avocet']);
});

test('Storage that cannot be used does not break the page', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = (): never => { throw new DOMException('denied', 'SecurityError'); };
    Object.defineProperty(window, 'localStorage', { get: refuse });
  });
  await open(page, {});
  await expect(rows(page)).toHaveCount(4);
  await sort(page).selectOption({ label: 'Oldest first' });
  await expectOrder(page, ['Heron', 'Robin', 'Kingfisher', 'Avocet']);
});

test('The count says how many of all sightings are shown', async ({ page }) => {
  await open(page, {});
  await expect(page.getByText('4 of 4 sightings')).toBeVisible();
  await search(page).fill('robin');
  await expect(page.getByText('2 of 4 sightings')).toBeVisible();
});

test('An empty answer says that there are no sightings yet', async ({ page }) => {
  await open(page, { json: [] });
  await expect(page.getByText('No sightings yet.')).toBeVisible();
});

test('A search without a match names its text and offers to clear it', async ({ page }) => {
  await open(page, {});
  await search(page).fill('Penguin');
  await expect(page.getByText(/No sightings match ["“]Penguin["”]\./)).toBeVisible();
  await button(page, 'Clear search').click();
  await expect(search(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(4);
});

test('The button of a row selects its sighting and tells so by aria-pressed', async ({ page }) => {
  await open(page, {});
  const pressed = (species: string): Locator => row(page, species).getByRole('button');
  await expect(pressed('Avocet')).toHaveAttribute('aria-pressed', 'false');
  await pressed('Avocet').click();
  await expect(pressed('Avocet')).toHaveAttribute('aria-pressed', 'true');
  await expect(pressed('Kingfisher')).toHaveAttribute('aria-pressed', 'false');
  await pressed('Kingfisher').click();
  await expect(pressed('Kingfisher')).toHaveAttribute('aria-pressed', 'true');
  await expect(pressed('Avocet')).toHaveAttribute('aria-pressed', 'false');
});

test('The selection stays with its sighting when the order changes', async ({ page }) => {
  await open(page, {});
  await row(page, 'Kingfisher').getByRole('button').click();
  await expect(detail(page, 'Kingfisher')).toBeVisible();
  await sort(page).selectOption({ label: 'Species A-Z' });
  await expect(rows(page).filter({ hasText: /Avocet|Heron/ }).first()).toContainText('Avocet');
  await expect(detail(page, 'Kingfisher')).toBeVisible();
  await expect(rows(page).getByRole('button', { pressed: true })).toHaveCount(1);
  await expect(row(page, 'Kingfisher').getByRole('button', { pressed: true })).toBeVisible();
});

test('The details show species, place, date and time of day', async ({ page }) => {
  await open(page, {});
  await row(page, 'Kingfisher').getByRole('button').click();
  await expect(detail(page, 'Kingfisher')).toBeVisible();
  const place = page.getByText('Mill brook');
  await expect(place).toHaveCount(2);
  await expect(page.locator('body')).toContainText(/0?5:45(:00)?\s*PM|17:45/);
});

test('The details of a sighting without a valid date open too', async ({ page }) => {
  await open(page, { json: [...BIRDS, { id: 5, species: 'Wren', place: 'Garden', seenAt: null }] });
  for (const species of ['Avocet', 'Wren']) {
    await row(page, species).getByRole('button').click();
    await expect(detail(page, species)).toBeVisible();
    await expect(page.locator('body')).not.toContainText(/Invalid Date|1970/);
  }
});

test('Close ends the selection', async ({ page }) => {
  await open(page, {});
  await row(page, 'Kingfisher').getByRole('button').click();
  await button(page, 'Close').click();
  await expect(detail(page, 'Kingfisher')).toHaveCount(0);
  await expect(row(page, 'Kingfisher').getByRole('button'))
    .toHaveAttribute('aria-pressed', 'false');
});

test('Escape ends the selection', async ({ page }) => {
  await open(page, {});
  await row(page, 'Kingfisher').getByRole('button').click();
  await expect(detail(page, 'Kingfisher')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail(page, 'Kingfisher')).toHaveCount(0);
});

test('A visitor searches, sorts, looks at a sighting and refreshes the list', async ({ page }) => {
  const { opened, open: letGo } = gate();
  const pond = String(Math.floor(1000 + Math.random() * 9000));
  const wren = { id: 5, species: 'Wren', place: `Pond ${pond}`, seenAt: '2024-05-04T05:05:00Z' };
  await open(page, { fails: true }, {}, { json: [...BIRDS, wren], after: opened });
  await button(page, 'Try again').click();
  await expectOrder(page, ['Kingfisher', 'Robin', 'Heron', 'Avocet']);
  await search(page).pressSequentially('robin');
  await expectOrder(page, ['Robin', 'Heron']);
  await expect(page.getByText('2 of 4 sightings')).toBeVisible();
  await sort(page).selectOption({ label: 'Oldest first' });
  await expectOrder(page, ['Heron', 'Robin']);
  await row(page, 'Hill Park').getByRole('button').click();
  await expect(detail(page, 'Robin')).toBeVisible();
  await expect(rows(page).getByRole('button', { pressed: true })).toHaveCount(1);
  await button(page, 'Close').click();
  await expect(detail(page, 'Robin')).toHaveCount(0);
  await search(page).fill('');
  await button(page, 'Refresh').click();
  await expect(button(page, 'Refresh')).toBeDisabled();
  await expectOrder(page, ['Heron', 'Robin', 'Kingfisher', 'Avocet']);
  letGo();
  await expectOrder(page, ['Heron', 'Robin', 'Wren', 'Kingfisher', 'Avocet']);
  await expect(button(page, 'Refresh')).toBeEnabled();
  await search(page).pressSequentially(pond);
  await expectOrder(page, ['Wren']);
  await expect(page.getByText('1 of 5 sightings')).toBeVisible();
});
