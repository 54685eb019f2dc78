// The dashboard of an energy cooperative, in the host page beside this file. Today is 21 Jun 2026, a Sunday.
import { expect, test, type Locator, type Page } from '@playwright/test';

interface Reading {
  siteId: string;
  hour: string;
  produced: number | null;
  used: number | null;
}

interface Reply {
  readings?: Reading[];
  status?: number;
  /** Answers only when it is resolved. */
  after?: Promise<void>;
}

const reading = (
  siteId: string, hour: string, produced: number | null, used: number | null,
): Reading => ({ siteId, hour: `2026-${hour}:00:00Z`, produced, used });

const DAYS: Reading[] = [
  reading('north', '06-14T12', 200, 60), reading('mill', '06-14T12', 12, 40),
  reading('north', '06-14T20', 0, 30), reading('mill', '06-14T20', null, 10),
  reading('north', '06-15T13', 1000, 1100), reading('mill', '06-15T13', null, null),
  reading('north', '06-16T08', null, 60),
  reading('north', '06-17T09', null, null), reading('mill', '06-17T09', null, null),
  reading('north', '06-18T10', 72, 0),
];

/** Opens the dashboard; each request gets the next reply, the last one for all others. */
async function open(page: Page, search = '', ...replies: Reply[]): Promise<void> {
  let asked = 0;
  await page.route('**/api/readings?*', async route => {
    asked += 1;
    const reply = replies[Math.min(asked, replies.length) - 1] ?? { readings: DAYS };
    const wanted = new URL(route.request().url()).searchParams;
    await reply.after;
    const shown = (reply.readings ?? []).filter(each => {
      const day = each.hour.slice(0, 10);
      const site = wanted.get('site');
      return day >= (wanted.get('from') ?? '') && day <= (wanted.get('to') ?? '')
        && (!site || site === each.siteId);
    });
    await route.fulfill({ status: reply.status ?? 200, json: shown });
  });
  await page.goto(`/host${search}`);
}

/** A promise, and the function that resolves it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => { open = resolve; });
  return { opened, open };
}

interface Load {
  siteId: string | null;
  from: string;
  to: string;
  aborted: boolean;
}

const loads = (page: Page): Promise<Load[]> =>
  page.evaluate(() => (window as never as { loads: Load[] }).loads);

async function expectQuery(page: Page, siteId: string | null, from: string): Promise<void> {
  await expect.poll(async () => (await loads(page)).at(-1))
    .toMatchObject({ siteId, from, to: '2026-06-21' });
}

const LINE = 'Line chart: production and use by day';
const BARS = 'Bar chart: own and grid energy by day';
const HEAT = 'Heat map: average use by hour of the week';

const drawing = (page: Page, name: string): Locator => page.getByRole('img', { name });
const figure = (page: Page, caption: string): Locator =>
  page.locator('figure').filter({ has: page.locator('figcaption', { hasText: caption }) });
const site = (page: Page): Locator => page.getByRole('combobox', { name: 'Site' });
const period = (page: Page, days: number): Locator =>
  page.getByRole('radio', { name: `${days} days` });
const loading = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: 'Loading readings…' });
const busy = (page: Page): Locator => page.locator('[aria-busy=true]');
const value = (page: Page, term: string): Locator => page
  .locator('dt').filter({ hasText: new RegExp(`^\\s*${term}\\s*$`) })
  .locator('xpath=following-sibling::dd[1]');
const day = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').filter({ hasText: text });

/** Radio buttons may be drawn by their labels: the keyboard reaches them however they look. */
async function choosePeriod(page: Page, days: number): Promise<void> {
  await period(page, days).press('Space');
  await expect(period(page, days)).toBeChecked();
}

async function focusChart(page: Page): Promise<void> {
  await expect(drawing(page, LINE)).toBeVisible();
  await figure(page, 'Production and use by day')
    .locator('[tabindex="0"]:not(button)').first().focus();
}

