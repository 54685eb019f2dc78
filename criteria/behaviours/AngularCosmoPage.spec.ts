// The page builder of the Cosmo CMS. Written against the legacy source in AngularJS 1.4.
import { expect, test, type Locator, type Page } from '@playwright/test';

test.use({ timezoneId: 'Europe/Berlin', locale: 'en-US' });

interface Block {
  type: string;
  data: Record<string, unknown>;
}

interface CmsPage {
  id: number | null;
  version: number;
  owner?: string;
  address: string;
  title: string;
  blocks: Block[];
  seo: { title: string; description: string; hidden: boolean };
  status: string;
  publishOn?: string;
}

interface Reply {
  status?: number;
  json?: unknown;
  /** Answers only when it is resolved. */
  after?: Promise<void>;
}

interface Sent {
  call: string;
  body: unknown;
}

/** What the server answers: by default it keeps what it is sent. */
interface World {
  user?: { name: string; role: string };
  page?: CmsPage | null;
  session?: Reply;
  find?: Reply;
  save?: Reply[];
  publication?: Reply[];
  media?: Reply[];
  revisions?: unknown[];
}

const PAGE: CmsPage = {
  id: 7,
  version: 3,
  owner: 'Kim',
  address: 'about/team',
  title: 'Our team',
  blocks: [
    { type: 'heading', data: { text: 'Who we are', level: 2 } },
    { type: 'text', data: { html: '<p>We are <b>many</b>.</p>' } },
    { type: 'quote', data: { text: 'Go on', author: 'Ann' } },
  ],
  seo: { title: 'Team page', description: '', hidden: false },
  status: 'published',
};

const TEXTS: Block[] = ['First', 'Second'].map(html => ({ type: 'text', data: { html } }));
const IMAGES = [
  { url: '/files/oak.jpg', thumbnail: '/files/oak-small.jpg', title: 'Old oak' },
  { url: '/files/elm.jpg', thumbnail: '/files/elm-small.jpg', title: 'Young elm' },
];
const found = (items: unknown[], total: number): Reply => ({ json: { items, total } });

/** A promise and what fulfils it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => { open = resolve; });
  return { opened, open };
}

function reply(world: World, call: string, body: unknown, times: number): Reply {
  const at = (replies: Reply[] | undefined): Reply | undefined =>
    replies?.[Math.min(times, replies.length) - 1];
  if (call === 'GET session') {
    return world.session ?? { json: world.user ?? { name: 'Kim', role: 'editor' } };
  }
  if (call === 'GET pages') {
    const pages = world.page === null ? [] : [world.page ?? PAGE];
    return world.find ?? { json: pages };
  }
  if (call === 'GET media') {
    return at(world.media) ?? found(IMAGES, 30);
  }
  if (call.endsWith('/revisions')) {
    return { json: world.revisions ?? [] };
  }
  if (call.endsWith('/publication')) {
    return at(world.publication)
      ?? { json: { ...(world.page ?? PAGE), version: 5, status: 'published' } };
  }
  const sent = body as CmsPage;
  const saved = { ...sent, id: sent.id ?? 70, version: sent.version + 1 };
  const chosen = at(world.save) ?? {};
  return { json: saved, ...chosen };
}

interface Server {
  sent: Sent[];
  searched: URL[];
  /** How many requests have their answer. */
  answered: number;
}

/** Opens the address at noon of 15 May 2024. */
async function open(page: Page, world: World = {}, address = 'about/team'): Promise<Server> {
  const server: Server = { sent: [], searched: [], answered: 0 };
  const times: Record<string, number> = {};
  await page.clock.install({ time: new Date('2024-05-15T10:00:00Z') });
  await page.route('**/files/**', route => route.fulfill({ status: 204 }));
  await page.route(url => url.pathname.startsWith('/api/'), async route => {
    const request = route.request();
    const url = new URL(request.url());
    const call = `${request.method()} ${url.pathname.slice(5)}`;
    const body: unknown = request.method() === 'GET' ? null : request.postDataJSON();
    const kind = /^P\w+ pages(\/\d+)?$/.test(call) ? 'save' : call;
    times[kind] = (times[kind] ?? 0) + 1;
    if (body !== null) {
      server.sent.push({ call, body });
    } else {
      server.searched.push(url);
    }
    const chosen = reply(world, call, body, times[kind]);
    await chosen.after;
    await route.fulfill({ status: chosen.status ?? 200, json: chosen.json ?? {} })
      .catch(() => undefined);
    server.answered += 1;
  });
  await page.goto(`/#/edit/${address}`);
  return server;
}

