// The Weather Almanac: places, periods, figures. Written against the source in Angular 19.
import { readFile } from 'node:fs/promises';
import { expect, test, type Download, type Locator, type Page } from '@playwright/test';

test.use({ timezoneId: 'UTC', locale: 'en-US' });

interface Place {
  id: number;
  name: string;
  region?: string;
  country: string;
  latitude: number;
  longitude: number;
}

interface Reply {
  status?: number;
  json?: unknown;
  fails?: boolean;
  /** Answers only when it is resolved. */
  after?: Promise<void>;
}

/** What the archive was asked, in order. */
interface Asked {
  places: URL[];
  daily: URL[];
  /** How many requests have their answer. */
  answered: number;
}

type Day = [
  date: string, min: number, mean: number, max: number, rain: number | null, wind: number,
  code: number,
];

const ULM: Place = {
  id: 1, name: 'Ulm', region: 'Bavaria', country: 'Germany', latitude: 48.4, longitude: 9.98,
};
const OSLO: Place = { id: 2, name: 'Oslo', country: 'Norway', latitude: 59.9, longitude: 10.7 };
const OTHER_ULM: Place = { ...ULM, id: 3, region: 'Arkansas', country: 'USA', latitude: 34.9 };

const DAYS: Day[] = [
  ['2024-05-12', 4, 9, 15, 0, 20, 0],
  ['2024-05-13', 8, 12, 21, 2.5, 35.5, 61],
  ['2024-05-14', 6, 10.5, 17, 1, 12, 95],
];
const COLD: Day[] = [['2024-05-12', -7, -3, 1, 4, 9, 71], ['2024-05-13', -9, -5, 0, 2, 8, 3]];

/** The archive's answer with these days. */
function daily(days: Day[]): Reply {
  const column = (index: number): unknown[] => days.map(day => day[index]);
  return {
    json: {
      daily: {
        date: column(0),
        temperature_min: column(1),
        temperature_mean: column(2),
        temperature_max: column(3),
        precipitation: column(4),
        wind_max: column(5),
        weather_code: column(6),
      },
    },
  };
}

const found = (...results: Place[]): Reply => ({ json: { results } });

/** A promise and what fulfils it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => { open = resolve; });
  return { opened, open };
}

/** Answers each request of the kind by the next reply, the last one stays. */
async function answer(
  page: Page, kind: 'places' | 'daily', asked: Asked, replies: Reply[],
): Promise<void> {
  await page.route(url => url.pathname.endsWith(`/${kind}`), async route => {
    asked[kind].push(new URL(route.request().url()));
    const reply = replies[Math.min(asked[kind].length, replies.length) - 1];
    await reply.after;
    const headers = { 'access-control-allow-origin': '*' };
    const done = reply.fails
      ? route.abort('connectionrefused')
      : route.fulfill({ status: reply.status ?? 200, headers, json: reply.json ?? {} });
    await done.catch(() => undefined);
    asked.answered += 1;
  });
}

interface World {
  places?: Reply[];
  daily?: Reply[];
  /** The text under the key of the local storage. */
  stored?: string;
}

/** Opens the almanac at noon of 15 May 2024. */
async function open(page: Page, world: World = {}): Promise<Asked> {
  const asked: Asked = { places: [], daily: [], answered: 0 };
  await page.clock.install({ time: new Date('2024-05-15T12:00:00Z') });
  await answer(page, 'places', asked, world.places ?? [found(ULM, OSLO)]);
  await answer(page, 'daily', asked, world.daily ?? [daily(DAYS)]);
  await page.addInitScript(text => {
    if (text !== null && !sessionStorage.getItem('seeded')) {
      sessionStorage.setItem('seeded', 'yes');
      localStorage.setItem('weather-almanac', text);
    }
  }, world.stored ?? null);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Weather Almanac' })).toBeVisible();
  return asked;
}

/** Opens the almanac with Ulm as the latest place. */
async function openUlm(page: Page, world: World = {}): Promise<Asked> {
  return open(page, { stored: stored('metric', [ULM]), ...world });
}

const stored = (units: string, recent: Place[]): string => JSON.stringify({ units, recent });

