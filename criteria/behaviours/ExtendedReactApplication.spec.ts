// Reedbed, the planner of bird surveys. Written from the legacy source; the server is played here.
import { expect, test, type Locator, type Page, type Route } from '@playwright/test';

interface Person {
  id: string;
  name: string;
}

interface Sighting {
  id: string;
  species: string;
  count: number;
  time: string;
  observer: Person;
}

interface Survey {
  id: string;
  title: string;
  status: string;
  siteId: string;
  siteName: string;
  date: string;
  start: string;
  distance: number;
  places: number;
  note: string;
  crew: Person[];
  sightings: Sighting[];
}

interface Request {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  token: string;
}

interface Reply {
  status?: number;
  json?: unknown;
  /** Answers only when it is resolved. */
  after?: Promise<void>;
  /** There is no answer. */
  lost?: boolean;
}

const ANN = { id: 'u1', name: 'Ann Reed', role: 'coordinator' };
const OLE = { id: 'u2', name: 'Ole Finch', role: 'observer' };
const IDA: Person = { id: 'u3', name: 'Ida Marsh' };

const SITES = [
  { id: 's2', name: 'North mere', area: 9.6, surveys: 12, lastSurvey: '2018-04-02' },
  { id: 's1', name: 'Alder carr', area: 30.2, surveys: 5, lastSurvey: null },
  { id: 's3', name: 'Sluice', area: 100, surveys: 7, lastSurvey: '2018-05-01' },
];

function survey(changes: Partial<Survey> = {}): Survey {
  return {
    id: '1', title: 'Dawn count', status: 'planned', siteId: 's2', siteName: 'North mere',
    date: '2018-05-12', start: '05:45', distance: 2.5, places: 3, note: '', crew: [IDA],
    sightings: [], ...changes,
  };
}

function sighting(id: string, changes: Partial<Sighting> = {}): Sighting {
  return { id, species: `Bird ${id}`, count: 1, time: '06:00', observer: OLE, ...changes };
}

/** The server: what it was asked, and the replies that differ from the usual ones. */
class Server {
  readonly requests: Request[] = [];
  surveys = [survey()];
  total = -1;
  private readonly replies = new Map<string, Reply[]>();

  /** The next reply to such a request, such as "GET /surveys". */
  next(request: string, reply: Reply): void {
    this.replies.set(request, [...this.replies.get(request) ?? [], reply]);
  }

  of(request: string): Request[] {
    return this.requests.filter(each => `${each.method} ${each.path}` === request);
  }

  async answer(route: Route): Promise<void> {
    const asked = route.request();
    const url = new URL(asked.url());
    const path = url.pathname.replace(/^\/api/, '');
    const method = asked.method();
    this.requests.push({
      method, path, query: Object.fromEntries(url.searchParams), body: body(asked.postData()),
      token: asked.headers().authorization ?? '',
    });
    const reply = this.replies.get(`${method} ${path}`)?.shift() ?? this.usual(method, path, body(asked.postData()));
    await reply.after;
    if (reply.lost) await route.abort('connectionrefused');
    else if (reply.status === 204) await route.fulfill({ status: 204 });
    else await route.fulfill({ status: reply.status ?? 200, json: reply.json ?? {} });
  }

