// The template of a city administration. Its own example runs in the environment `local`, without a
// server; elsewhere the identity provider and the API are played here. How the API's data look is
// the template's own affair, so what it answers are failures, or what the example's own API was
// seen to answer. Which claim holds the roles is too, so each usual one does.
import {
  expect, test, type Browser, type Locator, type Page, type Request,
} from '@playwright/test';

const SITE = 'http://127.0.0.1:4173';
const CONFIG = {
  environment: 'production',
  apiBaseUrl: `${SITE}/desk-api`,
  oidc: { authority: `${SITE}/idp`, clientId: 'permit-desk' },
  telemetryUrl: null,
};
const PERSON = 'Nora Quill';

interface Reply {
  status?: number;
  json?: unknown;
  body?: string;
  lost?: boolean;
}

/** One reply to all, or what it depends on the request. */
type Api = Reply | ((request: Request) => Reply | Promise<Reply>);

/** Opens an address with this configuration; the list has each address of the provider that was visited. */
async function open(page: Page, address: string, config: Reply): Promise<URL[]> {
  return (await visit(page, address, config, null)).visited;
}

interface Seen {
  visited: URL[];
  /** The token that the provider gave. */
  token: string;
  asked: Request[];
  /** What came to the telemetry address. */
  reports: string[];
}

/** Opens an address. With roles the provider signs in at once whoever comes for the first time. */
async function visit(
  page: Page, address: string, config: Reply, roles: string[] | null, api: Api = { status: 404 },
): Promise<Seen> {
  const seen: Seen = { visited: [], token: roles ? token(roles) : '', asked: [], reports: [] };
  await page.route(/\/config\.json/, async route => {
    if (config.lost) await route.abort('connectionrefused');
    else if (config.body === undefined) {
      await route.fulfill({ status: config.status ?? 200, json: config.json ?? CONFIG });
    } else await route.fulfill({ status: config.status ?? 200, body: config.body });
  });
  await page.route(/\/desk-api\//, async route => {
    seen.asked.push(route.request());
    const reply = typeof api === 'function' ? await api(route.request()) : api;
    if (!reply.lost) await route.fulfill({ status: reply.status ?? 200, json: reply.json ?? {} });
  });
  await page.route(/\/telemetry$/, async route => {
    seen.reports.push(route.request().postData() ?? '');
    await route.fulfill({ status: 204 });
  });
  await page.route(/\/idp\//, async route => {
    const url = new URL(route.request().url());
    seen.visited.push(url);
    const is = (ending: string): boolean => url.pathname.endsWith(ending);
    if (is('/openid-configuration')) await route.fulfill({ json: PROVIDER });
    else if (is('/authorize')) {
      const first = seen.visited.filter(each => each.pathname.endsWith('/authorize')).length === 1;
      const script = roles && first ? `<script>location.replace(${back(url)})</script>` : '';
      const body = `<h1>Identity provider</h1>${script}`;
      await route.fulfill({ contentType: 'text/html', body });
    } else if (is('/token')) await route.fulfill({ json: tokens(seen.token) });
    else if (is('/userinfo')) await route.fulfill({ json: claims(roles ?? []) });
    else await route.fulfill({ status: 404, json: {} });
  });
  await page.goto(address);
  return seen;
}

const PROVIDER = {
  issuer: CONFIG.oidc.authority,
  authorization_endpoint: `${CONFIG.oidc.authority}/authorize`,
  token_endpoint: `${CONFIG.oidc.authority}/token`,
  userinfo_endpoint: `${CONFIG.oidc.authority}/userinfo`,
  jwks_uri: `${CONFIG.oidc.authority}/keys`,
  end_session_endpoint: `${CONFIG.oidc.authority}/logout`,
};

/** The address that leads back into the application, as text of a script. */
function back(url: URL): string {
  const query = new URLSearchParams({ code: 'code-1', state: url.searchParams.get('state') ?? '' });
  return JSON.stringify(`${url.searchParams.get('redirect_uri')}?${query}`);
}

function claims(roles: string[]): Record<string, unknown> {
  return {
    sub: 'u-17', name: PERSON, preferred_username: 'nquill', roles, groups: roles,
    realm_access: { roles }, resource_access: { [CONFIG.oidc.clientId]: { roles } },
  };
}