const search = (page: Page): Locator => page.getByPlaceholder('City or village');
const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
/** The button of the drawing; the head of a column may be a button of the same name. */
const measure = (page: Page, name: string): Locator => button(page, name).first();
const from = (page: Page): Locator => page.getByLabel('From', { exact: true });
const to = (page: Page): Locator => page.getByLabel('To', { exact: true });
const heading = (page: Page): Locator => page.getByRole('heading', { level: 2 });
const card = (page: Page, title: string): Locator =>
  page.getByText(title, { exact: true }).locator('..');
const drawing = (page: Page): Locator => page.locator('svg').first();
const head = (page: Page, title: string): Locator =>
  page.getByRole('columnheader', { name: new RegExp(`^${title}`) });
const rows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('cell') });

/** The suggestion whose small text says where the place lies. */
const suggestion = (page: Page, where: string): Locator => page.getByText(where, { exact: true });

async function pick(page: Page, text: string, where: string): Promise<void> {
  await search(page).fill(text);
  await suggestion(page, where).click();
}

/** Sorts by that column: the button in its head, or the head itself. */
async function sortBy(page: Page, title: string): Promise<void> {
  await head(page, title).getByRole('button').or(head(page, title)).last().click();
}

/** The beginnings of the rows, from top to bottom. */
async function expectRows(page: Page, days: string[]): Promise<void> {
  const shown = async (): Promise<string[]> => {
    const texts = await rows(page).allTextContents();
    return texts.map(text => days.find(day => text.includes(day)) ?? text);
  };
  await expect.poll(shown).toEqual(days);
}

async function download(page: Page): Promise<Download> {
  const started = page.waitForEvent('download');
  await button(page, 'Download as CSV').click();
  return started;
}

async function lines(page: Page): Promise<string[]> {
  const text = await readFile(await (await download(page)).path(), 'utf8');
  return text.trim().split(/\r?\n/);
}

/** Lets seconds pass until the days were asked for so many times. */
async function expectAsked(page: Page, asked: URL[], times: number): Promise<void> {
  await expect.poll(async () => {
    await page.clock.runFor(600);
    return asked.length;
  }).toBe(times);
}

/** The outlines of the drawing. */
const outlines = (page: Page): Promise<(string | null)[]> =>
  drawing(page).locator('path').evaluateAll(all => all.map(each => each.getAttribute('d')));

test('Without a place the page asks to search for one and requests nothing', async ({ page }) => {
  const asked = await open(page);
  await expect(page.getByText('Search for a place to see how its weather was.')).toBeVisible();
  await expect(heading(page)).toHaveCount(0);
  expect(asked.daily).toHaveLength(0);
});

test('At the start the period is the thirty days up to yesterday', async ({ page }) => {
  await open(page);
  await expect(from(page)).toHaveValue('2024-04-15');
  await expect(to(page)).toHaveValue('2024-05-14');
});

test('The search asks for at most eight places with the typed text', async ({ page }) => {
  const asked = await open(page);
  await search(page).pressSequentially('ulm');
  await expect(suggestion(page, 'Bavaria, Germany')).toBeVisible();
  await expect(suggestion(page, 'Norway')).toBeVisible();
  const last = asked.places[asked.places.length - 1];
  expect(last.searchParams.get('name')).toBe('ulm');
  expect(last.searchParams.get('limit')).toBe('8');
});

test('The search waits 300 ms after the last key', async ({ page }) => {
  const asked = await open(page);
  await page.clock.pauseAt(new Date('2024-05-15T13:00:00Z'));
  await search(page).fill('os');
  await page.clock.runFor(250);
  await search(page).fill('oslo');
  await page.clock.runFor(250);
  expect(asked.places).toHaveLength(0);
  await expect.poll(async () => {
    await page.clock.runFor(100);
    return asked.places.map(url => url.searchParams.get('name'));
  }).toEqual(['oslo']);
});

test('A single letter asks nothing', async ({ page }) => {
  const asked = await open(page);
  await search(page).fill('o');
  await page.clock.runFor(1_000);
  expect(asked.places).toHaveLength(0);
  await search(page).fill('os');
  await expect.poll(() => asked.places.map(url => url.searchParams.get('name'))).toEqual(['os']);
});

test('Special characters reach the archive as typed', { tag: '@defect' }, async ({ page }) => {
  const asked = await open(page);
  await search(page).fill('a&b #1+');
  await expect.poll(() => asked.places.map(url => url.searchParams.get('name')))
    .toEqual(['a&b #1+']);
});

