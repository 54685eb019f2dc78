// Next Desk, a search for vacancies. Written by reading the legacy source in React 16 with redux.
import { expect, test, type Locator, type Page } from '@playwright/test';

test.use({ timezoneId: 'UTC', locale: 'en-US' });

interface Salary {
  from?: number | null;
  to?: number | null;
  currency: string;
}

interface Vacancy {
  id: number;
  title: string;
  company: { name: string };
  place: string;
  salary: Salary | null;
  snippet?: string | null;
  employment: string;
  published_at: string;
  source: string;
  url: string;
  archived: boolean;
  description: string;
  skills?: string[] | null;
}

interface Reply {
  status?: number;
  json?: unknown;
  fails?: boolean;
  /** Answers only when it is resolved. */
  after?: Promise<void>;
}

/** What the hub was asked, in order, how many requests have their answer, and what was aborted. */
interface Asked {
  list: URL[];
  vacancy: URL[];
  related: URL[];
  answered: number;
  aborted: Kind[];
}

type Kind = 'list' | 'vacancy' | 'related';

interface World {
  list?: Reply[];
  vacancy?: Reply[];
  related?: Reply[];
  /** The text under next-desk.saved. */
  saved?: string;
}

function vacancy(id: number, title: string, changes: Partial<Vacancy> = {}): Vacancy {
  return {
    id,
    title,
    company: { name: `Company ${id}` },
    place: 'Ghent',
    salary: { from: 1050, to: 1550, currency: 'EUR' },
    snippet: `What ${title} is about.`,
    employment: 'full',
    published_at: '2024-05-12T08:00:00Z',
    source: 'Jobrack',
    url: 'https://jobrack.example.org/offer',
    archived: false,
    description: `<p>All about <em>${title}</em></p>`,
    skills: ['Patience', 'Dutch'],
    ...changes,
  };
}

const NURSE = vacancy(101, 'Night nurse');
const BAKER = vacancy(102, 'Pastry baker', {
  salary: { from: 1220, currency: 'GBP' }, employment: 'part',
});
const PILOT = vacancy(103, 'Harbour pilot', {
  salary: { to: 90003, currency: 'SEK' }, employment: 'project',
  published_at: '2024-05-15T06:00:00Z',
});
const CLERK = vacancy(104, 'Junior clerk', { salary: null, employment: 'intern' });

const listed = (items: Vacancy[], found = items.length, pages = 1): Reply =>
  ({ json: { items, found, pages } });

const HUB = 'api.vacancyhub.example.com';

/** A promise and what fulfils it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => { open = resolve; });
  return { opened, open };
}

function kindOf(url: URL): Kind {
  if (url.pathname.endsWith('/related')) {
    return 'related';
  }
  return url.pathname.endsWith('/vacancies') ? 'list' : 'vacancy';
}

/** Opens an address at noon of 15 May 2024. Each request gets the next reply, the last stays. */
async function open(page: Page, address: string, world: World = {}): Promise<Asked> {
  const asked: Asked = { list: [], vacancy: [], related: [], answered: 0, aborted: [] };
  const replies: Record<Kind, Reply[]> = {
    list: world.list ?? [listed([NURSE, BAKER, PILOT, CLERK])],
    vacancy: world.vacancy ?? [{ json: NURSE }],
    related: world.related ?? [{ json: { items: [] } }],
  };
  page.on('requestfailed', request => {
    const url = new URL(request.url());
    // not the failures of `fails`
    if (url.host === HUB && request.failure()?.errorText === 'net::ERR_ABORTED') {
      asked.aborted.push(kindOf(url));
    }
  });
  await page.clock.install({ time: new Date('2024-05-15T12:00:00Z') });
  await page.route(`https://${HUB}/v2/**`, async route => {
    const url = new URL(route.request().url());
    const kind = kindOf(url);
    asked[kind].push(url);
    const reply = replies[kind][Math.min(asked[kind].length, replies[kind].length) - 1];
    await reply.after;
    const headers = { 'access-control-allow-origin': '*' };
    const done = reply.fails
      ? route.abort('connectionrefused')
      : route.fulfill({ status: reply.status ?? 200, headers, json: reply.json ?? {} });
    await done.catch(() => undefined);
    asked.answered += 1;
  });
  await page.addInitScript(text => {
    if (text !== null && !sessionStorage.getItem('seeded')) {
      sessionStorage.setItem('seeded', 'yes');
      localStorage.setItem('next-desk.saved', text);
    }
  }, world.saved ?? null);
  await page.goto(address);
  await expect(page.getByRole('link', { name: 'All vacancies' })).toBeVisible();
  return asked;
}