function token(roles: string[]): string {
  const now = Math.floor(Date.now() / 1000);
  const of = { iss: CONFIG.oidc.authority, aud: CONFIG.oidc.clientId, iat: now, exp: now + 3600 };
  const parts = [{ alg: 'none', typ: 'JWT' }, { ...of, jti: String(Math.random()), ...claims(roles) }];
  const coded = parts.map(part => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return [...coded, 'c2lnbmVk'].join('.');
}

function tokens(text: string): Record<string, unknown> {
  return {
    access_token: text, id_token: text, token_type: 'Bearer', expires_in: 3600, scope: 'openid profile',
  };
}

const asksToSignIn = (seen: Seen): number =>
  seen.visited.filter(each => each.pathname.endsWith('/authorize')).length;

/** Opens the list as somebody who is signed in with these roles. */
async function signedIn(
  page: Page, roles: string[], api?: Api, changes: Record<string, unknown> = {},
): Promise<Seen> {
  const seen = await visit(page, '/permits', { json: { ...CONFIG, ...changes } }, roles, api);
  await expect.poll(() => seen.visited.some(each => each.pathname.endsWith('/token'))).toBe(true);
  return seen;
}

const again = (page: Page): Locator => page.getByRole('button', { name: 'Try again' });

const failure = (page: Page): Locator => page.getByText('The application could not be started.');

async function expectFailure(page: Page, config: Reply): Promise<void> {
  await open(page, '/permits', config);
  await expect(failure(page)).toBeVisible();
  await expect.poll(async () => (await page.locator('body').innerText()).length)
    .toBeGreaterThan('The application could not be started.'.length + 3);
}

test('A configuration that is not there is told with the reason', async ({ page }) => {
  await expectFailure(page, { status: 404, body: 'not here' });
});

test('A configuration that cannot be fetched is told with the reason', async ({ page }) => {
  await expectFailure(page, { lost: true });
});

test('A configuration that is no JSON is told with the reason', async ({ page }) => {
  await expectFailure(page, { body: '<!doctype html><p>index</p>' });
});

test('A configuration without an environment is refused', async ({ page }) => {
  await expectFailure(page, { json: { ...CONFIG, environment: undefined } });
});

test('A configuration with an unknown environment is refused', async ({ page }) => {
  await expectFailure(page, { json: { ...CONFIG, environment: 'staging' } });
});

test('A configuration without the address of the API is refused', async ({ page }) => {
  await expectFailure(page, { json: { ...CONFIG, apiBaseUrl: undefined } });
});

test('A configuration without a client id is refused', async ({ page }) => {
  await expectFailure(page, { json: { ...CONFIG, oidc: { authority: CONFIG.oidc.authority } } });
});

test('A telemetry address that is no URL is refused', async ({ page }) => {
  await expectFailure(page, { json: { ...CONFIG, telemetryUrl: 'not a url' } });
});

test('In the environment test nobody is signed in either', async ({ page }) => {
  await open(page, '/permits', { json: { ...CONFIG, environment: 'test' } });
  await expect(page.getByRole('heading', { name: 'Identity provider' })).toBeVisible();
});

test('Who is not signed in is sent to the provider by code with PKCE', async ({ page }) => {
  const visited = await open(page, '/permits', {});
  await expect(page.getByRole('heading', { name: 'Identity provider' })).toBeVisible();
  const asked = visited.find(each => each.pathname.endsWith('/authorize'))?.searchParams;
  expect(asked?.get('response_type')).toBe('code');
  expect(asked?.get('client_id')).toBe('permit-desk');
  expect(asked?.get('code_challenge_method')).toBe('S256');
  expect(asked?.get('redirect_uri')).toMatch(/\/signin-callback$/);
  await expect(failure(page)).toHaveCount(0);
});

test('Who has signed in comes back to the address that was asked for', async ({ page }) => {
  const seen = await visit(page, '/permits/77-a?from=mail', {}, ['officer']);
  await expect.poll(() => seen.asked.length).toBeGreaterThan(0);
  await expect(page).toHaveURL(`${SITE}/permits/77-a?from=mail`);
  expect(asksToSignIn(seen)).toBe(1);
});

test('Tokens are kept in memory alone', async ({ page }) => {
  const seen = await signedIn(page, ['officer']);
  await expect.poll(() => seen.asked.length).toBeGreaterThan(0);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept).not.toContain(seen.token);
});