  private usual(method: string, path: string, sent: unknown): Reply {
    const found = this.surveys.find(each => path === `/surveys/${each.id}`);
    if (path === '/sites') return { json: SITES };
    if (path === '/session') return { json: { token: 'fresh', user: OLE } };
    if (path === '/surveys' && method === 'GET') {
      const items = this.surveys.map(({ sightings: _, ...rest }) => rest);
      return { json: { items, total: this.total < 0 ? items.length : this.total } };
    }
    if (path === '/surveys') return { json: survey({ ...sent as Survey, id: '9' }) };
    if (found && method === 'PUT') return { json: { ...found, ...sent as Survey, id: found.id } };
    if (found) return { json: found };
    if (/\/sightings$/.test(path)) {
      return { json: { id: 'new', observer: OLE, ...sent as object } };
    }
    if (/crew\/me$|\/sightings\//.test(path)) return { status: 204 };
    return { status: 404, json: { message: 'There is no such survey.' } };
  }
}

function body(text: string | null): unknown {
  return text ? JSON.parse(text) : null;
}

/** A promise, and the function that resolves it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => { open = resolve; });
  return { opened, open };
}

async function serve(page: Page, server: Server): Promise<void> {
  await page.route(/^[^?]*\/api\//, route => server.answer(route));
}

async function signIn(page: Page, user: Person): Promise<void> {
  await page.addInitScript(session => {
    if (!sessionStorage.getItem('seeded')) localStorage.setItem('reedbed.session', session);
    sessionStorage.setItem('seeded', 'yes');
  }, JSON.stringify({ token: 'tok-7', user }));
}

async function open(page: Page, path: string, server = new Server(), user?: Person): Promise<Server> {
  if (user) await signIn(page, user);
  await serve(page, server);
  await page.goto(path);
  return server;
}

const stored = (page: Page, key: string): Promise<unknown> =>
  page.evaluate(name => JSON.parse(localStorage.getItem(name) ?? 'null'), key);
const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name });
const field = (page: Page, name: string): Locator => page.getByLabel(new RegExp(`^\\s*${name}`));
const cards = (page: Page): Locator => page.locator('.survey-card');
const card = (page: Page, title: string): Locator => cards(page).filter({ hasText: title });
const notice = (page: Page, text: string): Locator =>
  page.getByRole('status').filter({ hasText: text });
const alert = (page: Page, text: string): Locator =>
  page.getByRole('alert').filter({ hasText: text });
const lines = (page: Page): Locator => page.locator('.sighting-list').getByRole('listitem');
const line = (page: Page, species: string): Locator => lines(page).filter({ hasText: species });
const stop = (page: Page): Promise<void> => page.clock.pauseAt(new Date('2018-05-12T12:00:00Z'));
const start = (page: Page): Promise<void> =>
  page.clock.install({ time: new Date('2018-05-12T11:00:00Z') });

test('The address / leads to the surveys', async ({ page }) => {
  await open(page, '/');
  await expect(page).toHaveURL(/\/surveys$/);
  await expect(heading(page, 'Surveys')).toBeVisible();
  await expect(page).toHaveTitle('Reedbed survey planner');
});

test('Another address says that there is no page', async ({ page }) => {
  await open(page, '/nowhere');
  await expect(page.getByText('There is no page at /nowhere.')).toBeVisible();
});

test('Visitors see Surveys, Sites, Settings and Sign in', async ({ page }) => {
  await open(page, '/settings');
  for (const name of ['Reedbed', 'Surveys', 'Sites', 'Settings', 'Sign in']) {
    await expect(link(page, name)).toBeVisible();
  }
  await expect(link(page, 'Plan a survey')).toHaveCount(0);
  await link(page, 'Sites').click();
  await expect(heading(page, 'Sites')).toBeVisible();
});

test('Coordinators alone can plan a survey', async ({ page }) => {
  await open(page, '/surveys', new Server(), ANN);
  await expect(page.locator('.nav-bar')).toContainText('Ann Reed');
  await link(page, 'Plan a survey').click();
  await expect(page).toHaveURL(/\/surveys\/new$/);
  await expect(heading(page, 'Plan a survey')).toBeVisible();
});

test('Signing out ends the session and leads to the surveys', async ({ page }) => {
  await open(page, '/settings', new Server(), OLE);
  await expect(page.locator('.nav-bar')).toContainText('Ole Finch');
  await expect(link(page, 'Plan a survey')).toHaveCount(0);
  await button(page, 'Sign out').click();
  await expect(page).toHaveURL(/\/surveys$/);
  await expect(link(page, 'Sign in')).toBeVisible();
  await expect.poll(() => stored(page, 'reedbed.session')).toBeNull();
});

test('Signing out on a form leads to the surveys too', async ({ page }) => {
  await open(page, '/surveys/new', new Server(), ANN);
  await expect(heading(page, 'Plan a survey')).toBeVisible();
  await button(page, 'Sign out').click();
  await expect(link(page, 'Sign in')).toBeVisible();
  await expect(page).toHaveURL(/\/surveys$/);
  await expect(heading(page, 'Surveys')).toBeVisible();
});

test('The list is asked for with all filters and the size of a page', async ({ page }) => {
  const server = await open(page, '/surveys');
  await expect(cards(page)).toHaveCount(1);
  expect(server.of('GET /surveys')[0].query)
    .toEqual({ search: '', status: '', site: '', page: '1', size: '10' });
  expect(server.of('GET /surveys')[0].token).toBe('');
});

test('A signed-in request carries the token', async ({ page }) => {
  const server = await open(page, '/surveys', new Server(), OLE);
  await expect(cards(page)).toHaveCount(1);
  expect(server.of('GET /surveys')[0].token).toBe('Bearer tok-7');
});

test('A card shows title, status, site, date, route and places', async ({ page }) => {
  const server = new Server();
  server.surveys = [survey(), survey({ id: '2', title: 'Night walk', status: 'closed', places: 1 })];
  await open(page, '/surveys', server);
  await expect(page.getByText('2 surveys', { exact: true })).toBeVisible();
  for (const text of ['Planned', 'North mere', 'Sat 12 May 2018, 05:45', '2.5 km', '1 of 3 places taken']) {
    await expect(card(page, 'Dawn count')).toContainText(text);
  }
  await expect(card(page, 'Night walk')).toContainText('Closed');
  await expect(card(page, 'Night walk')).toContainText('Crew is full');
  await link(page, 'Night walk').click();
  await expect(page).toHaveURL(/\/surveys\/2$/);
});

test('While another list loads the old cards stay', async ({ page }) => {
  const second = gate();
  const server = new Server();
  await open(page, '/surveys', server);
  await expect(page.getByText('1 survey', { exact: true })).toBeVisible();
  server.next('GET /surveys', { json: { items: [], total: 0 }, after: second.opened });
  await field(page, 'Status').selectOption({ label: 'Closed' });
  await expect(page.getByText('Loading surveys…')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  second.open();
  await expect(page.getByText('0 surveys', { exact: true })).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
});

test('A list that cannot be loaded is told, and can be tried again', async ({ page }) => {
  const server = new Server();
  server.next('GET /surveys', { status: 500, json: { message: 'The mere is frozen.' } });
  await open(page, '/surveys', server);
  await expect(alert(page, 'The surveys could not be loaded. The mere is frozen.')).toBeVisible();
  await button(page, 'Try again').click();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('Without an answer the server cannot be reached', async ({ page }) => {
  const server = new Server();
  server.next('GET /surveys', { lost: true });
  await open(page, '/surveys', server);
  await expect(alert(page, 'The server cannot be reached.')).toBeVisible();
});

test('The search is asked for after a pause in typing', async ({ page }) => {
  await start(page);
  const server = await open(page, '/surveys?page=2');
  await expect(cards(page)).toHaveCount(1);
  await stop(page);
  const before = server.of('GET /surveys').length;
  await field(page, 'Search').pressSequentially('coot');
  await page.clock.runFor(280);
  expect(server.of('GET /surveys')).toHaveLength(before);
  await page.clock.runFor(40);
  await expect.poll(() => server.of('GET /surveys').length).toBe(before + 1);
  expect(server.of('GET /surveys').at(-1)?.query)
    .toEqual({ search: 'coot', status: '', site: '', page: '1', size: '10' });
  await expect(page).toHaveURL(/\/surveys\?page=1&search=coot&site=&status=$/);
});

test('A status that is chosen while a search waits is kept', async ({ page }) => {
  await start(page);
  const server = await open(page, '/surveys');
  await expect(cards(page)).toHaveCount(1);
  await stop(page);
  await field(page, 'Search').pressSequentially('coot');
  await page.clock.runFor(100);
  await field(page, 'Status').selectOption({ label: 'Closed' });
  await expect.poll(() => server.of('GET /surveys').at(-1)?.query.status).toBe('closed');
  await page.clock.runFor(400);
  await expect.poll(() => server.of('GET /surveys').at(-1)?.query.search).toBe('coot');
  expect(server.of('GET /surveys').at(-1)?.query.status).toBe('closed');
});

test('Status and site filter at once and lead to page 1', async ({ page }) => {
  const server = await open(page, '/surveys?page=2');
  await expect(field(page, 'Status').getByRole('option'))
    .toHaveText(['Any status', 'Planned', 'Running', 'Closed', 'Cancelled']);
  await field(page, 'Status').selectOption({ label: 'Running' });
  await expect(page).toHaveURL(/\/surveys\?page=1&search=&site=&status=running$/);
  await field(page, 'Site').selectOption({ label: 'Alder carr' });
  await expect(page).toHaveURL(/\/surveys\?page=1&search=&site=s1&status=running$/);
  await expect.poll(() => server.of('GET /surveys').at(-1)?.query)
    .toEqual({ search: '', status: 'running', site: 's1', page: '1', size: '10' });
});

test('Filters and page are read from the address, also on the way back', async ({ page }) => {
  const server = await open(page, '/surveys?page=2&search=heron&site=s3&status=closed');
  await expect(field(page, 'Search')).toHaveValue('heron');
  await expect(field(page, 'Status')).toHaveValue('closed');
  await expect(field(page, 'Site')).toHaveValue('s3');
  expect(server.of('GET /surveys')[0].query)
    .toEqual({ search: 'heron', status: 'closed', site: 's3', page: '2', size: '10' });
  await field(page, 'Status').selectOption({ label: 'Any status' });
  await expect.poll(() => server.of('GET /surveys').at(-1)?.query.status).toBe('');
  await page.goBack();
  await expect(field(page, 'Status')).toHaveValue('closed');
  await expect.poll(() => server.of('GET /surveys').at(-1)?.query.page).toBe('2');
});

test('The search field follows the address, by a link and on the way back', async ({ page }) => {
  const server = await open(page, '/surveys?search=heron');
  await expect(field(page, 'Search')).toHaveValue('heron');
  await link(page, 'Surveys').click();
  await expect.poll(() => server.of('GET /surveys').at(-1)?.query.search).toBe('');
  await expect(field(page, 'Search')).toHaveValue('');
  await page.goBack();
  await expect(field(page, 'Search')).toHaveValue('heron');
});

test('Pages are turned by Previous and Next', async ({ page }) => {
  const server = new Server();
  server.total = 25;
  await open(page, '/surveys', server);
  const pages = page.getByRole('navigation', { name: 'Pages of surveys' });
  await expect(pages).toContainText('Page 1 of 3');
  await expect(button(page, 'Previous')).toBeDisabled();
  await button(page, 'Next').click();
  await expect(pages).toContainText('Page 2 of 3');
  await expect(page).toHaveURL(/page=2/);
  await button(page, 'Next').click();
  await expect(button(page, 'Next')).toBeDisabled();
  await button(page, 'Previous').click();
  await expect.poll(() => server.of('GET /surveys').at(-1)?.query.page).toBe('2');
});

test('Who leaves the list while a search waits is not led back', async ({ page }) => {
  await start(page);
  const server = await open(page, '/surveys');
  await expect(cards(page)).toHaveCount(1);
  await stop(page);
  await field(page, 'Search').pressSequentially('coot');
  await link(page, 'Settings').click();
  await expect(heading(page, 'Settings')).toBeVisible();
  await page.clock.runFor(1000);
  await expect(heading(page, 'Settings')).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);
  expect(server.of('GET /surveys')).toHaveLength(1);
});

test('An answer about the list that was overtaken is ignored', async ({ page }) => {
  const late = gate();
  const server = new Server();
  await open(page, '/surveys', server);
  await expect(cards(page)).toHaveCount(1);
  server.next('GET /surveys', {
    json: { items: [survey({ title: 'Stale walk' })], total: 1 }, after: late.opened,
  });
  server.next('GET /surveys', { json: { items: [survey({ title: 'Fresh walk' })], total: 1 } });
  await field(page, 'Status').selectOption({ label: 'Closed' });
  await expect.poll(() => server.of('GET /surveys').length).toBe(2);
  await field(page, 'Status').selectOption({ label: 'Running' });
  await expect(card(page, 'Fresh walk')).toBeVisible();
  late.open();
  await page.evaluate(() => fetch('/api/sites').then(each => each.text()));
  await expect(card(page, 'Fresh walk')).toBeVisible();
  await expect(card(page, 'Stale walk')).toHaveCount(0);
});

test('A failure about the list that was overtaken is ignored', async ({ page }) => {
  const late = gate();
  const server = new Server();
  await open(page, '/surveys', server);
  await expect(cards(page)).toHaveCount(1);
  server.next('GET /surveys', { status: 500, json: { message: 'Late.' }, after: late.opened });
  server.next('GET /surveys', { json: { items: [survey({ title: 'Fresh walk' })], total: 1 } });
  await field(page, 'Status').selectOption({ label: 'Closed' });
  await expect.poll(() => server.of('GET /surveys').length).toBe(2);
  await field(page, 'Status').selectOption({ label: 'Running' });
  await expect(card(page, 'Fresh walk')).toBeVisible();
  late.open();
  await page.evaluate(() => fetch('/api/sites').then(each => each.text()));
  await expect(card(page, 'Fresh walk')).toBeVisible();
  await expect(page.getByText('The surveys could not be loaded.')).toHaveCount(0);
});

test('A survey shows its status, site, date and route', async ({ page }) => {
  const first = gate();
  const server = new Server();
  server.next('GET /surveys/1', { json: survey(), after: first.opened });
  await open(page, '/surveys/1', server);
  await expect(page.getByText('Loading survey…')).toBeVisible();
  first.open();
  await expect(heading(page, /Dawn count/)).toContainText('Planned');
  await expect(page.getByText('Sat 12 May 2018, 05:45')).toBeVisible();
  await expect(page.getByText('2.5 km')).toBeVisible();
  await link(page, 'North mere').click();
  await expect(page).toHaveURL(/\/surveys\?site=s2$/);
});

test('A survey that does not exist shows the reason', async ({ page }) => {
  await open(page, '/surveys/404');
  await expect(page.getByText('There is no such survey.')).toBeVisible();
});

/** A little more than a minute, and time for what it asks of the server to get there. */
async function minute(page: Page): Promise<void> {
  await page.clock.runFor(61_000);
  await page.evaluate(() => fetch('/api/sites').then(each => each.text()));
}

test('A survey is loaded again every thirty seconds until it is left', async ({ page }) => {
  await start(page);
  const server = await open(page, '/surveys/1');
  await expect(heading(page, /Dawn count/)).toBeVisible();
  await stop(page);
  server.surveys = [survey({ title: 'Dusk count' }), survey({ id: '2', title: 'Night walk' })];
  await page.clock.runFor(30_100);
  await expect(heading(page, /Dusk count/)).toBeVisible();
  await link(page, 'Surveys').click();
  await link(page, 'Night walk').click();
  await expect(heading(page, /Night walk/)).toBeVisible();
  const asked = (): number[] => ['1', '2'].map(id => server.of(`GET /surveys/${id}`).length);
  const [left, before] = asked();
  await minute(page);
  expect(asked()[0]).toBe(left);
  expect(asked()[1]).toBeGreaterThan(before);
  await expect(heading(page, /Night walk/)).toBeVisible();
  await link(page, 'Settings').click();
  await expect(heading(page, 'Settings')).toBeVisible();
  const untilLeft = asked();
  await minute(page);
  expect(asked()).toEqual(untilLeft);
});

test('A note is text with line breaks and brings no markup into the page', async ({ page }) => {
  const server = new Server();
  server.surveys = [survey({ note: 'Bring <b>boots</b>\n<img src=x onerror="window.hit=1"> & rope' })];
  await open(page, '/surveys/1', server);
  const note = page.locator('.note');
  await expect(note).toContainText('Bring <b>boots</b>');
  await expect(note.locator('b, img')).toHaveCount(0);
  await expect.poll(() => note.evaluate(each => (each as HTMLElement).innerText))
    .toMatch(/boots<\/b>\n+<img .*> & rope/);
});

test('A coordinator starts a planned survey', async ({ page }) => {
  const server = await open(page, '/surveys/1', new Server(), ANN);
  await button(page, 'Start survey').click();
  await expect(heading(page, /Dawn count/)).toContainText('Running');
  await expect(notice(page, '"Dawn count" was saved.')).toBeVisible();
  expect(server.of('PUT /surveys/1')[0].body)
    .toMatchObject({ title: 'Dawn count', status: 'running', distance: 2.5, places: 3 });
});

test('Cancelling asks first, and a click elsewhere takes the question back', async ({ page }) => {
  const server = await open(page, '/surveys/1', new Server(), ANN);
  await button(page, 'Cancel survey').click();
  await expect(page.getByText('The crew will be told. Cancel it?')).toBeVisible();
  await page.getByText('2.5 km').click();
  await expect(page.getByText('The crew will be told. Cancel it?')).toHaveCount(0);
  expect(server.of('PUT /surveys/1')).toHaveLength(0);
  await button(page, 'Cancel survey').click();
  await button(page, 'Yes').click();
  await expect(heading(page, /Dawn count/)).toContainText('Cancelled');
  expect(server.of('PUT /surveys/1')[0].body).toMatchObject({ status: 'cancelled' });
});

test('A running survey is closed after a question', async ({ page }) => {
  const server = new Server();
  server.surveys = [survey({ status: 'running' })];
  await open(page, '/surveys/1', server, ANN);
  await expect(button(page, 'Start survey')).toHaveCount(0);
  await button(page, 'Close survey').click();
  await expect(page.getByText('Are you sure?')).toBeVisible();
  await button(page, 'Yes').click();
  await expect(heading(page, /Dawn count/)).toContainText('Closed');
});

test('Observers cannot change a survey', async ({ page }) => {
  await open(page, '/surveys/1', new Server(), OLE);
  await expect(button(page, 'Join the crew')).toBeVisible();
  await expect(button(page, 'Start survey')).toHaveCount(0);
  await expect(button(page, 'Cancel survey')).toHaveCount(0);
  await expect(link(page, 'Edit')).toHaveCount(0);
});

test('A visitor signs in to join and comes back to the survey', async ({ page }) => {
  await open(page, '/surveys/1');
  await link(page, 'Sign in to join').click();
  await expect(page).toHaveURL(/\/login$/);
  await field(page, 'Email').fill('ole@reedbed.org');
  await field(page, 'Password').fill('bittern');
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(/\/surveys\/1$/);
  await expect(button(page, 'Join the crew')).toBeVisible();
});

test('Joining and leaving show at once', async ({ page }) => {
  const [joined, left] = [gate(), gate()];
  const server = new Server();
  server.next('PUT /surveys/1/crew/me', { status: 204, after: joined.opened });
  server.next('DELETE /surveys/1/crew/me', { status: 204, after: left.opened });
  await open(page, '/surveys/1', server, OLE);
  await expect(heading(page, 'Crew (1 of 3)')).toBeVisible();
  await button(page, 'Join the crew').click();
  await expect(heading(page, 'Crew (2 of 3)')).toBeVisible();
  await expect(page.locator('.crew').getByRole('listitem')).toHaveText(['Ida Marsh', 'Ole Finch']);
  joined.open();
  await button(page, 'Leave the crew').click();
  await expect(heading(page, 'Crew (1 of 3)')).toBeVisible();
  left.open();
  await expect(button(page, 'Join the crew')).toBeEnabled();
  await expect.poll(() => server.requests.filter(each => each.path.endsWith('/crew/me'))
    .map(each => each.method)).toEqual(['PUT', 'DELETE']);
});

test('A visitor signs in, joins, takes back a sighting and logs another', async ({ page }) => {
  const server = new Server();
  const begun = sighting('a');
  server.surveys = [survey(), survey({
    id: '2', title: 'Night walk', status: 'running', crew: [IDA, OLE], sightings: [begun],
  })];
  await open(page, '/surveys/1', server);
  await link(page, 'Sign in to join').click();
  await field(page, 'Email').fill('ole@reedbed.org');
  await field(page, 'Password').fill('bittern');
  await button(page, 'Sign in').click();
  await button(page, 'Join the crew').click();
  await expect.poll(() => server.of('PUT /surveys/1/crew/me').length).toBe(1);
  await page.evaluate(() => fetch('/api/sites').then(each => each.text()));
  await expect(heading(page, 'Crew (2 of 3)')).toBeVisible();
  await link(page, 'Surveys').click();
  await link(page, 'Night walk').click();
  await line(page, 'Bird a').getByRole('button').click();
  await expect.poll(() => server.of('DELETE /surveys/2/sightings/a').length).toBe(1);
  server.surveys[1].sightings = [];
  await field(page, 'Species').fill('Coot');
  await button(page, 'Log it').click();
  await expect(line(page, 'Coot')).toBeVisible();
  await expect(line(page, 'Bird a')).toHaveCount(0);
  await expect(page.getByText(/did not join|not removed|not logged|session has ended/)).toHaveCount(0);
  const asked = server.requests.filter(each => /crew|sightings/.test(each.path));
  expect(asked.map(each => each.token)).toEqual(asked.map(() => 'Bearer fresh'));
  expect(asked).toHaveLength(3);
});

test('A refusal to join is told, and the crew is as before', async ({ page }) => {
  const server = new Server();
  server.next('PUT /surveys/1/crew/me', { status: 409, json: { message: 'The crew is complete.' } });
  server.next('DELETE /surveys/1/crew/me', { status: 500, json: { message: 'Try later.' } });
  await open(page, '/surveys/1', server, OLE);
  await button(page, 'Join the crew').click();
  await expect(alert(page, 'You did not join. The crew is complete.')).toBeVisible();
  await expect(heading(page, 'Crew (1 of 3)')).toBeVisible();
  await button(page, 'Join the crew').click();
  await button(page, 'Leave the crew').click();
  await expect(alert(page, 'You are still in the crew. Try later.')).toBeVisible();
  await expect(heading(page, 'Crew (2 of 3)')).toBeVisible();
});

test('A full crew cannot be joined, nor that of a survey that has begun', async ({ page }) => {
  const server = new Server();
  server.surveys = [survey({ places: 1 }), survey({ id: '2', status: 'running' })];
  await open(page, '/surveys/1', server, OLE);
  await expect(button(page, 'Join the crew')).toBeDisabled();
  await page.goto('/surveys/2');
  await expect(heading(page, 'Crew (1 of 3)')).toBeVisible();
  await expect(button(page, 'Join the crew')).toHaveCount(0);
});

function running(...sightings: Sighting[]): Server {
  const server = new Server();
  server.surveys = [survey({ status: 'running', crew: [IDA, OLE], sightings })];
  return server;
}

test('The log counts birds and sightings, and offers × for ones own lines alone', async ({ page }) => {
  const server = running(sighting('a', { count: 3 }));
  await open(page, '/surveys/1', server, OLE);
  await expect(page.getByText('3 birds in 1 sighting', { exact: true })).toBeVisible();
  server.surveys[0].sightings.push(sighting('b', { observer: IDA }));
  await page.reload();
  await expect(page.getByText('4 birds in 2 sightings')).toBeVisible();
  await expect(line(page, 'Bird a').getByRole('button')).toHaveCount(1);
  await expect(line(page, 'Bird b').getByRole('button')).toHaveCount(0);
  await expect(line(page, 'Bird a')).toContainText('06:00');
  await expect(line(page, 'Bird b')).toContainText('Ida Marsh');
});

test('A closed survey takes no sightings', async ({ page }) => {
  const server = running(sighting('a'));
  server.surveys[0].status = 'closed';
  await open(page, '/surveys/1', server, OLE);
  await expect(line(page, 'Bird a')).toBeVisible();
  await expect(line(page, 'Bird a').getByRole('button')).toHaveCount(0);
  await expect(button(page, 'Log it')).toHaveCount(0);
});

test('Removing a sighting shows at once', async ({ page }) => {
  const removed = gate();
  const server = running(sighting('a'), sighting('b'));
  server.next('DELETE /surveys/1/sightings/a', { status: 204, after: removed.opened });
  await open(page, '/surveys/1', server, OLE);
  await line(page, 'Bird a').getByRole('button').click();
  await expect(line(page, 'Bird a')).toHaveCount(0);
  await expect(page.getByText('1 bird in 1 sighting')).toBeVisible();
  removed.open();
  await expect.poll(() => server.of('DELETE /surveys/1/sightings/a').length).toBe(1);
});

test('A failure takes back its own change alone', async ({ page }) => {
  const [first, second] = [gate(), gate()];
  const server = running(sighting('a'), sighting('b'), sighting('c'));
  server.next('DELETE /surveys/1/sightings/a', {
    status: 500, json: { message: 'Try later.' }, after: first.opened,
  });
  server.next('DELETE /surveys/1/sightings/b', { status: 204, after: second.opened });
  await open(page, '/surveys/1', server, OLE);
  await line(page, 'Bird a').getByRole('button').click();
  await expect(lines(page)).toHaveCount(2);
  await line(page, 'Bird b').getByRole('button').click();
  await expect(lines(page)).toHaveCount(1);
  second.open();
  first.open();
  await expect(alert(page, 'The sighting was not removed. Try later.')).toBeVisible();
  await expect(line(page, 'Bird a')).toBeVisible();
  await expect(line(page, 'Bird b')).toHaveCount(0);
  await expect(lines(page)).toHaveCount(2);
});

test('Log it sends a sighting and gets ready for the next', async ({ page }) => {
  await start(page);
  const server = await open(page, '/surveys/1', running(), OLE);
  await expect(field(page, 'Species')).toBeFocused();
  await expect(field(page, 'Count')).toHaveValue('1');
  await expect(field(page, 'Time')).toHaveValue(/^11:0\d$/);
  await expect(page.locator('datalist option')).toHaveCount(12);
  await field(page, 'Species').fill('  Bittern ');
  await field(page, 'Count').fill('2');
  await field(page, 'Time').fill('06:10');
  await button(page, 'Log it').click();
  await expect(line(page, 'Bittern')).toContainText('2 × Bittern');
  expect(server.of('POST /surveys/1/sightings')[0].body)
    .toEqual({ species: 'Bittern', count: 2, time: '06:10' });
  await expect(field(page, 'Species')).toHaveValue('');
  await expect(field(page, 'Species')).toBeFocused();
  await expect(field(page, 'Count')).toHaveValue('1');
});

test('A sighting is checked when it is logged', async ({ page }) => {
  const server = await open(page, '/surveys/1', running(), OLE);
  await field(page, 'Species').fill('x');
  await field(page, 'Count').fill('5001');
  await button(page, 'Log it').click();
  await expect(page.getByText('Which species was it?')).toBeVisible();
  await expect(page.getByText('A number from 1 to 5000')).toBeVisible();
  expect(server.of('POST /surveys/1/sightings')).toHaveLength(0);
  await field(page, 'Species').fill('Teal');
  await field(page, 'Count').fill('5000');
  await button(page, 'Log it').click();
  await expect(line(page, 'Teal')).toBeVisible();
});

test('A sighting that is refused is told', async ({ page }) => {
  const server = running();
  server.next('POST /surveys/1/sightings', { status: 500, json: { message: 'No ink.' } });
  await open(page, '/surveys/1', server, OLE);
  await field(page, 'Species').fill('Coot');
  await button(page, 'Log it').click();
  await expect(alert(page, 'Coot was not logged. No ink.')).toBeVisible();
  await expect(lines(page)).toHaveCount(0);
});

test('A sighting is added to the survey as it is when the answer arrives', async ({ page }) => {
  const logged = gate();
  const server = running(sighting('a'), sighting('b'));
  server.next('POST /surveys/1/sightings', {
    json: sighting('c', { species: 'Coot' }), after: logged.opened,
  });
  await open(page, '/surveys/1', server, OLE);
  await field(page, 'Species').fill('Coot');
  await button(page, 'Log it').click();
  await expect.poll(() => server.of('POST /surveys/1/sightings').length).toBe(1);
  await line(page, 'Bird a').getByRole('button').click();
  await expect(lines(page)).toHaveCount(1);
  logged.open();
  await expect(line(page, 'Coot')).toBeVisible();
  await expect(line(page, 'Bird a')).toHaveCount(0);
  await expect(lines(page)).toHaveCount(2);
});

test('A reader at the end of the log stays there', async ({ page }) => {
  const many = Array.from({ length: 60 }, (_, index) => sighting(`n${index}`));
  await open(page, '/surveys/1', running(...many), OLE);
  const list = page.locator('.sighting-list');
  const left = (): Promise<number> => list.evaluate(each =>
    each.scrollHeight - each.scrollTop - each.clientHeight);
  await expect(lines(page)).toHaveCount(60);
  await list.evaluate(each => { each.scrollTop = each.scrollHeight; });
  await field(page, 'Species').fill('Snipe');
  await button(page, 'Log it').click();
  await expect(lines(page)).toHaveCount(61);
  await expect.poll(left).toBeLessThan(5);
});

test('The form leads visitors to the login and back, and turns observers away', async ({ page }) => {
  const server = new Server();
  server.next('POST /session', { json: { token: 'fresh', user: ANN } });
  await open(page, '/surveys/new', server);
  await expect(page).toHaveURL(/\/login$/);
  await field(page, 'Email').fill('ann@reedbed.org');
  await field(page, 'Password').fill('bittern');
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(/\/surveys\/new$/);
  await expect(heading(page, 'Plan a survey')).toBeVisible();
  await page.evaluate(user => localStorage.setItem('reedbed.session', JSON.stringify({ token: 't', user })), OLE);
  await page.reload();
  await expect(page.getByText('This page is for a coordinator.')).toBeVisible();
});

test('The form for a new survey starts with the usual values', async ({ page }) => {
  await open(page, '/surveys/new', new Server(), ANN);
  await expect(field(page, 'Start')).toHaveValue('06:30');
  await expect(field(page, 'Route')).toHaveValue('2.5');
  await expect(field(page, 'Places in the crew')).toHaveValue('4');
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(page.getByText('0 of 500 characters')).toBeVisible();
  await expect(field(page, 'Site').getByRole('option'))
    .toHaveText(['Choose…', 'North mere', 'Alder carr', 'Sluice']);
});

test('A field is checked when it is left, all of them on Save', async ({ page }) => {
  const server = await open(page, '/surveys/new', new Server(), ANN);
  await field(page, 'Title').fill('ab');
  await expect(page.getByText('The title needs 3 to 60 characters')).toHaveCount(0);
  await field(page, 'Title').blur();
  await expect(page.getByText('The title needs 3 to 60 characters')).toBeVisible();
  await expect(page.getByText('Choose a site')).toHaveCount(0);
  await field(page, 'Route').fill('31');
  await field(page, 'Places in the crew').fill('21');
  await field(page, 'Note').fill('x'.repeat(501));
  await expect(page.getByText('501 of 500 characters')).toBeVisible();
  await field(page, 'Note').blur();
  await expect(page.getByText('At most 500 characters')).toBeVisible();
  await button(page, 'Save').click();
  for (const message of [
    'The title needs 3 to 60 characters', 'Choose a site', 'Enter a date', 'Between 0.1 and 30 km',
    'Between 1 and 20 people', 'At most 500 characters',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  expect(server.of('POST /surveys')).toHaveLength(0);
});

async function fill(page: Page): Promise<void> {
  await field(page, 'Title').fill(' Spring count ');
  await field(page, 'Site').selectOption({ label: 'Sluice' });
  await field(page, 'Date').fill('2018-06-02');
  await field(page, 'Route').fill('30');
  await field(page, 'Places in the crew').fill('20');
}

test('Save sends the new survey with numbers and shows it', async ({ page }) => {
  const server = await open(page, '/surveys/new', new Server(), ANN);
  await fill(page);
  await button(page, 'Save').click();
  await expect(page).toHaveURL(/\/surveys\/9$/);
  await expect(notice(page, '"Spring count" was saved.')).toBeVisible();
  expect(server.of('POST /surveys')[0].body).toEqual({
    title: 'Spring count', siteId: 's3', status: 'planned', date: '2018-06-02', start: '06:30',
    distance: 30, places: 20, note: '',
  });
});

test('What the server finds wrong is shown at the fields', async ({ page }) => {
  const server = new Server();
  server.next('POST /surveys', {
    status: 422, json: { message: 'Look again.', errors: { date: 'The mere is drained that day' } },
  });
  await open(page, '/surveys/new', server, ANN);
  await fill(page);
  await button(page, 'Save').click();
  await expect(page.getByText('The mere is drained that day')).toBeVisible();
  await expect(alert(page, 'The survey was not saved. Look again.')).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue(' Spring count ');
});

test('The form of a survey has its values and saves them', async ({ page }) => {
  const server = await open(page, '/surveys/1', new Server(), ANN);
  await link(page, 'Edit').click();
  await expect(heading(page, 'Edit survey')).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Dawn count');
  await expect(field(page, 'Places in the crew')).toHaveValue('3');
  await field(page, 'Title').fill('Late count');
  await button(page, 'Save').click();
  await expect(page).toHaveURL(/\/surveys\/1$/);
  expect(server.of('PUT /surveys/1')[0].body)
    .toMatchObject({ title: 'Late count', distance: 2.5, places: 3, siteId: 's2' });
});

test('Leaving a changed form asks first', async ({ page }) => {
  await open(page, '/surveys/new', new Server(), ANN);
  const questions: string[] = [];
  let accepts = false;
  page.on('dialog', async dialog => {
    questions.push(dialog.message());
    await (accepts ? dialog.accept() : dialog.dismiss());
  });
  await field(page, 'Title').fill('Half a plan');
  await link(page, 'Sites').click();
  await expect.poll(() => questions).toEqual(['Leave without saving?']);
  await expect(field(page, 'Title')).toHaveValue('Half a plan');
  accepts = true;
  await link(page, 'Sites').click();
  await expect(heading(page, 'Sites')).toBeVisible();
});

const names = (page: Page): Locator => page.locator('tbody tr td:first-child');
const column = (page: Page, name: string): Locator =>
  page.getByRole('columnheader', { name: new RegExp(`^${name}`) });

test('The table of sites shows area, surveys and the last survey', async ({ page }) => {
  await open(page, '/sites');
  const row = page.getByRole('row').filter({ hasText: 'North mere' });
  await expect(row.getByRole('cell')).toHaveText(['North mere', '10 ha', '12', 'Mon 2 Apr 2018']);
  await expect(page.getByRole('row').filter({ hasText: 'Alder carr' })).toContainText('never');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\/surveys\?site=s2$/);
});

test('Sites are sorted by each heading in both directions, and the heading says so', async ({ page }) => {
  await open(page, '/sites');
  await expect(names(page)).toHaveText(['Alder carr', 'North mere', 'Sluice']);
  await expect(column(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
  await column(page, 'Name').getByRole('button').click();
  await expect(names(page)).toHaveText(['Sluice', 'North mere', 'Alder carr']);
  await expect(column(page, 'Name')).toHaveAttribute('aria-sort', 'descending');
  await column(page, 'Area').getByRole('button').click();
  await expect(names(page)).toHaveText(['North mere', 'Alder carr', 'Sluice']);
  await expect(column(page, 'Area')).toHaveAttribute('aria-sort', 'ascending');
  await expect(column(page, 'Name')).not.toHaveAttribute('aria-sort', /ascending|descending/);
});

test('Sorting leaves the list of sites in its order, and it is fetched once', async ({ page }) => {
  const server = await open(page, '/sites');
  await column(page, 'Area').getByRole('button').click();
  await expect(names(page)).toHaveText(['North mere', 'Alder carr', 'Sluice']);
  await column(page, 'Area').getByRole('button').click();
  await expect(names(page)).toHaveText(['Sluice', 'Alder carr', 'North mere']);
  await link(page, 'Surveys').click();
  await expect(field(page, 'Site').getByRole('option'))
    .toHaveText(['All sites', 'North mere', 'Alder carr', 'Sluice']);
  expect(server.of('GET /sites')).toHaveLength(1);
});

test('Sites that cannot be loaded are told', async ({ page }) => {
  const server = new Server();
  server.next('GET /sites', { status: 500, json: { message: 'No map.' } });
  await open(page, '/sites', server);
  await expect(alert(page, 'The sites could not be loaded. No map.')).toBeVisible();
});

test('Signing in checks the fields', async ({ page }) => {
  const server = await open(page, '/login');
  await field(page, 'Email').fill('ole');
  await button(page, 'Sign in').click();
  await expect(page.getByText('Enter your email address')).toBeVisible();
  await expect(page.getByText('Enter your password')).toBeVisible();
  expect(server.of('POST /session')).toHaveLength(0);
});

test('A refusal to sign in empties the password and moves the focus there', async ({ page }) => {
  const asked = gate();
  const server = new Server();
  server.next('POST /session', { status: 401, json: { message: 'Wrong password.' }, after: asked.opened });
  await open(page, '/login', server);
  await field(page, 'Email').fill('ole@reedbed.org');
  await field(page, 'Password').fill('bitern');
  await button(page, 'Sign in').click();
  await expect(button(page, 'Signing in…')).toBeDisabled();
  asked.open();
  await expect(alert(page, 'Wrong password.')).toBeVisible();
  await expect(field(page, 'Password')).toHaveValue('');
  await expect(field(page, 'Password')).toBeFocused();
  await expect(page.getByText('Your session has ended.')).toHaveCount(0);
});

test('Signing in welcomes the user and keeps the session', async ({ page }) => {
  const server = await open(page, '/login');
  await field(page, 'Email').fill('ole@reedbed.org');
  await field(page, 'Password').fill('bittern');
  await button(page, 'Sign in').click();
  await expect(notice(page, 'Welcome back, Ole Finch.')).toBeVisible();
  await expect(page).toHaveURL(/\/surveys$/);
  expect(server.of('POST /session')[0].body).toEqual({ email: 'ole@reedbed.org', password: 'bittern' });
  await expect.poll(() => stored(page, 'reedbed.session')).toEqual({ token: 'fresh', user: OLE });
});

test('A refused token ends the session', async ({ page }) => {
  const server = new Server();
  server.next('GET /surveys', { status: 401, json: { message: 'Expired.' } });
  await open(page, '/surveys', server, OLE);
  await expect(notice(page, 'Your session has ended. Please sign in again.')).toBeVisible();
  await expect(link(page, 'Sign in')).toBeVisible();
  await expect.poll(() => stored(page, 'reedbed.session')).toBeNull();
});

test('Settings take effect at once and are kept', async ({ page }) => {
  const server = await open(page, '/settings');
  await expect(page.locator('body')).toHaveClass(/\btheme-light\b/);
  await field(page, 'Units').selectOption({ label: 'Miles and acres' });
  await field(page, 'Theme').selectOption({ label: 'Dark' });
  await expect(field(page, 'Surveys per page').getByRole('option')).toHaveText(['5', '10', '20', '50']);
  await expect(page.locator('body')).toHaveClass(/\btheme-dark\b/);
  for (const pageSize of [10, 20, 50, 5]) {
    await field(page, 'Surveys per page').selectOption({ label: String(pageSize) });
    await expect.poll(() => stored(page, 'reedbed.preferences'))
      .toEqual({ units: 'imperial', theme: 'dark', pageSize });
  }
  await link(page, 'Surveys').click();
  await expect(card(page, 'Dawn count')).toContainText('1.6 mi');
  expect(server.of('GET /surveys').at(-1)?.query.size).toBe('5');
  await page.goto('/sites');
  await expect(page.getByRole('row').filter({ hasText: 'Alder carr' })).toContainText('75 acres');
  await expect(page.locator('body')).toHaveClass(/\btheme-dark\b/);
});

test('Reset to defaults tells so', async ({ page }) => {
  await open(page, '/settings');
  await field(page, 'Units').selectOption({ label: 'Miles and acres' });
  await button(page, 'Reset to defaults').click();
  await expect(notice(page, 'The settings are back to their defaults.')).toBeVisible();
  await expect(field(page, 'Units')).toHaveValue('metric');
});

test('Storage that refuses to save does not break the page', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
  });
  await open(page, '/settings');
  await field(page, 'Theme').selectOption({ label: 'Dark' });
  await expect(page.locator('body')).toHaveClass(/\btheme-dark\b/);
  await link(page, 'Sign in').click();
  await field(page, 'Email').fill('ole@reedbed.org');
  await field(page, 'Password').fill('bittern');
  await button(page, 'Sign in').click();
  await expect(notice(page, 'Welcome back, Ole Finch.')).toBeVisible();
});

test('Notices close after five seconds, and four are shown at most', async ({ page }) => {
  await start(page);
  await open(page, '/settings');
  await expect(heading(page, 'Settings')).toBeVisible();
  await stop(page);
  for (let number = 0; number < 5; number += 1) {
    await button(page, 'Reset to defaults').click();
  }
  const shown = page.locator('.notice');
  await expect(shown).toHaveCount(4);
  await page.clock.runFor(4900);
  await expect(shown).toHaveCount(4);
  await page.clock.runFor(200);
  await expect(shown).toHaveCount(0);
});

test('An error stays until it is closed by its named button', async ({ page }) => {
  const server = new Server();
  server.next('PUT /surveys/1/crew/me', { status: 409, json: { message: 'Full.' } });
  await start(page);
  await open(page, '/surveys/1', server, OLE);
  await expect(button(page, 'Join the crew')).toBeVisible();
  await stop(page);
  await button(page, 'Join the crew').click();
  await expect(alert(page, 'You did not join. Full.')).toBeVisible();
  await page.clock.runFor(20_000);
  const close = alert(page, 'You did not join. Full.').getByRole('button');
  await expect(close).toHaveAccessibleName(/[a-z]{3}/i);
  await close.click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