test('The typed letters are bold in the suggestions', async ({ page }) => {
  await open(page, { places: [found({ ...ULM, name: 'Neu-Ulm' })] });
  await search(page).fill('ul');
  await expect(page.locator('b, strong, mark')).toHaveText('Ul');
});

test('Neither brackets in the search nor angle brackets in a name do harm', { tag: '@defect' },
  async ({ page }) => {
    await open(page, { places: [found({ ...ULM, name: 'Ulm (<i>Donau</i>' })] });
    await search(page).fill('m (');
    await expect(suggestion(page, 'Bavaria, Germany')).toBeVisible();
    await expect(page.getByRole('button').or(page.getByRole('listitem'))
      .filter({ hasText: 'Ulm (<i>Donau</i>' }).first()).toBeVisible();
    await expect(page.locator('b, strong, mark')).toHaveText('m (');
  });

test('A search without result says so', async ({ page }) => {
  await open(page, { places: [found()] });
  await search(page).fill('xyz');
  await expect(page.getByText('No place of this name.')).toBeVisible();
});

test('A failed search says so', async ({ page }) => {
  await open(page, { places: [{ status: 500 }] });
  await search(page).fill('ul');
  await expect(page.getByText('The search does not work at the moment.')).toBeVisible();
});

test('After a failed search the next one works', { tag: '@defect' }, async ({ page }) => {
  await open(page, { places: [{ fails: true }, found(OSLO)] });
  await search(page).fill('ul');
  await expect(page.getByText('The search does not work at the moment.')).toBeVisible();
  await search(page).fill('oslo');
  await expect(suggestion(page, 'Norway')).toBeVisible();
  await expect(page.getByText('The search does not work at the moment.')).toHaveCount(0);
});