test('Nothing of the mock API is loaded where a real one is', async ({ page }) => {
  const scripts = new Set<string>();
  page.on('request', request => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  const seen = await signedIn(page, ['officer']);
  await expect.poll(() => seen.asked.length).toBeGreaterThan(0);
  const texts = await Promise.all(
    [...scripts].map(async url => (await page.request.get(url)).text()));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter(text => text.includes('mockServiceWorker'))).toEqual([]);
});

test('Each request to the API has the token and an id of its own', async ({ page }) => {
  const seen = await signedIn(page, ['officer']);
  await again(page).click();
  await expect.poll(() => seen.asked.length).toBeGreaterThan(1);
  const headers = seen.asked.map(each => each.headers());
  for (const each of headers) expect(each.authorization).toBe(`Bearer ${seen.token}`);
  const ids = headers.map(each => each['x-request-id']);
  expect(ids.every(Boolean)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

test('An answer of 401 leads to the provider', async ({ page }) => {
  const seen = await signedIn(page, ['officer'], { status: 401 });
  await expect.poll(() => asksToSignIn(seen)).toBe(2);
});

test('A failure of the server is tried three times and then told', async ({ page }) => {
  test.setTimeout(30_000);
  const seen = await signedIn(page, ['officer'], { status: 503 });
  await expect(again(page)).toBeVisible({ timeout: 15_000 });
  expect(seen.asked).toHaveLength(3);
  await again(page).click();
  await expect.poll(() => seen.asked.length).toBeGreaterThan(3);
});

test('A status from 400 to 499 is told at once', async ({ page }) => {
  const seen = await signedIn(page, ['officer'], { status: 403 });
  await expect(again(page)).toBeVisible();
  expect(seen.asked).toHaveLength(1);
});

test('An answer of another form is told at once', async ({ page }) => {
  const seen = await signedIn(page, ['officer'], { json: 42 });
  await expect(again(page)).toBeVisible();
  expect(seen.asked).toHaveLength(1);
});

test('A request ends after ten seconds', async ({ page }) => {
  test.setTimeout(40_000);
  const seen = await signedIn(page, ['officer'], { lost: true });
  await expect.poll(() => seen.asked.length).toBe(1);
  const began = Date.now();
  await page.waitForEvent('requestfailed', {
    predicate: request => request === seen.asked[0], timeout: 20_000,
  });
  expect(Date.now() - began).toBeGreaterThan(8_000);
  expect(Date.now() - began).toBeLessThan(13_000);
});

const forbidden = (page: Page): Locator =>
  page.getByText('You are not allowed to see this page.');

test('Without a role the page of permits is not allowed', async ({ page }) => {
  await signedIn(page, ['gardener']);
  await expect(forbidden(page)).toBeVisible();
});

test('A clerk may read permits', async ({ page }) => {
  const seen = await signedIn(page, ['clerk']);
  await expect.poll(() => seen.asked.length).toBeGreaterThan(0);
  await expect(again(page)).toBeVisible();
  await expect(forbidden(page)).toHaveCount(0);
});

/** What beacons say is kept by the page too: what is sent as a blob is seen nowhere else. */
async function keepBeacons(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const kept: string[] = [];
    Object.assign(window, { kept });
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, data) => {
      void new Response(data).text().then(text => kept.push(text));
      return send(url, data);
    };
  });
  return () => page.evaluate(() => (window as unknown as { kept: string[] }).kept.join());
}

test('Errors and rejections that nobody catches are reported', async ({ page }) => {
  const kept = await keepBeacons(page);
  const telemetryUrl = `${SITE}/telemetry`;
  const seen = await signedIn(page, ['officer'], { status: 403 }, { telemetryUrl });
  await expect(again(page)).toBeVisible();
  const before = seen.reports.length;
  await page.evaluate(() => { setTimeout(() => { throw new TypeError('the quay is closed'); }); });
  await expect.poll(() => seen.reports.length).toBeGreaterThan(before);
  const between = seen.reports.length;
  await page.evaluate(() => { void Promise.reject(new RangeError('the tide is out')); });
  await expect.poll(() => seen.reports.length).toBeGreaterThan(between);
  await expect.poll(kept).toMatch(/TypeError|the quay is closed/);
  await expect.poll(kept).toMatch(/RangeError|the tide is out/);
  const said = seen.reports.join() + await kept();
  for (const secret of [seen.token, PERSON]) expect(said).not.toContain(secret);
});

// The example, as `npm run dev` shows it