const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });
const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const searchText = (page: Page): Locator => page.getByPlaceholder('Job or company');
const searchPlace = (page: Page): Locator => page.getByPlaceholder('Place', { exact: true });
const salary = (page: Page): Locator => page.getByPlaceholder('Salary from, EUR a month');
const type = (page: Page, name: string): Locator => page.getByRole('checkbox', { name });
const period = (page: Page): Locator =>
  page.getByRole('combobox').filter({ hasText: 'At any time' });
const order = (page: Page): Locator => page.getByRole('combobox').filter({ hasText: 'Best match' });
const cards = (page: Page): Locator => page.getByRole('article');
const card = (page: Page, title: string): Locator => cards(page).filter({ hasText: title });
const star = (page: Page, title: string): Locator =>
  card(page, title).getByRole('button').filter({ hasText: /[★☆]/ });
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const savedLink = (page: Page): Locator => page.getByRole('link', { name: /^Saved/ });

/** The titles of the cards from top to bottom. */
async function expectCards(page: Page, titles: string[]): Promise<void> {
  await expect(cards(page).getByRole('heading')).toHaveText(titles);
}

/** The path of the address and its parameters; the order of different parameters is free. */
async function expectAddress(page: Page, path: string, query: string[]): Promise<void> {
  const shown = (): string[] => {
    const url = new URL(page.url());
    return [url.pathname, ...[...url.searchParams].map(pair => pair.join('=')).sort()];
  };
  await expect.poll(shown).toEqual([path, ...query]);
}

/** What the last request for the list asked; a parameter without a value is one left out. */
function lastList(asked: Asked): Record<string, string> {
  const { searchParams } = asked.list[asked.list.length - 1];
  const names = [
    'text', 'place', 'salary_from', 'currency', 'employment', 'published_within', 'order_by',
    'page', 'per_page', 'app_key',
  ];
  return Object.fromEntries(names.map(name => [name, searchParams.getAll(name).join(',')]));
}

const DEFAULTS = {
  text: '',
  place: '',
  salary_from: '',
  currency: 'EUR',
  employment: '',
  published_within: '',
  order_by: 'relevance',
  page: '1',
  per_page: '20',
  app_key: 'next-desk-web-0418',
};

const savedIds = (page: Page): Promise<number[]> => page.evaluate(() => {
  const kept = JSON.parse(localStorage.getItem('next-desk.saved') ?? '[]') as { id: number }[];
  return kept.map(each => each.id);
});

test('The main page welcomes and offers five popular searches', async ({ page }) => {
  await open(page, '/');
  await expect(heading(page)).toHaveText('Find your next desk');
  await expect(page.getByText('Vacancies from twelve job boards in one search.')).toBeVisible();
  for (const name of ['Accountant', 'Electrician', 'Nurse', 'Teacher', 'Web developer']) {
    await expect(link(page, name)).toBeVisible();
  }
});

test('A popular search leads to its list', async ({ page }) => {
  const asked = await open(page, '/');
  await link(page, 'Web developer').click();
  await expectAddress(page, '/vacancies', ['text=Web developer']);
  await expectCards(page, ['Night nurse', 'Pastry baker', 'Harbour pilot', 'Junior clerk']);
  expect(lastList(asked).text).toBe('Web developer');
  await expect(searchText(page)).toHaveValue('Web developer');
});

test('Header and footer stand on all pages, and the title stays', async ({ page }) => {
  await open(page, '/');
  const footer = page.getByText(
    'Next Desk shows vacancies of other job boards and is not responsible for what they say.',
  );
  await expect(footer).toBeVisible();
  await link(page, 'All vacancies').click();
  await expect(heading(page)).toHaveText('Vacancies found: 4');
  await expect(footer).toBeVisible();
  await expect(page).toHaveTitle('Next Desk');
  await link(page, 'Night nurse').click();
  await expect(heading(page)).toHaveText('Night nurse');
  await expect(footer).toBeVisible();
  await expect(page).toHaveTitle('Next Desk');
  await link(page, 'Next Desk').click();
  await expect(heading(page)).toHaveText('Find your next desk');
});

test('An unknown address leads to the main page', async ({ page }) => {
  await open(page, '/vacancies?text=a');
  await page.goto('/nowhere/at/all');
  await expect(heading(page)).toHaveText('Find your next desk');
  await expectAddress(page, '/', []);
  await page.goBack();
  await expectAddress(page, '/vacancies', ['text=a']);
});

test('An empty search is refused', async ({ page }) => {
  const asked = await open(page, '/');
  await searchText(page).fill('   ');
  await button(page, 'Search').click();
  await expect(page.getByText('Enter a job, a company or a place.')).toBeVisible();
  await expectAddress(page, '/', []);
  expect(asked.list).toHaveLength(0);
});