/** The shapes of a drawing: what they are, their place, and how they are filled and dashed. */
interface Shape {
  kind: string;
  x: number;
  y: number;
  height: number;
  fill: string;
  dashed: boolean;
  path: string;
}

const shapes = (page: Page, name: string): Promise<Shape[]> =>
  drawing(page, name).evaluate(svg => [...svg.querySelectorAll('*')]
    .filter(each => !each.closest('pattern, defs') && 'getBBox' in each && each.tagName !== 'g')
    .map(each => {
      const box = each.getBoundingClientRect();
      const style = getComputedStyle(each);
      return {
        kind: each.tagName, x: box.x, y: box.y, height: box.height, fill: style.fill,
        dashed: style.strokeDasharray !== 'none', path: each.getAttribute('d') ?? '',
      };
    }));

/** A week of readings without a gap, or without the given day. */
function week(without = ''): Reading[] {
  return ['15', '16', '17', '18', '19', '20', '21'].filter(each => each !== without)
    .map(each => reading('north', `06-${each}T12`, Number(each) * 10, Number(each) * 5));
}

const HOURS: Reading[] = [
  reading('north', '06-08T13', 1, 8), reading('mill', '06-08T13', 1, 0.6),
  reading('north', '06-15T13', 1, 4.2), reading('north', '06-21T23', 1, 90),
  reading('north', '06-16T00', 1, 1),
];

/** The shape of a heat map's cell: what has the title, or what is drawn inside. */
const cell = (page: Page, title: string): Locator => drawing(page, HEAT).locator('title')
  .filter({ hasText: title }).locator('xpath=..');

const cellFill = (page: Page, title: string): Promise<string> =>
  cell(page, title).first().evaluate(each => [each, ...each.querySelectorAll('rect, path')]
    .filter(part => part.tagName !== 'g').map(part => getComputedStyle(part).fill).join(' '));

test('The dashboard asks for all sites and thirty days, and shows three charts', async ({ page }) => {
  await open(page);
  for (const name of [`${LINE}, 23 May to 21 Jun`, BARS, HEAT]) {
    await expect(drawing(page, name)).toBeVisible();
  }
  await expectQuery(page, null, '2026-05-23');
});

test('Site offers all sites first, and Period three numbers of days', async ({ page }) => {
  await open(page);
  await expect(site(page).getByRole('option')).toHaveText(['All sites', 'North roof', 'Old mill']);
  const group = page.getByRole('group', { name: 'Period' })
    .or(page.getByRole('radiogroup', { name: 'Period' })).first();
  await expect(group.getByRole('radio')).toHaveCount(3);
  await expect(period(page, 7)).not.toBeChecked();
  await expect(period(page, 30)).toBeChecked();
  await expect(period(page, 90)).not.toBeChecked();
});

test('Another site or period loads its readings', async ({ page }) => {
  await open(page);
  await expect(value(page, 'Produced')).toHaveText('1,284 kWh');
  await site(page).selectOption({ label: 'Old mill' });
  await expectQuery(page, 'mill', '2026-05-23');
  await expect(value(page, 'Produced')).toHaveText('12 kWh');
  await site(page).selectOption({ label: 'All sites' });
  await choosePeriod(page, 7);
  await expectQuery(page, null, '2026-06-15');
  await expect(value(page, 'Produced')).toHaveText('1,072 kWh');
  await expect(drawing(page, `${LINE}, 15 Jun to 21 Jun`)).toBeVisible();
});

test('The address has the filters, but not the defaults', async ({ page }) => {
  await open(page);
  await expect(drawing(page, LINE)).toBeVisible();
  await expect(page).not.toHaveURL(/site=|days=/);
  await site(page).selectOption({ label: 'North roof' });
  await choosePeriod(page, 90);
  await expect(page).toHaveURL(/[?&]site=north\b/);
  await expect(page).toHaveURL(/[?&]days=90\b/);
  await site(page).selectOption({ label: 'All sites' });
  await choosePeriod(page, 30);
  await expect(page).not.toHaveURL(/site=|days=/);
  expect(await page.evaluate(() => window.history.length)).toBeLessThanOrEqual(2);
});