const HEADS = [/number/i, /applicant/i, /street/i, /received/i, /stat(e|us)/i];
const [NUMBER, , , RECEIVED, STATE] = HEADS;
const heads = (page: Page): Locator => page.getByRole('columnheader');
const rows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('cell') });
const decide = (page: Page, how: 'Approve' | 'Reject'): Locator =>
  page.getByRole('button', { name: how, exact: true });

/** Opens the list of the example. A question in a dialog is answered with yes. */
async function example(page: Page, address = '/permits'): Promise<void> {
  page.removeAllListeners('dialog');
  page.on('dialog', dialog => { void dialog.accept(); });
  await page.goto(address);
  await expect(rows(page).first()).toBeVisible({ timeout: 6_000 });
}

/** The texts of a column from the top, when the table is there. */
async function column(page: Page, head: RegExp): Promise<string[]> {
  let texts: string[] = [];
  await expect.poll(async () => {
    const at = (await heads(page).allInnerTexts()).findIndex(text => head.test(text));
    texts = await rows(page).evaluateAll((all, index) =>
      all.map(row => row.children[index]?.textContent?.trim() ?? ''), at);
    return texts.length;
  }).toBeGreaterThan(0);
  return texts;
}

/** Follows the first row with this state to the page of its permit, and returns its number. */
async function follow(page: Page, state: string): Promise<string> {
  const at = (await column(page, STATE)).indexOf(state);
  const number = (await column(page, NUMBER))[at];
  await rows(page).nth(at).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/permits\/[^/?]+/);
  await expect(page.getByText(number).first()).toBeVisible();
  return number;
}

/** Follows an open permit, and returns its number and what the list calls its state. */
async function followOpen(page: Page): Promise<{ number: string; state: string }> {
  for (const state of new Set(await column(page, STATE))) {
    const number = await follow(page, state);
    if (await isOffered(page)) return { number, state };
    await page.goBack();
  }
  throw new Error('no permit of the list can be decided');
}

/** Whether the page of a permit offers to decide it, after it had the time to. */
async function isOffered(page: Page): Promise<boolean> {
  return decide(page, 'Approve').waitFor({ timeout: 1_500 }).then(() => true, () => false);
}

const language = (page: Page): Locator =>
  page.getByRole('combobox').filter({ hasText: /deutsch|german/i });

async function toGerman(page: Page): Promise<void> {
  const value = await language(page).locator('option', { hasText: /deutsch|german/i })
    .evaluate(option => (option as HTMLOptionElement).value);
  await language(page).selectOption(value);
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
}

/** Filters by what the list calls a state: a select, or one control for each state. */
async function filterBy(page: Page, state: string): Promise<void> {
  const box = page.getByRole('combobox').filter({ hasNotText: /deutsch|german/i });
  const option = box.locator('option', { hasText: state }).first();
  const others = ['radio', 'tab', 'button', 'link'] as const;
  const single = others.map(role => page.getByRole(role, { name: state }))
    .reduce((one, other) => one.or(other)).first();
  await expect(option.or(single).first()).toBeAttached();
  const values = await box.locator('option').evaluateAll((all, text) =>
    all.filter(each => each.textContent?.includes(text))
      .map(each => (each as HTMLOptionElement).value), state);
  if (values.length) await box.first().selectOption(values[0]);
  else await single.click();
}

test('The example shows permits without a sign-in', async ({ page }) => {
  await example(page, '/');
  await expect(page).toHaveURL(/\/permits$/);
});

test('The table has number, applicant, street, day and state of each permit', async ({ page }) => {
  await example(page);
  for (const head of HEADS) {
    await expect(heads(page).filter({ hasText: head })).toHaveCount(1);
    for (const text of await column(page, head)) expect(text).not.toBe('');
  }
});

test('The filter by state narrows the table and stands in the address', async ({ page }) => {
  await example(page);
  const all = await column(page, STATE);
  const wanted = all.filter(state => state === all[0]);
  await filterBy(page, all[0]);
  await expect.poll(() => column(page, STATE)).toEqual(wanted);
  expect(new URL(page.url()).search).not.toBe('');
  await example(page, page.url());
  await expect.poll(() => column(page, STATE)).toEqual(wanted);
});