test('A search goes to the list with trimmed words', async ({ page }) => {
  const asked = await open(page, '/');
  await searchText(page).fill('  night shift ');
  await searchPlace(page).fill(' Ghent ');
  await searchPlace(page).press('Enter');
  await expectAddress(page, '/vacancies', ['place=Ghent', 'text=night shift']);
  await expect.poll(() => asked.list.length).toBe(1);
  expect(lastList(asked)).toEqual({ ...DEFAULTS, text: 'night shift', place: 'Ghent' });
});

test('A place alone is enough for a search', async ({ page }) => {
  await open(page, '/');
  await searchPlace(page).fill('Ghent');
  await button(page, 'Search').click();
  await expectAddress(page, '/vacancies', ['place=Ghent']);
});

test('The search fields take 100 and 60 characters', async ({ page }) => {
  await open(page, '/');
  await expect(searchText(page)).toHaveAttribute('maxlength', '100');
  await expect(searchPlace(page)).toHaveAttribute('maxlength', '60');
});

test('The plain list asks the hub with the defaults', async ({ page }) => {
  const asked = await open(page, '/vacancies');
  await expect(cards(page)).toHaveCount(4);
  expect(asked.list).toHaveLength(1);
  expect(lastList(asked)).toEqual(DEFAULTS);
  await expect(order(page)).toHaveValue('relevance');
});

test('The filters of the address are in force and shown', async ({ page }) => {
  const asked = await open(
    page,
    '/vacancies?text=nurse&place=Ghent&salary=1500&type=part&type=intern&days=7&order=date&page=3',
    { list: [listed([NURSE], 61, 4)] },
  );
  await expect(cards(page)).toHaveCount(1);
  expect(lastList(asked)).toEqual({
    ...DEFAULTS,
    text: 'nurse',
    place: 'Ghent',
    salary_from: '1500',
    employment: 'part,intern',
    published_within: '7',
    order_by: 'published_at',
    page: '3',
  });
  await expect(searchText(page)).toHaveValue('nurse');
  await expect(searchPlace(page)).toHaveValue('Ghent');
  await expect(salary(page)).toHaveValue('1500');
  await expect(type(page, 'Part time')).toBeChecked();
  await expect(type(page, 'Internship')).toBeChecked();
  await expect(type(page, 'Full time')).not.toBeChecked();
  await expect(period(page).getByRole('option', { selected: true }))
    .toHaveText('In the last 7 days');
  await expect(order(page).getByRole('option', { selected: true })).toHaveText('Newest first');
  await expect(page.getByText('Page 3 of 4')).toBeVisible();
});

test('A single type of the address is in force', async ({ page }) => {
  const asked = await open(page, '/vacancies?type=project');
  await expect(type(page, 'Project work')).toBeChecked();
  await expect.poll(() => asked.list.length).toBe(1);
  expect(lastList(asked).employment).toBe('project');
});

test('Values that the application never writes count as the default', { tag: '@defect' },
  async ({ page }) => {
    const asked = await open(
      page, '/vacancies?text=nurse&salary=12a&type=boss&type=part&days=3&order=size&page=-2',
    );
    await expect(cards(page)).toHaveCount(4);
    expect(lastList(asked)).toMatchObject({
      text: 'nurse', salary_from: '', published_within: '', order_by: 'relevance', page: '1',
    });
    expect(lastList(asked).employment).not.toContain('boss');
  });

test('A page of the address that is no whole number is the first', { tag: '@defect' },
  async ({ page }) => {
    const asked = await open(page, '/vacancies?page=1.5', { list: [listed([NURSE], 61, 4)] });
    await expect(page.getByText('Page 1 of 4')).toBeVisible();
    expect(lastList(asked).page).toBe('1');
  });

test('The filter panel offers four types and four periods', async ({ page }) => {
  await open(page, '/vacancies');
  for (const name of ['Full time', 'Part time', 'Project work', 'Internship']) {
    await expect(type(page, name)).not.toBeChecked();
  }
  await expect(period(page).getByRole('option')).toHaveText([
    'At any time', 'In the last 24 hours', 'In the last 7 days', 'In the last 30 days',
  ]);
});

test('Apply puts salary, types and period into the address, from page 1', async ({ page }) => {
  const asked = await open(page, '/vacancies?text=nurse&page=2', {
    list: [listed([NURSE], 61, 4)],
  });
  await expect(cards(page)).toHaveCount(1);
  await salary(page).fill('1500');
  await type(page, 'Full time').click();
  await type(page, 'Project work').click();
  await period(page).selectOption({ label: 'In the last 24 hours' });
  await button(page, 'Apply').click();
  await expectAddress(page, '/vacancies', [
    'days=1', 'salary=1500', 'text=nurse', 'type=full', 'type=project',
  ]);
  await expect.poll(() => asked.list.length).toBe(2);
  expect(lastList(asked)).toEqual({
    ...DEFAULTS, text: 'nurse', salary_from: '1500', employment: 'full,project',
    published_within: '1',
  });
});