/** Opens the address and waits for the editor. */
async function edit(page: Page, world: World = {}, address = 'about/team'): Promise<Server> {
  const server = await open(page, world, address);
  await expect(title(page)).toBeVisible();
  return server;
}

const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const title = (page: Page): Locator => page.getByLabel('Title', { exact: true });
const address = (page: Page): Locator => page.getByLabel('Address', { exact: true }).last();
const tab = (page: Page, name: string | RegExp): Locator => page.getByRole('link', { name })
  .or(page.getByRole('button', { name })).or(page.getByRole('tab', { name }));
const sign = (scope: Page | Locator, text: string): Locator =>
  scope.getByRole('button').filter({ hasText: text });
const rows = (page: Page): Locator =>
  page.getByRole('listitem').filter({ has: page.getByText('☰') });
const markup = (scope: Page | Locator): Locator => scope.getByPlaceholder('Text, HTML is allowed');
const openAddress = (page: Page): Locator => page.getByPlaceholder('Address, e.g. about/team');
const saves = (server: Server): Sent[] =>
  server.sent.filter(({ call }) => !call.endsWith('/publication'));

/** Answers the next question and tells its text. */
function answer(page: Page, accept: boolean): Promise<string> {
  return new Promise(resolve => {
    page.once('dialog', dialog => {
      resolve(dialog.message());
      void (accept ? dialog.accept() : dialog.dismiss());
    });
  });
}

/** Of these texts, those of the blocks' own types, from top to bottom. */
async function expectTypes(page: Page, types: string[]): Promise<void> {
  await expect(rows(page)).toHaveCount(types.length);
  for (const [at, type] of types.entries()) {
    await expect(rows(page).nth(at).getByText(type, { exact: true }).first()).toBeVisible();
  }
}

test('An address opens its page with title, address and blocks', async ({ page }) => {
  const server = await edit(page);
  await expect(title(page)).toHaveValue('Our team');
  await expect(address(page)).toHaveValue('about/team');
  await expectTypes(page, ['Heading', 'Text', 'Quote']);
  await expect(tab(page, /^Content \(3\)/)).toBeVisible();
  const asked = server.searched.filter(url => url.pathname === '/api/pages');
  expect(asked.map(url => url.searchParams.get('address'))).toEqual(['about/team']);
});

test('Blocks show what the server has', async ({ page }) => {
  await edit(page);
  await expect(page.getByPlaceholder('Heading')).toHaveValue('Who we are');
  await expect(rows(page).first().getByRole('option', { selected: true })).toHaveText('Level 2');
  await expect(markup(page)).toHaveValue('<p>We are <b>many</b>.</p>');
  await expect(page.getByPlaceholder('Quote')).toHaveValue('Go on');
  await expect(page.getByPlaceholder('Author')).toHaveValue('Ann');
});