test('The list follows the address when that has no filter any more', async ({ page }) => {
  await example(page);
  const all = await column(page, STATE);
  await filterBy(page, all[0]);
  await expect.poll(() => column(page, STATE)).toEqual(all.filter(state => state === all[0]));
  const links = page.getByRole('link').and(page.locator('[href="/permits"]'));
  if ((await links.all()).length) await links.first().click();
  else {
    await page.evaluate(() => {
      history.pushState(null, '', '/permits');
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
  }
  await expect.poll(() => column(page, STATE)).toEqual(all);
});

test('Only permits that are open offer Approve and Reject', async ({ page }) => {
  await example(page);
  const states = new Set(await column(page, STATE));
  let open = 0;
  for (const state of states) {
    await follow(page, state);
    const isOpen = await isOffered(page);
    await expect(decide(page, 'Reject')).toHaveCount(isOpen ? 1 : 0);
    open += isOpen ? 1 : 0;
    await page.goBack();
  }
  expect(open).toBe(1);
});

/** Decides an open permit, and returns the names of its state before and after. */
async function decided(page: Page, how: 'Approve' | 'Reject'): Promise<[string, string]> {
  await example(page);
  const { number, state } = await followOpen(page);
  await decide(page, how).click();
  for (const name of ['Approve', 'Reject'] as const) await expect(decide(page, name)).toHaveCount(0);
  if (!page.url().endsWith('/permits')) await page.goBack();
  let after = state;
  await expect.poll(async () => {
    after = (await column(page, STATE))[(await column(page, NUMBER)).indexOf(number)];
    return after;
  }).not.toBe(state);
  return [state, after];
}

test('Approving ends the decision and changes the list', async ({ page }) => {
  const [, after] = await decided(page, 'Approve');
  expect(after).toBeTruthy();
});

test('Rejecting leads to another state than approving', async ({ page }) => {
  const [open, rejected] = await decided(page, 'Reject');
  const [, approved] = await decided(page, 'Approve');
  expect(new Set([open, rejected, approved]).size).toBe(3);
});

test('A permit that was decided leaves the list of open ones', async ({ page }) => {
  await example(page);
  const { state } = await followOpen(page);
  await page.goBack();
  await filterBy(page, state);
  await expect.poll(async () => new Set(await column(page, STATE)).size).toBe(1);
  const number = await follow(page, state);
  await decide(page, 'Approve').click();
  await expect(decide(page, 'Approve')).toHaveCount(0);
  if (new URL(page.url()).pathname !== '/permits') await page.goBack();
  await expect(page).toHaveURL(/\/permits\?/);
  await expect(page.getByRole('row').filter({ hasText: number })).toHaveCount(0);
});

// The example's data, where a provider signs in

interface Answered {
  method: string;
  /** What follows the address of the API. */
  address: string;
  json: unknown;
}

interface Known {
  answered: Answered[];
  /** An open permit. */
  address: string;
  number: string;
}

let seenOnce: Promise<Known> | undefined;

/** What the example's API answers about the list and an open permit. */
function known(browser: Browser): Promise<Known> {
  return (seenOnce ??= lookedAt(browser));
}

async function lookedAt(browser: Browser): Promise<Known> {
  const context = await browser.newContext({ baseURL: SITE });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const answered: unknown[] = [];
    Object.assign(window, { answered });
    const real = window.fetch.bind(window);
    window.fetch = async (what, how) => {
      const reply = await real(what, how);
      const method = how?.method ?? (what instanceof Request ? what.method : 'GET');
      const address = what instanceof Request ? what.url : new URL(what, location.href).href;
      void reply.clone().json()
        .then((json: unknown) => answered.push({ method, address, json }), () => undefined);
      return reply;
    };
  });
  const read = (): Promise<Answered[]> =>
    page.evaluate(() => (window as unknown as { answered: Answered[] }).answered);
  await example(page);
  const { number } = await followOpen(page);
  const answered = await read();
  const address = page.url().slice(SITE.length);
  await page.goto(address);
  await expect(page.getByText(number).first()).toBeVisible({ timeout: 6_000 });
  answered.push(...await read());
  const config = (await (await page.request.get('/config.json')).json()) as { apiBaseUrl: string };
  const base = new URL(config.apiBaseUrl, SITE).href.replace(/\/$/, '');
  await context.close();
  const ofApi = answered.filter(each => each.address.startsWith(base))
    .map(each => ({ ...each, address: each.address.slice(base.length) }));
  return { answered: ofApi, address, number };
}