test('A type that is unticked leaves the address', async ({ page }) => {
  await open(page, '/vacancies?type=full&type=part');
  await type(page, 'Full time').click();
  await expect(type(page, 'Full time')).not.toBeChecked();
  await button(page, 'Apply').click();
  await expectAddress(page, '/vacancies', ['type=part']);
});

test('A change of nothing but the types is asked of the hub', async ({ page }) => {
  const asked = await open(page, '/vacancies', { list: [listed([NURSE]), listed([BAKER])] });
  await expectCards(page, ['Night nurse']);
  await type(page, 'Part time').click();
  await button(page, 'Apply').click();
  await expectCards(page, ['Pastry baker']);
  expect(lastList(asked)).toEqual({ ...DEFAULTS, employment: 'part' });
});

test('A salary that is no number of at most 6 digits is refused', async ({ page }) => {
  const asked = await open(page, '/vacancies');
  await expect(cards(page)).toHaveCount(4);
  const message = page.getByText('The salary must be a whole number of at most 6 digits.');
  await salary(page).fill('12,5');
  await button(page, 'Apply').click();
  await expect(message).toBeVisible();
  await salary(page).fill('1234567');
  await button(page, 'Apply').click();
  await expect(message).toBeVisible();
  expect(asked.list).toHaveLength(1);
  await salary(page).fill('123456');
  await button(page, 'Apply').click();
  await expectAddress(page, '/vacancies', ['salary=123456']);
  await expect(message).toHaveCount(0);
});

test('Reset empties salary, types and period and keeps the rest', async ({ page }) => {
  await open(page, '/vacancies?text=nurse&place=Ghent&salary=9&type=full&days=30&order=date');
  await expect(salary(page)).toHaveValue('9');
  await button(page, 'Reset').click();
  await expectAddress(page, '/vacancies', ['order=date', 'place=Ghent', 'text=nurse']);
  await expect(salary(page)).toHaveValue('');
  await expect(type(page, 'Full time')).not.toBeChecked();
});

test('Reset also empties what was entered and never applied', async ({ page }) => {
  await open(page, '/vacancies');
  const message = page.getByText('The salary must be a whole number of at most 6 digits.');
  await salary(page).fill('12,5');
  await type(page, 'Full time').click();
  await button(page, 'Apply').click();
  await expect(message).toBeVisible();
  await button(page, 'Reset').click();
  await expect(salary(page)).toHaveValue('');
  await expect(type(page, 'Full time')).not.toBeChecked();
  await expect(message).toHaveCount(0);
  await expectAddress(page, '/vacancies', []);
});

test('Nothing in the panel is in force before Apply', { tag: '@defect' }, async ({ page }) => {
  const asked = await open(page, '/vacancies?type=part');
  await type(page, 'Full time').click();
  await expect(type(page, 'Full time')).toBeChecked();
  await salary(page).fill('900');
  await order(page).selectOption({ label: 'Newest first' });
  await expectAddress(page, '/vacancies', ['order=date', 'type=part']);
  await expect.poll(() => asked.list.length).toBe(2);
  expect(lastList(asked)).toMatchObject({ employment: 'part', salary_from: '' });
});

test('Saving a vacancy leaves what was entered in the panel', { tag: '@defect' },
  async ({ page }) => {
    await open(page, '/vacancies');
    await salary(page).fill('900');
    await type(page, 'Full time').click();
    await star(page, 'Night nurse').click();
    await expect(star(page, 'Night nurse')).toContainText('★');
    await expect(salary(page)).toHaveValue('900');
    await expect(type(page, 'Full time')).toBeChecked();
  });

test('An answer that arrives leaves what was entered in the panel', { tag: '@defect' },
  async ({ page }) => {
    const { opened, open: letGo } = gate();
    await open(page, '/vacancies', { list: [{ ...listed([NURSE]), after: opened }] });
    await salary(page).fill('900');
    await type(page, 'Internship').click();
    letGo();
    await expect(card(page, 'Night nurse')).toBeVisible();
    await expect(salary(page)).toHaveValue('900');
    await expect(type(page, 'Internship')).toBeChecked();
  });

test('Newest first is sorted by the hub, from page 1', async ({ page }) => {
  const asked = await open(page, '/vacancies?page=2', { list: [listed([NURSE], 61, 4)] });
  await order(page).selectOption({ label: 'Newest first' });
  await expectAddress(page, '/vacancies', ['order=date']);
  await expect.poll(() => asked.list.length).toBe(2);
  expect(lastList(asked)).toMatchObject({ order_by: 'published_at', page: '1' });
});