test('The filters are read from the address', async ({ page }) => {
  await open(page, '?site=mill&days=90');
  await expectQuery(page, 'mill', '2026-03-24');
  await expect(site(page).locator('option:checked')).toHaveText('Old mill');
  await expect(period(page, 90)).toBeChecked();
});

test('Unknown filters in the address mean the defaults', async ({ page }) => {
  await open(page, '?site=nobody&days=12');
  await expectQuery(page, null, '2026-05-23');
  await expect(site(page).locator('option:checked')).toHaveText('All sites');
  await expect(period(page, 30)).toBeChecked();
});

test('A status tells that the first readings are loading', async ({ page }) => {
  const first = gate();
  await open(page, '', { readings: DAYS, after: first.opened });
  await expect(loading(page)).toBeVisible();
  await expect(drawing(page, LINE)).toHaveCount(0);
  first.open();
  await expect(drawing(page, LINE)).toBeVisible();
  await expect(loading(page)).toHaveCount(0);
});

test('While other readings load, the old charts stay and the dashboard is busy', async ({ page }) => {
  const second = gate();
  await open(page, '', { readings: DAYS }, { readings: DAYS, after: second.opened });
  await expect(value(page, 'Produced')).toHaveText('1,284 kWh');
  await expect(busy(page)).toHaveCount(0);
  await choosePeriod(page, 7);
  await expect(busy(page).first()).toBeVisible();
  await expect(drawing(page, LINE)).toBeVisible();
  second.open();
  await expect(value(page, 'Produced')).toHaveText('1,072 kWh');
  await expect(busy(page)).toHaveCount(0);
});

test('An outdated request is aborted, and its late result is ignored', async ({ page }) => {
  const late = gate();
  await open(page, '', { readings: DAYS }, { readings: DAYS, after: late.opened }, { readings: DAYS });
  await expect(value(page, 'Produced')).toHaveText('1,284 kWh');
  await site(page).selectOption({ label: 'Old mill' });
  await expectQuery(page, 'mill', '2026-05-23');
  await site(page).selectOption({ label: 'North roof' });
  await expect(value(page, 'Produced')).toHaveText('1,272 kWh');
  expect((await loads(page)).map(each => each.aborted)).toEqual([expect.anything(), true, false]);
  const answered = page.waitForResponse(/site=mill/);
  late.open();
  await answered;
  await page.evaluate(() => new Promise(resolve => { requestAnimationFrame(resolve); }));
  await expect(value(page, 'Produced')).toHaveText('1,272 kWh');
});

test('The late failure of an outdated request is ignored', async ({ page }) => {
  const late = gate();
  await open(page, '', { readings: DAYS }, { status: 500, after: late.opened }, { readings: DAYS });
  await expect(value(page, 'Produced')).toHaveText('1,284 kWh');
  await site(page).selectOption({ label: 'Old mill' });
  await expectQuery(page, 'mill', '2026-05-23');
  await site(page).selectOption({ label: 'North roof' });
  await expect(value(page, 'Produced')).toHaveText('1,272 kWh');
  const answered = page.waitForResponse(/site=mill/);
  late.open();
  await answered;
  await page.evaluate(() => new Promise(resolve => { requestAnimationFrame(resolve); }));
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(value(page, 'Produced')).toHaveText('1,272 kWh');
});

test('Unmounting aborts the request', async ({ page }) => {
  const first = gate();
  await open(page, '', { readings: DAYS, after: first.opened });
  await expect(loading(page)).toBeVisible();
  await page.evaluate(() => (window as never as { unmount: () => void }).unmount());
  await expect.poll(async () => (await loads(page)).at(-1)?.aborted).toBe(true);
  first.open();
});