test('A chosen suggestion empties the search and opens the place', async ({ page }) => {
  const asked = await open(page);
  await pick(page, 'osl', 'Norway');
  await expect(heading(page)).toContainText('Oslo, Norway');
  await expect(search(page)).toHaveValue('');
  await expect(suggestion(page, 'Bavaria, Germany')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(3);
  const { searchParams } = asked.daily[0];
  expect(['lat', 'lon', 'from', 'to'].map(name => searchParams.get(name)))
    .toEqual(['59.9', '10.7', '2024-04-15', '2024-05-14']);
});

test('At the start the latest place is opened with its period', async ({ page }) => {
  const asked = await open(page, { stored: stored('metric', [OSLO, ULM]) });
  await expect(heading(page)).toContainText('Oslo, Norway');
  await expect(heading(page)).toContainText('Apr 15, 2024 to May 14, 2024');
  await expect(rows(page)).toHaveCount(3);
  expect(asked.daily.map(url => url.searchParams.get('lat'))).toEqual(['59.9']);
});

test('Recent places are buttons that open them again', async ({ page }) => {
  await open(page, {
    stored: stored('metric', [OSLO, ULM]), daily: [daily(DAYS), daily(COLD)],
  });
  await expect(heading(page)).toContainText('Oslo');
  await button(page, 'Ulm').click();
  await expect(heading(page)).toContainText('Ulm, Germany');
  await expect(rows(page)).toHaveCount(2);
});

test('Five recent places are kept, the latest first and none twice', async ({ page }) => {
  const recent = [1, 2, 3, 4, 5].map(id => ({ ...ULM, id: id * 10, name: `Town ${id}` }));
  await open(page, { stored: stored('metric', recent) });
  const kept = (): Promise<string[]> => page.evaluate(() => {
    const text = localStorage.getItem('weather-almanac') ?? '{"recent":[]}';
    const { recent: places } = JSON.parse(text) as { recent: { name: string }[] };
    return places.map(place => place.name);
  });
  await button(page, 'Town 3').click();
  await expect.poll(kept).toEqual(['Town 3', 'Town 1', 'Town 2', 'Town 4', 'Town 5']);
  await pick(page, 'osl', 'Norway');
  await expect.poll(kept).toEqual(['Oslo', 'Town 3', 'Town 1', 'Town 2', 'Town 4']);
  await expect(button(page, 'Oslo')).toBeVisible();
  await expect(button(page, 'Town 5')).toHaveCount(0);
});

test('Stored text that cannot be read gives the defaults', { tag: '@defect' }, async ({ page }) => {
  await open(page, { stored: '{broken' });
  await expect(page.getByText('Search for a place to see how its weather was.')).toBeVisible();
  await expect(button(page, 'Metric')).toHaveClass(/\bactive\b/);
});

test('Units and places are still there after a reload', async ({ page }) => {
  await open(page);
  await pick(page, 'osl', 'Norway');
  await button(page, 'Imperial').click();
  await expect(card(page, 'Warmest day')).toContainText('69.8 °F');
  await page.reload();
  await expect(heading(page)).toContainText('Oslo, Norway');
  await expect(button(page, 'Imperial')).toHaveClass(/\bactive\b/);
  await expect(card(page, 'Warmest day')).toContainText('69.8 °F');
});

test('Metric and Imperial switch the units of figures and table at once', async ({ page }) => {
  await openUlm(page);
  await expect(button(page, 'Metric')).toHaveClass(/\bactive\b/);
  await expect(rows(page).first()).toContainText('15.0 °C');
  await expect(rows(page).nth(1)).toContainText('35.5 km/h');
  await button(page, 'Imperial').click();
  await expect(button(page, 'Imperial')).toHaveClass(/\bactive\b/);
  await expect(button(page, 'Metric')).not.toHaveClass(/\bactive\b/);
  await expect(rows(page).first()).toContainText('59.0 °F');
  await expect(rows(page).nth(1)).toContainText('0.1 in');
  await expect(rows(page).nth(1)).toContainText('22.1 mph');
  await expect(card(page, 'Mean temperature')).toContainText('50.9 °F');
});

test('The cards tell mean, warmest and coldest day, rain and wind', async ({ page }) => {
  await openUlm(page);
  await expect(card(page, 'Mean temperature')).toContainText('10.5 °C');
  await expect(card(page, 'Mean daily spread')).toContainText('11.7 °C');
  await expect(card(page, 'Warmest day')).toContainText('21.0 °C');
  await expect(card(page, 'Warmest day')).toContainText('13 May 2024');
  await expect(card(page, 'Coldest day')).toContainText('4.0 °C');
  await expect(card(page, 'Coldest day')).toContainText('12 May 2024');
  await expect(card(page, 'Rain in all')).toContainText('3.5 mm');
  await expect(card(page, 'Rain in all')).toContainText('2 rainy days');
  await expect(card(page, 'Strongest wind')).toContainText('35.5 km/h');
});

test('The mean daily spread is converted as a difference', { tag: '@defect' }, async ({ page }) => {
  await openUlm(page);
  await button(page, 'Imperial').click();
  await expect(card(page, 'Mean daily spread')).toContainText('21.0 °F');
});

test('The table has a row for each day with its sky in words', async ({ page }) => {
  const codes = [0, 3, 45, 61, 71, 80, 95, 100];
  const days = codes.map((code, at): Day => [`2024-05-0${at + 1}`, 1, 2, 3, 4, 5, code]);
  await openUlm(page, { daily: [daily(days)] });
  await expect(rows(page)).toHaveCount(8);
  await expect(rows(page).first()).toContainText('Wed 1 May 2024');
  await expect(rows(page).first()).toContainText('2.0 °C');
  const skies = ['Clear', 'Cloudy', 'Fog', 'Rain', 'Snow', 'Showers', 'Thunderstorm', 'Unknown'];
  for (const [at, sky] of skies.entries()) {
    await expect(rows(page).nth(at).getByRole('cell').last()).toHaveText(sky);
  }
});

test('A missing measurement counts as nought', async ({ page }) => {
  await openUlm(page, { daily: [daily([['2024-05-12', 4, 9, 15, null, 20, 0]])] });
  await expect(rows(page).first()).toContainText('0.0 mm');
  await expect(card(page, 'Rain in all')).toContainText('0 rainy days');
});

test('A click on a head sorts by its column, a second one backwards', async ({ page }) => {
  await openUlm(page);
  await expect(head(page, 'Day')).toContainText('▲');
  await expectRows(page, ['12 May', '13 May', '14 May']);
  await sortBy(page, 'High');
  await expectRows(page, ['12 May', '14 May', '13 May']);
  await expect(head(page, 'High')).toContainText('▲');
  await expect(head(page, 'Day')).not.toContainText(/[▲▼]/);
  await sortBy(page, 'High');
  await expectRows(page, ['13 May', '14 May', '12 May']);
  await expect(head(page, 'High')).toContainText('▼');
});

test('Words are sorted by the alphabet', async ({ page }) => {
  await openUlm(page);
  await sortBy(page, 'Sky');
  await expectRows(page, ['12 May', '13 May', '14 May']);
  await sortBy(page, 'Sky');
  await expectRows(page, ['14 May', '13 May', '12 May']);
});

test('Sorting the table leaves the drawing as it is', { tag: '@defect' }, async ({ page }) => {
  await openUlm(page);
  await expectRows(page, ['12 May', '13 May', '14 May']);
  const before = await outlines(page);
  await sortBy(page, 'High');
  await expectRows(page, ['12 May', '14 May', '13 May']);
  await measure(page, 'Wind').click();
  await expect.poll(() => outlines(page)).toHaveLength(1);
  await measure(page, 'Temperature').click();
  await expect.poll(() => outlines(page)).toEqual(before);
});

test('The drawing shows temperature as a band with a line and wind as a line', async ({ page }) => {
  await openUlm(page);
  await expect(measure(page, 'Temperature')).toHaveClass(/\bactive\b/);
  await expect(drawing(page).locator('path')).toHaveCount(2);
  await expect(drawing(page)).toContainText('12 May 2024');
  await expect(drawing(page)).toContainText('14 May 2024');
  await expect(drawing(page)).toContainText('12.5');
  await measure(page, 'Wind').click();
  await expect(measure(page, 'Wind')).toHaveClass(/\bactive\b/);
  await expect(drawing(page).locator('path')).toHaveCount(1);
  await expect(drawing(page)).toContainText('36.0');
});

test('Switching the units changes the scale of the drawing', async ({ page }) => {
  await openUlm(page);
  await expect(drawing(page)).toContainText('12.5');
  await button(page, 'Imperial').click();
  await expect(drawing(page)).toContainText('54.5');
  await expect(drawing(page)).not.toContainText('12.5');
});

test('The drawing shows rain as bars', async ({ page }) => {
  await openUlm(page);
  await expect(drawing(page).locator('.bar')).toHaveCount(0);
  await measure(page, 'Rain').click();
  await expect(drawing(page).locator('.bar')).toHaveCount(3);
  await expect(drawing(page).locator('path')).toHaveCount(0);
  await expect(drawing(page)).toContainText('1.5');
  const heights = (): Promise<number[]> => drawing(page).locator('.bar')
    .evaluateAll(all => all.map(bar => Math.round(bar.getBoundingClientRect().height)));
  await expect.poll(async () => {
    const [none, most, some] = await heights();
    return none === 0 && some > 0 && most > some;
  }).toBe(true);
});

test('Pointing at a day of the drawing tells its values until the pointer leaves',
  async ({ page }) => {
    await openUlm(page);
    await expect(rows(page)).toHaveCount(3);
    const told = page.getByText(/13 May 2024:\s*8\.0 °C to 21\.0 °C,\s*2\.5 mm,\s*35\.5 km\/h/);
    await expect(told).toHaveCount(0);
    await drawing(page).hover();
    await expect(told).toBeVisible();
    await page.getByRole('heading', { name: 'Weather Almanac' }).hover();
    await expect(told).toHaveCount(0);
  });

test('A single day and days without rain are drawn without NaN', { tag: '@defect' },
  async ({ page }) => {
    await openUlm(page, { daily: [daily([['2024-05-12', 4, 9, 15, 0, 20, 0]])] });
    await expect(rows(page)).toHaveCount(1);
    const drawn = (): Promise<string> => drawing(page).evaluate(svg => svg.outerHTML);
    for (const name of ['Wind', 'Rain', 'Temperature']) {
      await measure(page, name).click();
      await expect(measure(page, name)).toHaveClass(/\bactive\b/);
      await expect.poll(drawn).not.toMatch(/NaN|Infinity/);
    }
  });

test('Show loads the chosen period and names it', async ({ page }) => {
  const asked = await openUlm(page, { daily: [daily(DAYS), daily(COLD)] });
  await expect(rows(page)).toHaveCount(3);
  await from(page).fill('2024-01-02');
  await to(page).fill('2024-01-31');
  await button(page, 'Show').click();
  await expect(rows(page)).toHaveCount(2);
  await expect(heading(page)).toContainText('Jan 2, 2024 to Jan 31, 2024');
  expect(asked.daily[1].searchParams.get('from')).toBe('2024-01-02');
  expect(asked.daily[1].searchParams.get('to')).toBe('2024-01-31');
});

test('The three presets set both days and load at once', async ({ page }) => {
  const asked = await openUlm(page);
  const days = (): (string | null)[] => asked.daily.map(url => url.searchParams.get('from'));
  await button(page, 'Last 7 days').click();
  await expect(from(page)).toHaveValue('2024-05-08');
  await expect(to(page)).toHaveValue('2024-05-14');
  await expect.poll(days).toEqual(['2024-04-15', '2024-05-08']);
  await button(page, 'Last year').click();
  await expect(from(page)).toHaveValue('2023-05-16');
  await expect.poll(days).toEqual(['2024-04-15', '2024-05-08', '2023-05-16']);
  await button(page, 'Last 30 days').click();
  await expect(from(page)).toHaveValue('2024-04-15');
  await expect(heading(page)).toContainText('Apr 15, 2024 to May 14, 2024');
});

test('Periods that cannot be are refused in four messages', async ({ page }) => {
  const asked = await openUlm(page);
  await expect(rows(page)).toHaveCount(3);
  const refused: [string, string, string][] = [
    ['', '2024-05-14', 'Enter both days.'],
    ['2024-05-14', '2024-05-13', 'The first day lies after the last.'],
    ['1949-12-31', '1950-01-05', 'The archive reaches from 1950 to yesterday.'],
    ['2024-05-14', '2024-05-15', 'The archive reaches from 1950 to yesterday.'],
    ['2023-05-14', '2024-05-14', 'Choose at most one year.'],
  ];
  for (const [first, last, message] of refused) {
    await from(page).fill(first);
    await to(page).fill(last);
    await button(page, 'Show').click();
    await expect(page.getByText(message)).toBeVisible();
  }
  expect(asked.daily).toHaveLength(1);
});

test('The longest period is allowed and takes the message away', async ({ page }) => {
  const asked = await openUlm(page);
  await from(page).fill('2023-05-14');
  await button(page, 'Show').click();
  await expect(page.getByText('Choose at most one year.')).toBeVisible();
  await from(page).fill('2023-05-15');
  await button(page, 'Show').click();
  await expect(page.getByText('Choose at most one year.')).toHaveCount(0);
  await expect.poll(() => asked.daily.length).toBe(2);
});

test('While the days are loaded the page says so', async ({ page }) => {
  const { opened, open: letGo } = gate();
  await openUlm(page, { daily: [{ ...daily(DAYS), after: opened }] });
  await expect(page.getByText('Loading the archive …')).toBeVisible();
  await expect(heading(page)).toContainText('Ulm, Germany');
  await expect(button(page, 'Try again')).toHaveCount(0);
  letGo();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('Loading the archive …')).toHaveCount(0);
});