test('Highest salary sorts the vacancies received, and Best match has the order of the hub',
  async ({ page }) => {
    const asked = await open(page, '/vacancies');
    await order(page).selectOption({ label: 'Highest salary' });
    await expectCards(page, ['Harbour pilot', 'Night nurse', 'Pastry baker', 'Junior clerk']);
    expect(lastList(asked).order_by).toBe('relevance');
    await order(page).selectOption({ label: 'Best match' });
    await expectCards(page, ['Night nurse', 'Pastry baker', 'Harbour pilot', 'Junior clerk']);
  });

test('The list tells how many were found and that it is loading', async ({ page }) => {
  const { opened, open: letGo } = gate();
  await open(page, '/vacancies', { list: [{ ...listed([NURSE], 61, 4), after: opened }] });
  await expect(page.getByText('Loading vacancies…')).toBeVisible();
  letGo();
  await expect(heading(page)).toHaveText('Vacancies found: 61');
  await expect(page.getByText('Loading vacancies…')).toHaveCount(0);
});

test('A failed list can be loaded again', async ({ page }) => {
  await open(page, '/vacancies', { list: [{ status: 500 }, { fails: true }, listed([NURSE])] });
  const failure = page.getByText('The vacancies could not be loaded.');
  await expect(failure).toBeVisible();
  await button(page, 'Try again').click();
  await expect(failure).toBeVisible();
  await button(page, 'Try again').click();
  await expectCards(page, ['Night nurse']);
  await expect(failure).toHaveCount(0);
});

test('A list without result says so', async ({ page }) => {
  await open(page, '/vacancies?text=xyz', { list: [listed([])] });
  await expect(page.getByText('No vacancy fits. Try other words or fewer filters.')).toBeVisible();
});

test('Previous and Next turn the pages and are disabled at the ends', async ({ page }) => {
  const asked = await open(page, '/vacancies?text=a', {
    list: [listed([NURSE], 40, 2), listed([BAKER], 40, 2), listed([NURSE], 40, 2)],
  });
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await expect(button(page, 'Previous')).toBeDisabled();
  await button(page, 'Next').click();
  await expectAddress(page, '/vacancies', ['page=2', 'text=a']);
  await expectCards(page, ['Pastry baker']);
  expect(lastList(asked).page).toBe('2');
  await expect(button(page, 'Next')).toBeDisabled();
  await button(page, 'Previous').click();
  await expectAddress(page, '/vacancies', ['text=a']);
  await expectCards(page, ['Night nurse']);
});

test('A single page has no pager', async ({ page }) => {
  await open(page, '/vacancies');
  await expect(cards(page)).toHaveCount(4);
  await expect(button(page, 'Next')).toHaveCount(0);
});

test('Below 400 px Back to top appears and leads there', async ({ page }) => {
  const many = Array.from({ length: 20 }, (_, at) => vacancy(200 + at, `Post ${at}`));
  await open(page, '/vacancies', { list: [listed(many)] });
  await expect(cards(page)).toHaveCount(20);
  await expect(button(page, 'Back to top')).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 900));
  await button(page, 'Back to top').click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(button(page, 'Back to top')).toHaveCount(0);
});

test('The browser\'s back button brings the list before', async ({ page }) => {
  await open(page, '/vacancies?text=a', {
    list: [listed([NURSE]), listed([BAKER]), listed([PILOT])],
  });
  await expectCards(page, ['Night nurse']);
  await searchText(page).fill('b');
  await button(page, 'Search').click();
  await expectCards(page, ['Pastry baker']);
  await page.goBack();
  await expectAddress(page, '/vacancies', ['text=a']);
  await expect(searchText(page)).toHaveValue('a');
  await expectCards(page, ['Harbour pilot']);
});

test('A late answer to an earlier search overwrites nothing', { tag: '@defect' },
  async ({ page }) => {
    const { opened, open: letGo } = gate();
    const asked = await open(page, '/vacancies?text=a', {
      list: [{ ...listed([NURSE]), after: opened }, listed([BAKER])],
    });
    await expect.poll(() => asked.list.length).toBe(1);
    await searchText(page).fill('b');
    await button(page, 'Search').click();
    await expectCards(page, ['Pastry baker']);
    await expect.poll(() => asked.aborted).toContain('list'); // it was superseded
    letGo();
    await expect.poll(() => asked.answered).toBe(2);
    await star(page, 'Pastry baker').click();
    await expect(savedLink(page)).toHaveText('Saved (1)');
    await expectCards(page, ['Pastry baker']);
  });

test('A card tells company, place, salary, employment, age and job board', async ({ page }) => {
  await open(page, '/vacancies');
  await expect(card(page, 'Night nurse')).toContainText('Company 101, Ghent');
  await expect(card(page, 'Night nurse')).toContainText('1,050 – 1,550 EUR');
  await expect(card(page, 'Night nurse')).toContainText('Full time');
  await expect(card(page, 'Night nurse')).toContainText('3 days ago');
  await expect(card(page, 'Night nurse')).toContainText('Jobrack');
  await expect(card(page, 'Pastry baker')).toContainText('from 1,220 GBP');
  await expect(card(page, 'Pastry baker')).toContainText('Part time');
  await expect(card(page, 'Harbour pilot')).toContainText('up to 90,003 SEK');
  await expect(card(page, 'Harbour pilot')).toContainText('today');
  await expect(card(page, 'Harbour pilot')).toContainText('Project work');
  await expect(card(page, 'Junior clerk')).toContainText('Salary not stated');
  await expect(card(page, 'Junior clerk')).toContainText('Internship');
});