test('Any other address leads to the page home', async ({ page }) => {
  const server = await open(page);
  await expect(title(page)).toBeVisible();
  await page.goto('/#/nowhere');
  await expect(page).toHaveURL(/#\/edit\/home$/);
  await expect.poll(() => server.searched.map(url => url.searchParams.get('address')))
    .toContain('home');
});

test('The field of the bar opens another page', async ({ page }) => {
  const server = await edit(page);
  const link = page.getByRole('link', { name: 'Open', exact: true });
  await expect(link).toBeHidden();
  await openAddress(page).fill('shop/shoes');
  await link.click();
  await expect(page).toHaveURL(/#\/edit\/shop\/shoes$/);
  await expect.poll(() => server.searched.map(url => url.searchParams.get('address')))
    .toContain('shop/shoes');
});

test('An address that the server does not know opens as a blank page', async ({ page }) => {
  await edit(page, { page: null }, 'fresh/start');
  await expect(page.getByText('New page', { exact: true })).toBeVisible();
  await expect(address(page)).toHaveValue('fresh/start');
  await expect(title(page)).toHaveValue('');
  await expect(page.getByText('This page has no blocks yet.')).toBeVisible();
  await expect(tab(page, 'Revisions')).toHaveCount(0);
});

async function expectStatus(page: Page, status: string, text: string): Promise<void> {
  await edit(page, { page: { ...PAGE, status, publishOn: '2024-06-01T10:00:00Z' } });
  await expect(page.getByText(text, { exact: true })).toBeVisible();
}

test('A draft is called so', async ({ page }) => {
  await expectStatus(page, 'draft', 'Draft');
});

test('A published page is called so', async ({ page }) => {
  await expectStatus(page, 'published', 'Published');
});

test('A published page with a newer draft is called so', async ({ page }) => {
  await expectStatus(page, 'changed', 'Published, with a newer draft');
});

test('A scheduled page tells its day', async ({ page }) => {
  await expectStatus(page, 'scheduled', 'Scheduled for Jun 1, 2024');
});

test('A page that cannot be loaded says so in place of the editor', { tag: '@defect' },
  async ({ page }) => {
    await open(page, { find: { status: 500 } });
    await expect(page.getByText('The page could not be loaded.')).toBeVisible();
    await expect(button(page, 'Save draft')).toHaveCount(0);
  });

test('A session that cannot be loaded says so in place of the editor', { tag: '@defect' },
  async ({ page }) => {
    await open(page, { session: { status: 500 } });
    await expect(page.getByText('The page could not be loaded.')).toBeVisible();
    await expect(button(page, 'Save draft')).toHaveCount(0);
  });

test('Save draft sends the page as it is, with no more fields', async ({ page }) => {
  const server = await edit(page);
  await title(page).fill('Our new team');
  await page.getByPlaceholder('Heading').fill('We');
  await button(page, 'Save draft').click();
  await expect(page.getByText('Draft saved at 12:00.')).toBeVisible();
  const [heading, ...others] = PAGE.blocks;
  expect(server.sent).toEqual([{
    call: 'PUT pages/7',
    body: {
      ...PAGE,
      title: 'Our new team',
      blocks: [{ ...heading, data: { text: 'We', level: 2 } }, ...others],
    },
  }]);
});

test('The next save sends the version that the server gave', async ({ page }) => {
  const server = await edit(page);
  await button(page, 'Save draft').click();
  await expect.poll(() => server.answered).toBe(3);
  await expect(page.getByText('Draft saved at 12:00.')).toBeVisible();
  await button(page, 'Save draft').click();
  await expect.poll(() => server.sent.map(({ body }) => (body as CmsPage).version))
    .toEqual([3, 4]);
});

test('A new page is created by the button', async ({ page }) => {
  const server = await edit(page, { page: null }, 'fresh');
  await title(page).fill('Fresh');
  await button(page, 'Save draft').click();
  await expect(tab(page, 'Revisions')).toBeVisible();
  expect(server.sent).toEqual([{
    call: 'POST pages',
    body: {
      id: null, version: 0, address: 'fresh', title: 'Fresh', blocks: [],
      seo: { title: '', description: '', hidden: false }, status: 'draft',
    },
  }]);
  await title(page).fill('Fresher');
  await button(page, 'Save draft').click();
  await expect.poll(() => server.sent[1]?.call).toBe('PUT pages/70');
});

test('While the draft is saved the page says so', async ({ page }) => {
  const { opened, open: letGo } = gate();
  await edit(page, { save: [{ after: opened }] });
  await button(page, 'Save draft').click();
  await expect(page.getByText('Saving…')).toBeVisible();
  letGo();
  await expect(page.getByText('Draft saved at 12:00.')).toBeVisible();
});

test('A conflict is told from other failures', async ({ page }) => {
  await edit(page, { save: [{ status: 409 }, { status: 500 }] });
  await button(page, 'Save draft').click();
  await expect(page.getByText(
    'Somebody else has changed this page. Reload it to see the newer version.',
  )).toBeVisible();
  await button(page, 'Save draft').click();
  await expect(page.getByText('The draft could not be saved.')).toBeVisible();
});

test('Three seconds after the last change the draft saves itself', async ({ page }) => {
  const server = await edit(page);
  await page.clock.pauseAt(new Date('2024-05-15T11:00:00Z'));
  await title(page).fill('Our tea');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.clock.runFor(2_000);
  await title(page).fill('Our teams');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.clock.runFor(2_000);
  expect(saves(server)).toHaveLength(0);
  await expect.poll(async () => {
    await page.clock.runFor(300);
    return saves(server).map(({ body }) => (body as CmsPage).title);
  }).toEqual(['Our teams']);
  await expect(page.getByText('Draft saved at 13:00.')).toBeVisible();
});

test('A new page does not save itself', async ({ page }) => {
  const server = await edit(page, { page: null }, 'fresh');
  await title(page).fill('Fresh');
  await page.clock.runFor(10_000);
  await expect(title(page)).toHaveValue('Fresh');
  expect(server.sent).toHaveLength(0);
});

test('What is typed while a save is under way stays and counts as unsaved', { tag: '@defect' },
  async ({ page }) => {
    const { opened, open: letGo } = gate();
    const server = await edit(page, { save: [{ after: opened }, {}] });
    await title(page).fill('One');
    await button(page, 'Save draft').click();
    await expect.poll(() => server.sent.length).toBe(1);
    await title(page).fill('One two');
    const before = server.answered;
    letGo();
    await expect.poll(() => server.answered).toBe(before + 1);
    await expect.poll(async () => {
      await page.clock.runFor(1_000);
      return saves(server).map(({ body }) => (body as CmsPage).title);
    }).toEqual(['One', 'One two']);
    await expect(title(page)).toHaveValue('One two');
  });

test('Leaving with unsaved changes asks first', async ({ page }) => {
  await edit(page);
  await title(page).fill('Changed');
  const stays = answer(page, false);
  await openAddress(page).fill('shop');
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  expect(await stays).toBe('There are unsaved changes. Leave the page anyway?');
  await expect(page).toHaveURL(/#\/edit\/about\/team$/);
  await expect(title(page)).toHaveValue('Changed');
});

test('Leaving without changes asks nothing', async ({ page }) => {
  await edit(page);
  let asked = false;
  page.on('dialog', dialog => {
    asked = true;
    void dialog.accept();
  });
  await openAddress(page).fill('shop');
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(/#\/edit\/shop$/);
  await expect(title(page)).toBeVisible();
  expect(asked).toBe(false);
});

test('A page that is left saves itself no more', { tag: '@defect' }, async ({ page }) => {
  const server = await edit(page);
  await title(page).fill('Changed');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  const leaves = answer(page, true);
  await openAddress(page).fill('shop');
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await leaves;
  await expect.poll(() => server.searched.map(url => url.searchParams.get('address')))
    .toContain('shop');
  await expect(title(page)).toHaveValue('Our team');
  await page.clock.runFor(5_000);
  await expect(title(page)).toHaveValue('Our team');
  expect(saves(server)).toHaveLength(0);
});

test('Publish saves the draft and publishes at once', async ({ page }) => {
  const server = await edit(page);
  await title(page).fill('Our teams');
  await button(page, 'Publish').click();
  await expect(page.getByText('The page is published.')).toBeVisible();
  expect(server.sent.map(({ call }) => call)).toEqual(['PUT pages/7', 'POST pages/7/publication']);
  expect((server.sent[0].body as CmsPage).title).toBe('Our teams');
  expect(server.sent[1].body).toEqual({ on: null });
});

test('The chosen day of publication is sent as it stands', { tag: '@defect' },
  async ({ page }) => {
    const scheduled = { ...PAGE, status: 'scheduled', publishOn: '2024-06-01T10:00:00Z' };
    const server = await edit(page, { publication: [{ json: scheduled }] });
    await page.getByLabel('Publish on').fill('2024-06-01');
    await button(page, 'Publish').click();
    await expect(page.getByText('The page is scheduled.')).toBeVisible();
    await expect(page.getByText('Scheduled for Jun 1, 2024')).toBeVisible();
    await expect(page.getByLabel('Publish on')).toHaveValue('');
    expect(server.sent[1].body).toEqual({ on: '2024-06-01' });
  });

test('A page with problems is not published, and each is named', async ({ page }) => {
  const long = (length: number): string => 'x'.repeat(length);
  const server = await edit(page, {
    page: {
      ...PAGE,
      title: '  ',
      address: 'About us',
      seo: { title: long(61), description: long(161), hidden: false },
      blocks: [
        PAGE.blocks[0],
        { type: 'image', data: { src: '/files/oak.jpg', alt: ' ', caption: '' } },
        { type: 'button', data: { label: 'Go', link: '' } },
      ],
    },
  });
  await expect(page.getByText('The page cannot be published yet:')).toBeHidden();
  await button(page, 'Publish').click();
  await expect(page.getByText('The page cannot be published yet:')).toBeVisible();
  for (const problem of [
    'The page needs a title.',
    'The address may contain small letters, digits, hyphens and slashes only.',
    'The search title is longer than 60 characters.',
    'The search description is longer than 160 characters.',
    'Block 2 (Image): the field "alt" is empty.',
    'Block 3 (Button): the field "link" is empty.',
  ]) {
    await expect(page.getByText(problem)).toBeVisible();
  }
  await expect(page.getByText(/Block 1/)).toHaveCount(0);
  expect(server.sent).toHaveLength(0);
});

test('A problem goes once it is solved', async ({ page }) => {
  const server = await edit(page, { page: { ...PAGE, blocks: [] } });
  await button(page, 'Publish').click();
  const problem = page.getByText('The page needs at least one block.');
  await expect(problem).toBeVisible();
  await button(page, 'Quote').click();
  await page.getByPlaceholder('Quote').fill('Hear');
  await expect(problem).toBeHidden();
  await button(page, 'Publish').click();
  await expect(page.getByText('The page is published.')).toBeVisible();
  expect(server.sent.at(-1)?.call).toBe('POST pages/7/publication');
  expect(server.sent.filter(({ call }) => call.endsWith('/publication'))).toHaveLength(1);
});

test('After a failed save nothing is published, and the buttons work again', { tag: '@defect' },
  async ({ page }) => {
    const server = await edit(page, { save: [{ status: 500 }, {}] });
    await button(page, 'Publish').click();
    await expect(page.getByText('The draft could not be saved.')).toBeVisible();
    await expect(button(page, 'Publish')).toBeEnabled();
    expect(server.sent.map(({ call }) => call)).toEqual(['PUT pages/7']);
    await button(page, 'Publish').click();
    await expect(page.getByText('The page is published.')).toBeVisible();
  });

test('A failed publication is told, and the buttons work again', { tag: '@defect' },
  async ({ page }) => {
    await edit(page, { publication: [{ status: 500 }, { json: { ...PAGE, version: 9 } }] });
    await button(page, 'Publish').click();
    await expect(page.getByText('The page could not be published.')).toBeVisible();
    await expect(button(page, 'Save draft')).toBeEnabled();
    await button(page, 'Publish').click();
    await expect(page.getByText('The page is published.')).toBeVisible();
  });

test('While a page is published the buttons are disabled', async ({ page }) => {
  const { opened, open: letGo } = gate();
  await edit(page, { publication: [{ json: PAGE, after: opened }] });
  await button(page, 'Publish').click();
  await expect(button(page, 'Publish')).toBeDisabled();
  await expect(button(page, 'Save draft')).toBeDisabled();
  letGo();
  await expect(button(page, 'Publish')).toBeEnabled();
});

test('A reader sees the page and may change nothing', async ({ page }) => {
  await open(page, { user: { name: 'Kim', role: 'reader' } });
  await expect(page.getByText(
    'You are signed in as Kim (reader). You may read this page, but not change it.',
  )).toBeVisible();
  await expect(title(page)).toBeDisabled();
  await expect(button(page, 'Save draft')).toBeHidden();
  await expect(button(page, 'Publish')).toBeHidden();
});

test('An author edits own pages and publishes none', async ({ page }) => {
  await edit(page, { user: { name: 'Kim', role: 'author' } });
  await expect(title(page)).toBeEnabled();
  await expect(button(page, 'Save draft')).toBeVisible();
  await expect(button(page, 'Publish')).toBeHidden();
});

test('An author may not change the page of somebody else', async ({ page }) => {
  await open(page, { user: { name: 'Robin', role: 'author' } });
  await expect(page.getByText('You are signed in as Robin (author).')).toBeVisible();
  await expect(title(page)).toBeDisabled();
  await expect(button(page, 'Save draft')).toBeHidden();
});

test('Blocks of all five types can be added', async ({ page }) => {
  const server = await edit(page, { page: { ...PAGE, blocks: [] } });
  for (const type of ['Heading', 'Text', 'Image', 'Quote', 'Button']) {
    await button(page, type).click();
  }
  await expectTypes(page, ['Heading', 'Text', 'Image', 'Quote', 'Button']);
  await expect(tab(page, /^Content \(5\)/)).toBeVisible();
  await button(page, 'Save draft').click();
  await expect.poll(() => server.sent.length).toBe(1);
  expect((server.sent[0].body as CmsPage).blocks).toEqual([
    { type: 'heading', data: { text: '', level: 2 } },
    { type: 'text', data: { html: '' } },
    { type: 'image', data: { src: '', alt: '', caption: '' } },
    { type: 'quote', data: { text: '', author: '' } },
    { type: 'button', data: { label: '', link: '' } },
  ]);
});

test('What is typed into a block is saved, a level as a number', async ({ page }) => {
  const server = await edit(page, {
    page: { ...PAGE, blocks: [PAGE.blocks[0], { type: 'button', data: { label: '', link: '' } }] },
  });
  await rows(page).first().getByRole('combobox').selectOption({ label: 'Level 4' });
  await page.getByPlaceholder('Label').fill('Join');
  await page.getByPlaceholder('Link', { exact: true }).fill('/join');
  await button(page, 'Save draft').click();
  await expect.poll(() => server.sent.length).toBe(1);
  expect((server.sent[0].body as CmsPage).blocks).toEqual([
    { type: 'heading', data: { text: 'Who we are', level: 4 } },
    { type: 'button', data: { label: 'Join', link: '/join' } },
  ]);
});

test('A 41st block is refused', async ({ page }) => {
  const blocks = Array.from({ length: 40 }, () => PAGE.blocks[0]);
  await edit(page, { page: { ...PAGE, blocks } });
  const told = answer(page, true);
  await button(page, 'Quote').click();
  expect(await told).toBe('A page has at most 40 blocks.');
  await expect(rows(page)).toHaveCount(40);
});

test('A block is removed after a question', async ({ page }) => {
  await edit(page);
  const kept = answer(page, false);
  await sign(rows(page).nth(1), '×').click();
  expect(await kept).toBe('Remove this block?');
  await expectTypes(page, ['Heading', 'Text', 'Quote']);
  const gone = answer(page, true);
  await sign(rows(page).nth(1), '×').click();
  await gone;
  await expectTypes(page, ['Heading', 'Quote']);
});

test('Arrows move a block and are disabled at the ends', async ({ page }) => {
  const server = await edit(page);
  await expect(sign(rows(page).first(), '↑')).toBeDisabled();
  await expect(sign(rows(page).last(), '↓')).toBeDisabled();
  await sign(rows(page).first(), '↓').click();
  await expectTypes(page, ['Text', 'Heading', 'Quote']);
  await sign(rows(page).last(), '↑').click();
  await expectTypes(page, ['Text', 'Quote', 'Heading']);
  await button(page, 'Save draft').click();
  await expect.poll(() => server.sent.length).toBe(1);
  expect((server.sent[0].body as CmsPage).blocks.map(({ type }) => type))
    .toEqual(['text', 'quote', 'heading']);
});

test('A block can be dragged to another place', async ({ page }) => {
  await edit(page);
  await rows(page).first().getByText('☰').dragTo(rows(page).last().getByText('☰'));
  await expectTypes(page, ['Text', 'Quote', 'Heading']);
});

test('Who may not edit cannot drag', { tag: '@defect' }, async ({ page }) => {
  await open(page, { user: { name: 'Kim', role: 'reader' } });
  await expectTypes(page, ['Heading', 'Text', 'Quote']);
  await rows(page).first().getByText('☰').dragTo(rows(page).last().getByText('☰'));
  await expectTypes(page, ['Heading', 'Text', 'Quote']);
});

test('Something else that is dropped on a row moves nothing', { tag: '@defect' },
  async ({ page }) => {
    await edit(page);
    const dataTransfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'a word');
      return data;
    });
    await rows(page).last().dispatchEvent('dragover', { dataTransfer });
    await rows(page).last().dispatchEvent('drop', { dataTransfer });
    await expectTypes(page, ['Heading', 'Text', 'Quote']);
  });

test('The preview takes the place of a text and leads back', async ({ page }) => {
  await edit(page);
  await button(page, 'Preview').click();
  await expect(markup(page)).toBeHidden();
  await button(page, 'Edit').click();
  await expect(markup(page)).toHaveValue('<p>We are <b>many</b>.</p>');
});

test('The preview is a frame that runs no scripts', { tag: '@defect' }, async ({ page }) => {
  const html = '<p>Safe</p><script>parent.document.title = "harmed"</script>'
    + '<img src="/files/none.png" onerror="parent.document.title = \'harmed\'">';
  await edit(page, { page: { ...PAGE, blocks: [{ type: 'text', data: { html } }] } });
  await button(page, 'Preview').click();
  await expect(page.locator('iframe')).toHaveAttribute('srcdoc', /<p>Safe<\/p>/);
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', '');
  await expect(page.frameLocator('iframe').getByText('Safe')).toBeVisible();
  await expect(page).not.toHaveTitle('harmed');
});

test('An open preview moves with its block', { tag: '@defect' }, async ({ page }) => {
  await edit(page, { page: { ...PAGE, blocks: TEXTS } });
  await button(page, 'Preview').first().click();
  await expect(rows(page).first().getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await sign(rows(page).first(), '↓').click();
  await expect(markup(rows(page).first())).toHaveValue('Second');
  await expect(rows(page).last().getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
});

test('Address from the title keeps the parent of the address', async ({ page }) => {
  await edit(page);
  await title(page).fill('  Who & where: Our 2nd Team! ');
  await button(page, 'Address from the title').click();
  await expect(address(page)).toHaveValue('about/who-where-our-2nd-team');
});

test('A title of more than 120 characters is kept and marked', { tag: '@defect' },
  async ({ page }) => {
    const server = await edit(page);
    await title(page).fill('y'.repeat(121));
    await expect(title(page)).toHaveClass(/\binvalid\b/);
    await expect(title(page)).toHaveValue('y'.repeat(121));
    await button(page, 'Save draft').click();
    await expect.poll(() => (server.sent[0]?.body as CmsPage | undefined)?.title)
      .toBe('y'.repeat(121));
    await title(page).fill('y'.repeat(120));
    await expect(title(page)).not.toHaveClass(/invalid/);
  });

const IMAGE: Block = { type: 'image', data: { src: '', alt: '', caption: '' } };
const chosen = (server: Server): (string | null)[] => server.searched
  .filter(url => url.pathname === '/api/media').map(url => url.searchParams.get('search'));

test('The picker shows images and searches them', async ({ page }) => {
  const server = await edit(page, {
    page: { ...PAGE, blocks: [IMAGE] }, media: [found(IMAGES, 30), found([], 0)],
  });
  await button(page, 'Choose image').click();
  await expect(page.getByText('Choose an image')).toBeVisible();
  await expect(page.getByText('2 of 30 images shown')).toBeVisible();
  await page.getByPlaceholder('Search images').fill('z');
  await expect(page.getByText('No image found.')).toBeVisible();
  expect(chosen(server)).toEqual(['', 'z']);
  const media = server.searched.filter(url => url.pathname === '/api/media');
  expect(media[1].searchParams.get('type')).toBe('image');
  expect(media[1].searchParams.get('limit')).toBe('12');
});

test('A chosen image and its title come into the block', async ({ page }) => {
  const server = await edit(page, { page: { ...PAGE, blocks: [IMAGE] } });
  await button(page, 'Choose image').click();
  await page.getByText('Young elm').click();
  await expect(page.getByText('Choose an image')).toHaveCount(0);
  await expect(page.getByPlaceholder('Alternative text')).toHaveValue('Young elm');
  await expect(button(page, 'Change image')).toBeVisible();
  await button(page, 'Save draft').click();
  await expect.poll(() => server.sent.length).toBe(1);
  expect((server.sent[0].body as CmsPage).blocks[0].data)
    .toEqual({ src: '/files/elm.jpg', alt: 'Young elm', caption: '' });
});

test('A chosen image leaves the alternative text that is there', async ({ page }) => {
  const data = { src: '/files/oak.jpg', alt: 'An oak', caption: '' };
  await edit(page, { page: { ...PAGE, blocks: [{ type: 'image', data }] } });
  await button(page, 'Change image').click();
  await page.getByText('Young elm').click();
  await expect(rows(page).locator('img')).toHaveAttribute('src', '/files/elm.jpg');
  await expect(page.getByPlaceholder('Alternative text')).toHaveValue('An oak');
});

test('The picker can be closed without a choice', async ({ page }) => {
  await edit(page, { page: { ...PAGE, blocks: [IMAGE] } });
  await button(page, 'Choose image').click();
  await expect(page.getByText('Old oak')).toBeVisible();
  await sign(page, '×').last().click();
  await expect(page.getByText('Choose an image')).toHaveCount(0);
  await expect(button(page, 'Choose image')).toBeVisible();
});

test('A late answer to an earlier image search replaces nothing', { tag: '@defect' },
  async ({ page }) => {
    const { opened, open: letGo } = gate();
    const server = await edit(page, {
      page: { ...PAGE, blocks: [IMAGE] },
      media: [found([], 0), { ...found([IMAGES[0]], 1), after: opened }, found([IMAGES[1]], 9)],
    });
    await button(page, 'Choose image').click();
    await page.getByPlaceholder('Search images').fill('o');
    await expect.poll(() => chosen(server)).toEqual(['', 'o']);
    await page.getByPlaceholder('Search images').fill('e');
    await expect(page.getByText('1 of 9 images shown')).toBeVisible();
    const before = server.answered;
    letGo();
    await expect.poll(() => server.answered).toBe(before + 1);
    await page.getByText('Young elm').click();
    await expect(page.getByPlaceholder('Alternative text')).toHaveValue('Young elm');
  });

test('Search engines shows counters and a preview of the result', async ({ page }) => {
  await edit(page);
  await tab(page, 'Search engines').click();
  await expect(page.getByLabel(/^\s*Search title/)).toHaveValue('Team page');
  await expect(page.getByText('9 / 60')).toBeVisible();
  await expect(page.getByText('0 / 160')).toBeVisible();
  await expect(page.getByText('/about/team', { exact: true })).toBeVisible();
  await expect(page.getByText(
    'Without a description, search engines show the beginning of the page.',
  )).toBeVisible();
  await page.getByLabel(/^\s*Search title/).fill('');
  await expect(page.locator('strong').filter({ hasText: 'Our team' })).toBeVisible();
  await page.getByLabel(/^\s*Search description/).fill('z'.repeat(161));
  await expect(page.getByText('161 / 160')).toHaveClass(/\bover\b/);
});

test('A page that is hidden from search engines has no preview', async ({ page }) => {
  const server = await edit(page);
  await tab(page, 'Search engines').click();
  await page.getByLabel('Hide this page from search engines').click();
  await expect(page.getByText('/about/team', { exact: true })).toBeHidden();
  await button(page, 'Save draft').click();
  await expect.poll(() => server.sent.length).toBe(1);
  expect((server.sent[0].body as CmsPage).seo.hidden).toBe(true);
});

const REVISIONS = [
  {
    number: 1, savedAt: '2024-04-02T07:05:00Z', author: 'Ann', title: 'Team, first',
    blocks: [{ type: 'heading', data: { text: 'Once', level: 3 } }],
    seo: { title: 'Old', description: '', hidden: true },
  },
  {
    number: 12, savedAt: '2024-05-03T12:30:00Z', author: 'Ben', title: 'Team, later',
    blocks: [], seo: PAGE.seo,
  },
];

test('Revisions are listed, the newest first', async ({ page }) => {
  await edit(page, { revisions: REVISIONS });
  await tab(page, 'Revisions').click();
  const lines = page.getByRole('row').filter({ has: page.getByRole('cell') })
    .filter({ hasText: 'Team, ' });
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText('Team, later');
  await expect(lines.first()).toContainText('May 3, 2024 14:30');
  await expect(lines.last()).toContainText('Ann');
  await expect(lines.last()).toContainText('Apr 2, 2024 09:05');
});

test('A page without revisions says so', async ({ page }) => {
  await edit(page);
  await tab(page, 'Revisions').click();
  await expect(page.getByText('There are no revisions yet.')).toBeVisible();
});

test('A revision replaces the draft after a question', async ({ page }) => {
  const server = await edit(page, { revisions: REVISIONS });
  await tab(page, 'Revisions').click();
  const kept = answer(page, false);
  await button(page, 'Restore').last().click();
  expect(await kept).toBe('Replace the draft by revision 1?');
  await expect(button(page, 'Restore')).toHaveCount(2);
  const replaced = answer(page, true);
  await button(page, 'Restore').last().click();
  await replaced;
  await expect(title(page)).toHaveValue('Team, first');
  await expect(page.getByPlaceholder('Heading')).toHaveValue('Once');
  await button(page, 'Save draft').click();
  await expect.poll(() => server.sent.length).toBe(1);
  const { blocks, seo } = REVISIONS[0];
  expect(server.sent[0].body).toEqual({ ...PAGE, title: 'Team, first', blocks, seo });
});