test('While another place is loaded, no figures of the one before stand there', async ({ page }) => {
  const { opened, open: letGo } = gate();
  await openUlm(page, { daily: [daily(DAYS), { ...daily(COLD), after: opened }] });
  await expect(rows(page)).toHaveCount(3);
  await pick(page, 'osl', 'Norway');
  await expect(heading(page)).toContainText('Oslo');
  await expect(page.getByText('Loading the archive …')).toBeVisible();
  await expect(page.getByText('Mean temperature')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(0);
  letGo();
  await expect(rows(page)).toHaveCount(2);
});

test('A period without days says so', async ({ page }) => {
  await openUlm(page, { daily: [daily([])] });
  await expect(page.getByText('The archive has no days in this period.')).toBeVisible();
  await expect(button(page, 'Download as CSV')).toHaveCount(0);
});

test('A failed request is repeated twice, a second apart', async ({ page }) => {
  const asked = await openUlm(page, { daily: [{ status: 503 }, { status: 503 }, daily(DAYS)] });
  await expectAsked(page, asked.daily, 3);
  await expect(rows(page)).toHaveCount(3);
});

test('After the third failure the page gives the reason in words', async ({ page }) => {
  const asked = await openUlm(page, { daily: [{ status: 503 }] });
  await expectAsked(page, asked.daily, 3);
  await expect(page.getByText('The archive answered with an error (503).')).toBeVisible();
  await expect(page.getByText('Loading the archive …')).toHaveCount(0);
});

test('A place without data and too many requests have words of their own', async ({ page }) => {
  const asked = await openUlm(page, { daily: [404, 404, 404, 429].map(status => ({ status })) });
  await expectAsked(page, asked.daily, 3);
  await expect(page.getByText('The archive has no data for this place.')).toBeVisible();
  await button(page, 'Try again').click();
  await expectAsked(page, asked.daily, 6);
  await expect(page.getByText('Too many requests. Try again in a minute.')).toBeVisible();
});

test('When the archive cannot be reached, Try again loads once more', async ({ page }) => {
  const failed = { fails: true };
  const asked = await openUlm(page, { daily: [failed, failed, failed, daily(DAYS)] });
  await expectAsked(page, asked.daily, 3);
  const message = page.getByText('The archive cannot be reached. Check your connection.');
  await expect(message).toBeVisible();
  await button(page, 'Try again').click();
  await expect(rows(page)).toHaveCount(3);
  await expect(message).toHaveCount(0);
});

test('After a failed load no figures of another place stand there', { tag: '@defect' },
  async ({ page }) => {
    const asked = await openUlm(page, { daily: [daily(DAYS), { status: 503 }] });
    await expect(card(page, 'Mean temperature')).toContainText('10.5 °C');
    await pick(page, 'osl', 'Norway');
    await expectAsked(page, asked.daily, 4);
    await expect(page.getByText('The archive answered with an error (503).')).toBeVisible();
    await expect(heading(page)).toContainText('Oslo');
    await expect(page.getByText('Mean temperature')).toHaveCount(0);
    await expect(rows(page)).toHaveCount(0);
  });

test('A late answer to an earlier place replaces nothing', { tag: '@defect' }, async ({ page }) => {
  const { opened, open: letGo } = gate();
  const asked = await openUlm(page, { daily: [{ ...daily(COLD), after: opened }, daily(DAYS)] });
  await expect.poll(() => asked.daily.length).toBe(1);
  await pick(page, 'osl', 'Norway');
  await expect(card(page, 'Warmest day')).toContainText('21.0 °C');
  const before = asked.answered;
  letGo();
  await expect.poll(() => asked.answered).toBe(before + 1);
  await button(page, 'Imperial').click();
  await expect(card(page, 'Warmest day')).toContainText('69.8 °F');
  await expect(rows(page)).toHaveCount(3);
});

test('A range that was loaded before comes from memory', async ({ page }) => {
  const asked = await openUlm(page, { daily: [daily(DAYS), daily(COLD)] });
  await expect(rows(page)).toHaveCount(3);
  await button(page, 'Last 7 days').click();
  await expect(rows(page)).toHaveCount(2);
  await button(page, 'Last 30 days').click();
  await expect(rows(page)).toHaveCount(3);
  expect(asked.daily).toHaveLength(2);
});

test('The memory tells places of the same name apart', { tag: '@defect' }, async ({ page }) => {
  const asked = await openUlm(page, {
    places: [found(OTHER_ULM)], daily: [daily(DAYS), daily(COLD)],
  });
  await expect(rows(page)).toHaveCount(3);
  await pick(page, 'ul', 'Arkansas, USA');
  await expect(heading(page)).toContainText('Ulm, USA');
  await expect(rows(page)).toHaveCount(2);
  expect(asked.daily[1].searchParams.get('lat')).toBe('34.9');
});

test('Download as CSV saves the metric values under the name of the place', async ({ page }) => {
  await openUlm(page);
  await button(page, 'Imperial').click();
  await expect(rows(page).first()).toContainText('°F');
  const saved = await download(page);
  expect(saved.suggestedFilename()).toBe('Ulm.csv');
  const text = await readFile(await saved.path(), 'utf8');
  expect(text.trim().split(/\r?\n/)).toEqual([
    'date,min,mean,max,rain,wind,sky',
    '2024-05-12,4,9,15,0,20,Clear',
    '2024-05-13,8,12,21,2.5,35.5,Rain',
    '2024-05-14,6,10.5,17,1,12,Thunderstorm',
  ]);
});

test('The download follows the order of the table', async ({ page }) => {
  await openUlm(page);
  await sortBy(page, 'Rain');
  await sortBy(page, 'Rain');
  await expectRows(page, ['13 May', '14 May', '12 May']);
  const [, ...days] = await lines(page);
  expect(days.map(line => line.slice(0, 10))).toEqual(['2024-05-13', '2024-05-14', '2024-05-12']);
});