test('A snippet is cut at the last blank before 160 characters', async ({ page }) => {
  const words = `${'seven77 '.repeat(19)}abcd efgh ijkl`;
  await open(page, '/vacancies', {
    list: [listed([
      vacancy(1, 'Long', { snippet: words }), vacancy(2, 'Short', { snippet: 'x'.repeat(160) }),
    ])],
  });
  await expect(card(page, 'Long')).toContainText(/seven77 abcd…/);
  await expect(card(page, 'Short')).toContainText('x'.repeat(160));
  await expect(card(page, 'Short')).not.toContainText('…');
});

test('A vacancy without snippet or skills breaks nothing', { tag: '@defect' }, async ({ page }) => {
  const bare = { ...NURSE, id: 7, title: 'Bare post', snippet: null, skills: null };
  await open(page, '/vacancies', { list: [listed([bare, NURSE])], vacancy: [{ json: bare }] });
  await expectCards(page, ['Bare post', 'Night nurse']);
  // Nothing stands in for the snippet; blanks between the elements do not matter.
  await expect.poll(async () => {
    const [without, whole] = await cards(page).allTextContents();
    const rest = whole.replace(String(NURSE.snippet), '').replaceAll('Night nurse', 'Bare post');
    return without.replace(/\s/g, '') === rest.replace(/\s/g, '') ? 'as without' : without;
  }).toBe('as without');
  await link(page, 'Bare post').click();
  await expect(heading(page)).toHaveText('Bare post');
  await expect(link(page, 'Apply on Jobrack')).toBeVisible();
});

test('The star saves a vacancy in front of the others and takes it out again', async ({ page }) => {
  await open(page, '/vacancies', { saved: JSON.stringify([CLERK]) });
  await expect(savedLink(page)).toHaveText('Saved (1)');
  await expect(star(page, 'Junior clerk')).toContainText('★');
  await expect(star(page, 'Night nurse')).toContainText('☆');
  await star(page, 'Night nurse').click();
  await expect(star(page, 'Night nurse')).toContainText('★');
  await expect(savedLink(page)).toHaveText('Saved (2)');
  await expect.poll(() => savedIds(page)).toEqual([101, 104]);
  await star(page, 'Junior clerk').click();
  await expect(star(page, 'Junior clerk')).toContainText('☆');
  await expect.poll(() => savedIds(page)).toEqual([101]);
});

test('The main page shows the saved vacancies', async ({ page }) => {
  await open(page, '/', { saved: JSON.stringify([BAKER, NURSE]) });
  await expect(page.getByRole('heading', { name: 'Saved vacancies' })).toBeVisible();
  await expectCards(page, ['Pastry baker', 'Night nurse']);
  await star(page, 'Pastry baker').click();
  await expectCards(page, ['Night nurse']);
  await star(page, 'Night nurse').click();
  await expect(page.getByText('Nothing saved yet. The star of a vacancy keeps it here.'))
    .toBeVisible();
  await expect(savedLink(page)).toHaveText('Saved (0)');
});

test('Saved vacancies are still there after a reload', async ({ page }) => {
  await open(page, '/vacancies');
  await star(page, 'Harbour pilot').click();
  await expect.poll(() => savedIds(page)).toEqual([103]);
  await page.reload();
  await expect(star(page, 'Harbour pilot')).toContainText('★');
  await savedLink(page).click();
  await expectCards(page, ['Harbour pilot']);
});

test('A saved vacancy without a snippet is still there after a reload', async ({ page }) => {
  const { snippet, ...bare } = NURSE;
  expect(snippet).toBeTruthy();
  await open(page, '/vacancies/101', { vacancy: [{ json: bare }] });
  await star(page, 'Night nurse').click();
  await expect.poll(() => savedIds(page)).toEqual([101]);
  await page.reload();
  await savedLink(page).click();
  await expectCards(page, ['Night nurse']);
});