/** The API that answers as the example's did, with this change. */
function played({ answered }: Known, change = (json: unknown): unknown => json): Api {
  return request => {
    const address = request.url().slice(CONFIG.apiBaseUrl.length);
    const found = answered.filter(each => each.method === request.method())
      .find(each => each.address === address);
    return found ? { json: change(found.json) } : { status: 404 };
  };
}

/** The data with nothing in any list. */
function emptied(json: unknown): unknown {
  if (Array.isArray(json)) return [];
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) =>
    [key, typeof value === 'number' && /total|count/i.test(key) ? 0 : emptied(value)]));
}

/** The texts that the page shows, each of its own. */
async function texts(page: Page): Promise<string[]> {
  const all = await page.locator('body').evaluate(body => body.innerText);
  return all.split(/[\n\t]/).map(text => text.trim()).filter(Boolean);
}

test('A list without permits says so', async ({ page, browser }) => {
  test.setTimeout(30_000);
  const data = await known(browser);
  let answer = (): void => undefined;
  const asked = new Promise<void>(resolve => { answer = resolve; });
  const empty = played(data, emptied);
  const seen = await signedIn(page, ['officer'], async request => {
    await asked;
    return typeof empty === 'function' ? empty(request) : empty;
  });
  await expect.poll(() => seen.asked.length).toBeGreaterThan(0);
  let loading: string[] = [];
  await expect.poll(async () => {
    const before = loading;
    loading = await texts(page);
    return loading.length > 0 && loading.join() === before.join();
  }).toBe(true);
  answer();
  await expect.poll(async () => {
    const others = [...loading, ...await heads(page).allInnerTexts()];
    return (await texts(page)).filter(text => !others.includes(text));
  }).not.toEqual([]);
  await expect(again(page)).toHaveCount(0);
});

test('A clerk sees an open permit without Approve and Reject', async ({ page, browser }) => {
  test.setTimeout(30_000);
  const data = await known(browser);
  const seen = await visit(page, data.address, {}, ['clerk'], played(data));
  await expect.poll(() => seen.asked.length).toBeGreaterThan(0);
  await expect(page.getByText(data.number).first()).toBeVisible();
  for (const how of ['Approve', 'Reject'] as const) await expect(decide(page, how)).toHaveCount(0);
});

test('An officer decides an open permit with the token', async ({ page, browser }) => {
  test.setTimeout(30_000);
  const data = await known(browser);
  page.on('dialog', dialog => { void dialog.accept(); });
  const seen = await visit(page, data.address, {}, ['officer'], played(data));
  await expect(page.getByText(data.number).first()).toBeVisible();
  await decide(page, 'Approve').click();
  const sent = (): Request[] => seen.asked.filter(each => each.method() !== 'GET');
  await expect.poll(() => sent().length).toBeGreaterThan(0);
  const headers = sent()[0].headers();
  expect(headers.authorization).toBe(`Bearer ${seen.token}`);
  expect(headers['x-request-id']).toBeTruthy();
});

test('The language that was chosen is stored', async ({ page }) => {
  await example(page);
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  await toGerman(page);
  await example(page);
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
});

test('In German no English text is left', async ({ page }) => {
  await example(page);
  await followOpen(page);
  await toGerman(page);
  await expect(decide(page, 'Approve').or(decide(page, 'Reject'))).toHaveCount(0);
  await page.goBack();
  await expect(heads(page).filter({ hasText: /applicant|street|received/i })).toHaveCount(0);
  await expect(rows(page).first()).toBeVisible();
});

test('Days are written in the language that was chosen', async ({ page }) => {
  await example(page);
  const at = (await heads(page).evaluateAll(all => all.map(each => each.textContent ?? '')))
    .findIndex(text => RECEIVED.test(text));
  const day = rows(page).first().locator('> *').nth(at);
  const [english] = await column(page, RECEIVED);
  await expect(day).toHaveText(english);
  await toGerman(page);
  await expect(day).not.toHaveText(english);
  await expect(day).toHaveText(/\d/);
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' });

  test('The language of the browser comes first', async ({ page }) => {
    await example(page);
    await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
    await expect(heads(page).filter({ hasText: /applicant/i })).toHaveCount(0);
  });
});

test.describe('in a French browser', () => {
  test.use({ locale: 'fr-FR' });

  test('English is spoken where the browser knows neither language', async ({ page }) => {
    await example(page);
    await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
    await expect(heads(page).filter({ hasText: /applicant/i })).toHaveCount(1);
  });
});