test('A failure shows an alert, and Try again loads again', async ({ page }) => {
  await open(page, '', { status: 500 }, { readings: DAYS });
  await expect(page.getByRole('alert')).toContainText('The readings could not be loaded.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(value(page, 'Produced')).toHaveText('1,284 kWh');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('A period without a single reading says so', async ({ page }) => {
  await open(page, '', { readings: [] });
  await expect(page.getByText('No readings in this period.')).toBeVisible();
  await expect(loading(page)).toHaveCount(0);
});

test('Produced and Used are the sums of all values that are there', async ({ page }) => {
  await open(page);
  await expect(value(page, 'Produced')).toHaveText('1,284 kWh');
  await expect(value(page, 'Used')).toHaveText('1,300 kWh');
});

test('Self-sufficiency adds the sites up by hour and leaves hours with a null out',
  async ({ page }) => {
    await open(page);
    await expect(value(page, 'Self-sufficiency')).toHaveText('89%');
  });

test('The best day is the one with the most production, with its kWh', async ({ page }) => {
  await open(page);
  await expect(value(page, 'Best day')).toContainText('15 Jun');
  await expect(value(page, 'Best day')).toContainText('1,000 kWh');
});

test('An en dash stands for a best day or a self-sufficiency that does not exist',
  async ({ page }) => {
    await open(page, '', { readings: [reading('north', '06-15T12', null, 0)] });
    await expect(value(page, 'Self-sufficiency')).toHaveText('–');
    await expect(value(page, 'Best day')).toHaveText('–');
  });

test('Days and hours are those of UTC in any time zone', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, timezoneId: 'America/Los_Angeles' });
  const page = await context.newPage();
  await open(page, '', { readings: [reading('north', '06-15T02', 50, 7)] });
  await expect(drawing(page, `${LINE}, 23 May to 21 Jun`)).toBeVisible();
  await expect(value(page, 'Best day')).toContainText('15 Jun');
  await expect(cell(page, 'Mon 02:00, 7')).toHaveCount(1);
  await context.close();
});

test('The axis of kWh goes from 0 in at most six steps', async ({ page }) => {
  await open(page, '', { readings: week() });
  const steps = (): Promise<number[]> => drawing(page, LINE).locator('text')
    .evaluateAll(texts => texts.map(each => each.textContent?.trim() ?? '')
      .filter(each => /^[\d,.]+( kWh)?$/.test(each))
      .map(each => Number(each.replace(/[^\d.]/g, ''))).sort((one, other) => one - other));
  await expect.poll(async () => (await steps())[0]).toBe(0);
  await expect.poll(async () => (await steps()).length).toBeGreaterThan(2);
  await expect.poll(async () => (await steps()).length).toBeLessThanOrEqual(6);
});

test('A day without any value breaks both lines', async ({ page }) => {
  const starts = async (): Promise<number> => (await shapes(page, LINE))
    .reduce((sum, each) => sum + (each.path.match(/m/gi) ?? []).length, 0);
  await open(page, '?days=7', { readings: week() }, { readings: week('18') });
  await expect(drawing(page, LINE)).toBeVisible();
  const whole = await starts();
  expect(whole).toBeGreaterThanOrEqual(2);
  await site(page).selectOption({ label: 'North roof' });
  await expectQuery(page, 'north', '2026-06-15');
  await expect.poll(starts).toBeGreaterThanOrEqual(whole + 2);
});

/** The lines of the line chart: paths of some length. */
const lines = async (page: Page): Promise<Shape[]> => (await shapes(page, LINE))
  .filter(each => each.kind === 'path' && (each.path.match(/[lcs,]/gi) ?? []).length >= 6);

/** How far the line of use reaches down for each pixel of the other, and which of them is above. */
async function compared(page: Page): Promise<{ ratio: number; above: string } | null> {
  const all = await lines(page);
  const [use, made] = [all.find(each => each.dashed), all.find(each => !each.dashed)];
  if (!use || !made) return null;
  const above = use.y + use.height <= made.y + 4 ? 'use'
    : made.y + made.height <= use.y + 4 ? 'production' : 'none';
  return { ratio: use.height / made.height, above };
}