test('A search is narrowed, found again by its address, and its vacancy saved', async ({ page }) => {
  const asked = await open(page, '/', { list: [listed([NURSE, BAKER])] });
  await searchText(page).fill('nurse');
  await button(page, 'Search').click();
  await expectCards(page, ['Night nurse', 'Pastry baker']);
  await salary(page).fill('1000');
  await button(page, 'Apply').click();
  await expectAddress(page, '/vacancies', ['salary=1000', 'text=nurse']);
  await page.reload();
  await expectCards(page, ['Night nurse', 'Pastry baker']);
  expect(lastList(asked)).toEqual({ ...DEFAULTS, text: 'nurse', salary_from: '1000' });
  await link(page, 'Night nurse').click();
  await expect(heading(page)).toHaveText('Night nurse');
  await star(page, 'Night nurse').click();
  await button(page, 'Back').click();
  await expectAddress(page, '/vacancies', ['salary=1000', 'text=nurse']);
  await expect(star(page, 'Night nurse')).toContainText('★');
});

test('The 26th vacancy is refused', async ({ page }) => {
  const kept = Array.from({ length: 25 }, (_, at) => vacancy(300 + at, `Kept ${at}`));
  await open(page, '/vacancies', { saved: JSON.stringify(kept) });
  const told = new Promise<string>(resolve => {
    page.once('dialog', dialog => {
      resolve(dialog.message());
      void dialog.accept();
    });
  });
  await star(page, 'Night nurse').click();
  expect(await told).toBe('You can save up to 25 vacancies. Please remove one first.');
  await expect(savedLink(page)).toHaveText('Saved (25)');
  await expect(star(page, 'Night nurse')).toContainText('☆');
});

test('Saved text that is broken means an empty list', { tag: '@defect' }, async ({ page }) => {
  await open(page, '/', { saved: '[{"id": 1,' });
  await expect(page.getByText('Nothing saved yet.')).toBeVisible();
  await link(page, 'All vacancies').click();
  await star(page, 'Night nurse').click();
  await expect(savedLink(page)).toHaveText('Saved (1)');
});

test('Storage that refuses a write breaks nothing', { tag: '@defect' }, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
  });
  await open(page, '/vacancies');
  await star(page, 'Night nurse').click();
  await expect(star(page, 'Night nurse')).toContainText('★');
  await star(page, 'Pastry baker').click();
  await expect(savedLink(page)).toHaveText('Saved (2)');
});

test('The vacancy page has its facts, description and skills', async ({ page }) => {
  const { opened, open: letGo } = gate();
  const asked = await open(page, '/vacancies/101', { vacancy: [{ json: NURSE, after: opened }] });
  await expect(page.getByText('Loading the vacancy…')).toBeVisible();
  letGo();
  await expect(heading(page)).toHaveText('Night nurse');
  const fact = (name: string): Locator =>
    page.locator('dt').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
  await expect(fact('Salary')).toHaveText('1,050 – 1,550 EUR');
  await expect(fact('Place')).toHaveText('Ghent');
  await expect(fact('Employment')).toHaveText('Full time');
  await expect(fact('Published')).toHaveText('3 days ago on Jobrack');
  await expect(page.locator('em')).toHaveText('Night nurse');
  await expect(page.getByRole('listitem').filter({ hasText: 'Patience' })).toBeVisible();
  expect(asked.vacancy[0].pathname).toBe('/v2/vacancies/101');
  expect(asked.vacancy[0].searchParams.get('app_key')).toBe('next-desk-web-0418');
});

test('The vacancy page has a star too', async ({ page }) => {
  await open(page, '/vacancies/101');
  await star(page, 'Night nurse').click();
  await expect(star(page, 'Night nurse')).toContainText('★');
  await expect(savedLink(page)).toHaveText('Saved (1)');
});

test('The link to the job board opens a new tab that knows nothing of this one',
  { tag: '@defect' }, async ({ page }) => {
    await open(page, '/vacancies/101');
    const apply = link(page, 'Apply on Jobrack');
    await expect(apply).toHaveAttribute('href', 'https://jobrack.example.org/offer');
    await expect(apply).toHaveAttribute('target', '_blank');
    await expect(apply).toHaveAttribute('rel', /noopener/);
    await expect(apply).toHaveAttribute('rel', /noreferrer/);
  });

test('A closed vacancy says so in place of the link', async ({ page }) => {
  await open(page, '/vacancies/101', { vacancy: [{ json: { ...NURSE, archived: true } }] });
  await expect(page.getByText('This vacancy is closed.')).toBeVisible();
  await expect(link(page, 'Apply on Jobrack')).toHaveCount(0);
});

test('Nothing in a description is executed', { tag: '@defect' }, async ({ page }) => {
  const description = '<p>Fine</p><img src="/none.png" onerror="document.title = \'harmed\'">'
    + '<a href="javascript:document.title = \'harmed\'">Look</a>';
  await open(page, '/vacancies/101', { vacancy: [{ json: { ...NURSE, description } }] });
  await expect(page.getByText('Fine')).toBeVisible();
  await page.getByText('Look').click();
  await expect(heading(page)).toHaveText('Night nurse');
  await expect(page.locator('[onerror]')).toHaveCount(0);
  await expect(page).toHaveTitle('Next Desk');
});

test('A vacancy that is gone is told from other failures', async ({ page }) => {
  await open(page, '/vacancies/101', {
    vacancy: [{ status: 404 }, { status: 503 }, { json: NURSE }],
  });
  await expect(page.getByText('This vacancy is no longer there.')).toBeVisible();
  await button(page, 'Try again').click();
  await expect(page.getByText('The vacancy could not be loaded.')).toBeVisible();
  await button(page, 'Try again').click();
  await expect(heading(page)).toHaveText('Night nurse');
});

test('A vacancy that cannot be reached shows its error and Try again', { tag: '@defect' },
  async ({ page }) => {
    await open(page, '/vacancies/101', { vacancy: [{ fails: true }, { json: NURSE }] });
    await expect(page.getByText('The vacancy could not be loaded.')).toBeVisible();
    await button(page, 'Try again').click();
    await expect(heading(page)).toHaveText('Night nurse');
  });

test('Related vacancies are at most four links with company and salary', async ({ page }) => {
  const asked = await open(page, '/vacancies/101', {
    vacancy: [{ json: NURSE }, { json: BAKER }], related: [{ json: { items: [BAKER, PILOT] } }],
  });
  await expect(page.getByRole('heading', { name: 'Related vacancies' })).toBeVisible();
  const related = page.getByRole('listitem').filter({ hasText: 'Pastry baker' });
  await expect(related).toContainText('Company 102');
  await expect(related).toContainText('from 1,220 GBP');
  expect(asked.related[0].pathname).toBe('/v2/vacancies/101/related');
  expect(asked.related[0].searchParams.get('limit')).toBe('4');
  await link(page, 'Pastry baker').click();
  await expect(heading(page)).toHaveText('Pastry baker');
  await expectAddress(page, '/vacancies/102', []);
});

test('Without related vacancies their heading is not there', async ({ page }) => {
  await open(page, '/vacancies/101');
  await expect(heading(page)).toHaveText('Night nurse');
  await expect(page.getByRole('heading', { name: 'Related vacancies' })).toHaveCount(0);
});

test('When only the related vacancies fail, the vacancy stays', { tag: '@defect' },
  async ({ page }) => {
    const asked = await open(page, '/vacancies/101', { related: [{ status: 500 }] });
    await expect.poll(() => asked.answered).toBe(2);
    await star(page, 'Night nurse').click();
    await expect(savedLink(page)).toHaveText('Saved (1)');
    await expect(heading(page)).toHaveText('Night nurse');
    await expect(page.getByText('The vacancy could not be loaded.')).toHaveCount(0);
  });

test('The related vacancies of the vacancy before are never shown', { tag: '@defect' },
  async ({ page }) => {
    const { opened } = gate();
    await open(page, '/vacancies/101', {
      vacancy: [{ json: NURSE }, { json: BAKER }],
      related: [{ json: { items: [BAKER, PILOT] } }, { after: opened }],
    });
    await link(page, 'Pastry baker').click();
    await expect(heading(page)).toHaveText('Pastry baker');
    await expect(page.getByText('Harbour pilot')).toHaveCount(0);
  });

test('A late answer for the vacancy before overwrites nothing', { tag: '@defect' },
  async ({ page }) => {
    const { opened, open: letGo } = gate();
    const asked = await open(page, '/vacancies', {
      vacancy: [{ json: NURSE, after: opened }, { json: BAKER }],
    });
    await link(page, 'Night nurse').click();
    await expect.poll(() => asked.vacancy.length).toBe(1);
    await page.goBack();
    await link(page, 'Pastry baker').click();
    await expect(heading(page)).toHaveText('Pastry baker');
    await expect.poll(() => asked.aborted).toContain('vacancy'); // it was superseded
    const before = asked.answered;
    letGo();
    await expect.poll(() => asked.answered).toBeGreaterThan(before);
    await star(page, 'Pastry baker').click();
    await expect(savedLink(page)).toHaveText('Saved (1)');
    await expect(heading(page)).toHaveText('Pastry baker');
  });

test('Back leads to the list before', async ({ page }) => {
  await open(page, '/vacancies?text=a');
  await link(page, 'Night nurse').click();
  await expectAddress(page, '/vacancies/101', []);
  await button(page, 'Back').click();
  await expectAddress(page, '/vacancies', ['text=a']);
  await expect(cards(page)).toHaveCount(4);
});

test('Fields, order and star have an accessible name', { tag: '@defect' }, async ({ page }) => {
  await open(page, '/vacancies');
  await expect(card(page, 'Night nurse')).toBeVisible();
  for (const field of [searchText(page), searchPlace(page), salary(page), order(page)]) {
    await expect(field).toHaveAccessibleName(/\w/);
  }
  await expect(star(page, 'Night nurse')).toHaveAccessibleName(/\w/);
});