test('The line of use is dashed, that of production is not', async ({ page }) => {
  await open(page, '?days=7', { readings: week() });
  await expect.poll(async () => (await lines(page)).map(each => each.dashed).sort())
    .toEqual([false, true]);
});

test('Each line runs through the values of its own', async ({ page }) => {
  await open(page, '?days=7', { readings: week() });
  await expect.poll(async () => (await compared(page))?.above).toBe('production');
  const { ratio } = await compared(page) ?? { ratio: 0 };
  expect(ratio).toBeGreaterThan(0.4);
  expect(ratio).toBeLessThan(0.65);
});

test('The arrow keys, Home and End move through the days', async ({ page }) => {
  await open(page);
  await focusChart(page);
  await page.keyboard.press('Home');
  await expect(day(page, '23 May: ')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(day(page, '24 May: ')).toBeVisible();
  await page.keyboard.press('End');
  await expect(day(page, '21 Jun: ')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(day(page, '20 Jun: ')).toBeVisible();
});

test('Before the first and after the last day there is none to go to', async ({ page }) => {
  await open(page);
  await focusChart(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(day(page, '23 May: ')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(day(page, '21 Jun: ')).toBeVisible();
});

test('Escape leaves the chosen day', async ({ page }) => {
  await open(page);
  await focusChart(page);
  await page.keyboard.press('End');
  await expect(day(page, '21 Jun: ')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(day(page, /\d (Jun|May): /)).toHaveCount(0);
});

test('The pointer chooses a day and leaves it', async ({ page }) => {
  await open(page);
  await drawing(page, LINE).scrollIntoViewIfNeeded();
  const box = await drawing(page, LINE).boundingBox();
  if (!box) throw new Error('the chart is not drawn');
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height / 2);
  await expect(day(page, /\d May: /)).toBeVisible();
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
  await expect(day(page, /\d Jun: /)).toBeVisible();
  await page.mouse.move(box.x + box.width / 2, Math.max(0, box.y - 60));
  await expect(day(page, /\d (Jun|May): /)).toHaveCount(0);
});

test('The chosen day is told with both values', async ({ page }) => {
  await open(page);
  await focusChart(page);
  await page.keyboard.press('End');
  await expect(day(page, '21 Jun: ')).toBeVisible();
  for (let number = 20; number >= 14; number -= 1) {
    await page.keyboard.press('ArrowLeft');
    await expect(day(page, `${number} Jun: `)).toBeVisible();
  }
  await expect(day(page, '14 Jun: 212 kWh produced, 140 kWh used')).toBeVisible();
});

test('A value that is not there is told as no data', async ({ page }) => {
  await open(page);
  await focusChart(page);
  await page.keyboard.press('End');
  await expect(day(page, /21 Jun: no data/)).toBeVisible();
  for (let number = 20; number >= 16; number -= 1) {
    await page.keyboard.press('ArrowLeft');
    await expect(day(page, `${number} Jun: `)).toBeVisible();
  }
  await expect(day(page, /16 Jun: no data( produced)?, 60 kWh used/)).toBeVisible();
});

test('The chosen day is marked by a line and a point on each line', async ({ page }) => {
  await open(page, '?days=7', { readings: week() });
  await focusChart(page);
  await page.keyboard.press('Escape');
  await expect(day(page, /\d Jun: /)).toHaveCount(0);
  const before = (await shapes(page, LINE)).length;
  await page.keyboard.press('End');
  await expect(day(page, '21 Jun: 210 kWh produced, 105 kWh used')).toBeVisible();
  await expect.poll(async () => (await shapes(page, LINE)).length)
    .toBeGreaterThanOrEqual(before + 3);
});

test('Bars of grid energy are hatched, stacked, and as high as their values', async ({ page }) => {
  await open(page, '?days=7', {
    readings: [reading('north', '06-16T12', 400, 1200), reading('north', '06-19T12', 300, 700)],
  });
  await expect(drawing(page, BARS)).toBeVisible();
  const tallest = async (): Promise<Shape[]> => (await shapes(page, BARS))
    .filter(each => each.fill.includes('url(') && each.height > 30)
    .sort((one, other) => other.height - one.height).slice(0, 2);
  await expect.poll(async () => {
    const [high, low] = await tallest();
    return high && low && high.height / low.height;
  }).toBeCloseTo(2, 1);
  const [grid] = await tallest();
  const own = (await shapes(page, BARS)).filter(each =>
    !each.fill.includes('url(') && Math.abs(each.x - grid.x) < 2
    && Math.abs(each.height * 2 - grid.height) < 4);
  expect(own.length).toBeGreaterThanOrEqual(1);
  expect(own.some(each => Math.abs(each.y - grid.y - grid.height) < 2
    || Math.abs(each.y + each.height - grid.y) < 2)).toBe(true);
});

test('The highest bar lies inside the drawing with both its parts', async ({ page }) => {
  await open(page, '?days=7', { readings: [reading('north', '06-17T12', 1000, 1900)] });
  const parts = async (): Promise<Shape[]> =>
    (await shapes(page, BARS)).filter(each => each.height > 30 && each.kind !== 'line');
  await expect.poll(async () => (await parts()).length).toBeGreaterThanOrEqual(2);
  const top = (await drawing(page, BARS).boundingBox())?.y ?? 0;
  for (const part of await parts()) {
    expect(part.y).toBeGreaterThanOrEqual(top - 1);
  }
});

test('The table of the bars has own and grid energy of the hours that count', async ({ page }) => {
  await open(page);
  const bars = figure(page, 'Where the energy came from');
  await bars.getByRole('button', { name: /Show as table/ }).click();
  const row = bars.getByRole('row').filter({ hasText: '14 Jun' });
  for (const kWh of [/^\s*100(\.0+)?(\s*kWh)?\s*$/, /^\s*40(\.0+)?(\s*kWh)?\s*$/]) {
    await expect(row.locator('td').filter({ hasText: kWh })).toHaveCount(1);
  }
});

test('The heat map averages the use of each hour of the week', async ({ page }) => {
  await open(page, '', { readings: HOURS });
  await expect(cell(page, 'Mon 13:00, 6.4 kWh')).toHaveCount(1);
  await expect(cell(page, /^Sun 23:00, 90(\.0)? kWh$/)).toHaveCount(1);
});

test('The heat map has a cell for each hour, from Monday down to Sunday', async ({ page }) => {
  await open(page, '', { readings: HOURS });
  const cells = drawing(page, HEAT).locator('title')
    .filter({ hasText: /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d\d:00/ });
  await expect(cells).toHaveCount(168);
  const place = (title: string): Promise<{ x: number; y: number } | null> =>
    cell(page, title).first().boundingBox();
  const [monday, tuesday, sunday] = [
    await place('Mon 13:00'), await place('Tue 00:00'), await place('Sun 23:00'),
  ];
  expect(monday?.y).toBeLessThan(tuesday?.y ?? 0);
  expect(tuesday?.y).toBeLessThan(sunday?.y ?? 0);
  expect(tuesday?.x).toBeLessThan(monday?.x ?? 0);
  expect(monday?.x).toBeLessThan(sunday?.x ?? 0);
});

test('Cells differ by their use, and those without a value are hatched', async ({ page }) => {
  await open(page, '', { readings: HOURS });
  await expect(drawing(page, HEAT)).toBeVisible();
  const [low, high, none] = [
    await cellFill(page, 'Tue 00:00'), await cellFill(page, 'Sun 23:00'),
    await cellFill(page, 'Wed 05:00'),
  ];
  expect(low).not.toBe(high);
  expect(low).not.toContain('url(');
  expect(none).toContain('url(');
});

/** The colour of a cell in red, green and blue, as it is painted. */
const colour = (page: Page, title: string): Promise<number[]> =>
  cell(page, title).first().evaluate(each => {
    const part = each.tagName === 'g' ? each.querySelector('rect, path') ?? each : each;
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) return [];
    canvas.fillStyle = getComputedStyle(part).fill;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  });

test('The colours of the heat map can be told apart over the whole range', async ({ page }) => {
  await open(page, '', {
    readings: [10, 50, 90].map((used, at) => reading('north', `06-${15 + at}T13`, 1, used)),
  });
  await expect(drawing(page, HEAT)).toBeVisible();
  const [low, middle, high] = [
    await colour(page, 'Mon 13:00'), await colour(page, 'Tue 13:00'), await colour(page, 'Wed 13:00'),
  ];
  const apart = (one: number[], other: number[]): number =>
    one.reduce((sum, part, at) => sum + Math.abs(part - other[at]), 0);
  expect(apart(low, high)).toBeGreaterThan(60);
  expect(apart(low, middle)).toBeGreaterThan(15);
  expect(apart(middle, high)).toBeGreaterThan(15);
});

test('Show as table replaces each drawing and brings it back', async ({ page }) => {
  await open(page);
  for (const [caption, name, text] of [
    ['Production and use by day', LINE, '14 Jun'], ['Where the energy came from', BARS, '14 Jun'],
    ['Use by hour of the week', HEAT, 'Mon'],
  ]) {
    const toggle = figure(page, caption).getByRole('button', { name: /Show as table/ });
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await expect(figure(page, caption).getByRole('table')).toContainText(text);
    await expect(drawing(page, name)).toHaveCount(0);
    await toggle.click();
    await expect(drawing(page, name)).toBeVisible();
    await expect(figure(page, caption).getByRole('table')).toHaveCount(0);
  }
});

test('Charts are 240 pixels high and as wide as there is room', async ({ page }) => {
  await open(page);
  const size = async (): Promise<{ width: number; height: number } | null> =>
    drawing(page, LINE).boundingBox();
  await expect.poll(async () => (await size())?.height).toBeCloseTo(240, 0);
  const before = (await size())?.width ?? 0;
  await page.setViewportSize({ width: 500, height: 768 });
  await expect.poll(async () => (await size())?.width).toBeLessThan(Math.min(before, 500));
  await expect.poll(async () => (await size())?.height).toBeCloseTo(240, 0);
});

test('At 360 pixels nothing makes the page wider than the window', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await open(page);
  await expect(drawing(page, HEAT)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(360);
});

test('A dark scheme has other colours', async ({ page }) => {
  await open(page, '?days=7', { readings: week() });
  await expect(drawing(page, LINE)).toBeVisible();
  const colours = (): Promise<string> => drawing(page, LINE).evaluate(svg =>
    [...svg.querySelectorAll('path, line, text'), svg].map(each => {
      const style = getComputedStyle(each);
      return `${style.color} ${style.stroke} ${style.fill}`;
    }).join());
  const light = await colours();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(colours).not.toBe(light);
});

/** Keeps what is saved by an object URL, and how many of these URLs are still there. */
async function keepSaved(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept = { texts: [] as Promise<string>[], open: 0 };
    Object.assign(window, { kept });
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (blob: Blob): string => {
      kept.texts.push(blob.text());
      kept.open += 1;
      return createObjectURL.call(URL, blob);
    };
    URL.revokeObjectURL = (url: string): void => {
      kept.open -= 1;
      revokeObjectURL.call(URL, url);
    };
  });
}

interface Kept {
  texts: Promise<string>[];
  open: number;
}

const saved = (page: Page): Promise<string> =>
  page.evaluate(() => (window as never as { kept: Kept }).kept.texts[0]);

test('Download CSV saves a line for each day under the name of the period', async ({ page }) => {
  await keepSaved(page);
  await open(page);
  await expect(drawing(page, LINE)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('energy-2026-05-23-2026-06-21.csv');
  const lines = (await saved(page)).replace(/^\ufeff/, '').split('\r\n');
  expect(lines[0]).toBe('day,produced_kwh,used_kwh,own_kwh,grid_kwh');
  expect(lines.slice(1, 31).map(each => each.slice(0, 10)))
    .toEqual(Array.from({ length: 30 }, (_, index) =>
      new Date(Date.UTC(2026, 4, 23 + index)).toISOString().slice(0, 10)));
  expect(lines.slice(31)).toEqual(['']);
});

test('Values in the CSV have three decimals, and are empty where there are none', async ({ page }) => {
  await keepSaved(page);
  await open(page);
  await expect(drawing(page, LINE)).toBeVisible();
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await expect.poll(() => saved(page)).toContain('2026-06-14,212.000,140.000,100.000,40.000\r\n');
  const text = await saved(page);
  expect(text).toContain('2026-06-15,1000.000,1100.000,1000.000,100.000\r\n');
  expect(text).toMatch(/2026-06-16,,60\.000,(0\.000)?,(0\.000)?\r\n/);
  expect(text).toMatch(/2026-06-17,,,(0\.000)?,(0\.000)?\r\n/);
});

test('The object URL of the CSV is revoked', async ({ page }) => {
  await keepSaved(page);
  await open(page);
  await expect(drawing(page, LINE)).toBeVisible();
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await expect.poll(() => saved(page)).toContain('day,produced_kwh');
  await expect.poll(() => page.evaluate(() => (window as never as { kept: Kept }).kept.open))
    .toBe(0);
});

test('The demo shows three sites, and the same readings each time', async ({ page }) => {
  await page.goto('/');
  await expect(site(page).getByRole('option')).toHaveCount(4);
  await expect(drawing(page, `${LINE}, 23 May to 21 Jun`)).toBeVisible();
  await expect(value(page, 'Produced')).toHaveText(/[1-9][\d,]* kWh/);
  const first = await page.locator('dl').first().evaluate(list => list.textContent);
  await page.reload();
  await expect(drawing(page, LINE)).toBeVisible();
  await expect(page.locator('dl').first()).toHaveText(first ?? '');
});

test('The readings of the demo take 400 milliseconds, as if they came from a server', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-06-21T10:00:00Z') });
  await page.clock.pauseAt(new Date('2026-06-21T10:00:10Z'));
  await page.goto('/');
  await expect(loading(page)).toBeVisible();
  await page.clock.runFor(350);
  await expect(loading(page)).toBeVisible();
  await expect(drawing(page, LINE)).toHaveCount(0);
  await page.clock.resume();
  await expect(drawing(page, LINE)).toBeVisible();
  await expect(loading(page)).toHaveCount(0);
});

test('A member compares all sites with one, in figures, lines, bars and periods', async ({ page }) => {
  const mill = week().map(each => ({
    ...each, siteId: 'mill', hour: each.hour.replace('T12', 'T22'), produced: 0,
    used: 3 * (each.used ?? 0),
  }));
  await open(page, '?days=7', { readings: [...week(), ...mill] });
  await expect(value(page, 'Produced')).toHaveText(/1,260/);
  await expect(value(page, 'Used')).toHaveText(/2,520/);
  await expect(value(page, 'Self-sufficiency')).toHaveText(/^\s*25\s?%/);
  await expect.poll(async () => (await compared(page))?.above).toBe('use');
  const bars = figure(page, 'Where the energy came from');
  await bars.getByRole('button', { name: /Show as table/ }).click();
  const row = bars.getByRole('row').filter({ hasText: '21 Jun' });
  await expect(row.locator('td').filter({ hasText: /^\s*315(\.0+)?(\s*kWh)?\s*$/ })).toHaveCount(1);
  await site(page).selectOption({ label: 'North roof' });
  await expectQuery(page, 'north', '2026-06-15');
  await expect(value(page, 'Used')).toHaveText(/\b630/);
  await expect(value(page, 'Self-sufficiency')).toHaveText(/^\s*100\s?%/);
  await expect.poll(async () => (await compared(page))?.above).toBe('production');
  await choosePeriod(page, 30);
  await expectQuery(page, 'north', '2026-05-23');
  await expect(busy(page)).toHaveCount(0);
  await expect(value(page, 'Best day')).toHaveText(/21 Jun.*210/s);
});
