// The tool library over HTTP: the same requests to the Flask source and to its migration.
// The database starts with what seed.py writes; each test adds its own tools and members.
// The library lies where its day is not the day in UTC; a header that serve.py adds names the zone.
import { expect, test, type APIRequestContext, type APIResponse } from '@playwright/test';

type Json = Record<string, never> & { [key: string]: any };

let count = 0;
let zone = '';

test.beforeEach(async ({ request }) => {
  zone = (await request.get('/nowhere')).headers()['library-zone'];
});

/** A number that no other test uses. */
function unique(): number {
  count += 1;
  return (Date.now() * 100 + test.info().workerIndex * 10 + count) % 1e12;
}

async function login(request: APIRequestContext, username = 'mia'): Promise<void> {
  const password = username === 'mia' ? 'chisel-77' : 'plane-33';
  const reply = await request.post('/login', { form: { username, password }, maxRedirects: 0 });
  expect([302, 303]).toContain(reply.status());
}

async function expectReply(reply: APIResponse, status: number, json?: unknown): Promise<Json> {
  expect(reply.status(), await reply.text()).toBe(status);
  const body = status === 204 ? {} : await reply.json();
  if (json !== undefined) {
    expect(body).toEqual(json);
  }
  return body;
}

const refusal = (error: string): { error: string } => ({ error });

function letters(number: number): string {
  return String.fromCharCode(65 + (number % 26), 65 + (Math.floor(number / 26) % 26));
}

/** A code that is not taken yet, as far as can be. */
function freeCode(): string {
  const number = unique();
  const digits = String(Math.floor(Math.random() * 10000)).padStart(4, '0');
  return `${letters(number)}-${digits}`;
}

async function addTool(request: APIRequestContext, changes: object = {}): Promise<Json> {
  const data = { code: freeCode(), name: `Rake ${unique()}`, category: 'garden', ...changes };
  return expectReply(await request.post('/api/tools', { data }), 201);
}

async function addMember(request: APIRequestContext): Promise<Json> {
  const number = unique();
  const data = { name: `Member ${number}`, email: `member${number}@example.org` };
  return expectReply(await request.post('/api/members', { data }), 201);
}

async function lend(request: APIRequestContext, tool: Json, member: Json): Promise<Json> {
  const data = { tool_id: tool.id, member_id: member.id };
  return expectReply(await request.post('/api/loans', { data }), 201);
}

/** The day so many days from today at the library. */
function day(offset: number): string {
  const moment = new Date(Date.now() + offset * 86_400_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(moment);
}

/** The lines of the catalogue after a search by its form: all categories are an empty text. */
async function searched(
  request: APIRequestContext, text: string, category = '',
): Promise<string[]> {
  const page = await (await request.get('/', { params: { q: text, category } })).text();
  const lines = [...page.matchAll(/<li>([\s\S]*?)<\/li>/g)];
  return lines.map(([, line]) => line.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim());
}

/** How the catalogue shows a tool. */
const line = (tool: Json, note = ''): string =>
  `${tool.code} ${tool.name} (${tool.category})${note}`;
const LENT = ' not available';

test('The catalogue page lists tools and narrows them by text', async ({ request }) => {
  await login(request);
  const tool = await addTool(request);
  const page = await (await request.get(`/?q=${encodeURIComponent(tool.name)}`)).text();
  expect(page).toContain('Our tools');
  expect(page).toContain(`${tool.code} ${tool.name} (garden)`);
  const form = await request.get(`/?q=${encodeURIComponent(tool.name)}&category=`);
  expect(await form.text()).toContain(`${tool.code} ${tool.name} (garden)`);
  expect(page).not.toContain('Seeded tool 1');
  expect(await (await request.get('/?q=no-such-thing')).text()).toContain('No tool matches.');
});

test('The catalogue marks a tool that is lent as not available', async ({ request }) => {
  const reply = await request.get('/', { params: { q: 'Seeded tool 1', category: '' } });
  const page = (await reply.text()).replace(/\s+/g, ' ');
  expect(page).toMatch(/Seeded tool 1 \(garden\)\s*<em>not available<\/em>/);
});

test('A search in all categories finds a part of the name or the beginning of the code',
  async ({ request }) => {
    const fifth = 'SE-0005 Seeded tool 5 (garden)';
    expect(await searched(request, 'eeded tool 5')).toEqual([fifth]);
    expect(await searched(request, ' se-0005 ')).toEqual([fifth]);
  });

test('An empty search in all categories lists every tool by name', async ({ request }) => {
  const lines = (await searched(request, '')).filter(each => each.includes('Seeded tool'));
  expect(lines.map(each => each.slice(0, 7))).toEqual(
    ['SE-0001', 'SE-0002', 'SE-0003', 'SE-0004', 'SE-0005', 'SE-0006'],
  );
});

test('A search without a match says so and keeps its text', async ({ request }) => {
  expect(await searched(request, 'no-such-thing')).toEqual(['No tool matches.']);
  const reply = await request.get('/', { params: { q: 'no-such-thing', category: '' } });
  expect(await reply.text()).toMatch(/<input[^>]*value="no-such-thing"/);
});

test('A search is narrowed to one category and widened to all again', async ({ request }) => {
  await login(request);
  const word = `Drone${unique()}`;
  const rake = await addTool(request, { name: `${word} a` });
  const drill = await addTool(request, { name: `${word} b`, category: 'power' });
  expect(await searched(request, word, 'power')).toEqual([line(drill)]);
  expect(await searched(request, word)).toEqual([line(rake), line(drill)]);
});

test('The catalogue marks a tool from its loan to its return', async ({ request }) => {
  await login(request);
  const tool = await addTool(request);
  const loan = await lend(request, tool, await addMember(request));
  expect(await searched(request, tool.name)).toEqual([line(tool, LENT)]);
  await expectReply(await request.post(`/api/loans/${loan.id}/return`), 200);
  expect(await searched(request, tool.name)).toEqual([line(tool)]);
});

test('The catalogue marks what the desk has lent', async ({ request }) => {
  await login(request);
  const tool = await addTool(request);
  await checkout(request, tool.code, (await addMember(request)).email);
  expect(await searched(request, tool.name)).toEqual([line(tool, LENT)]);
});

test('A tool is in the catalogue until it has come back and is retired', async ({ request }) => {
  await login(request);
  const tool = await addTool(request);
  const loan = await lend(request, tool, await addMember(request));
  await expectReply(await request.delete(`/api/tools/${tool.id}`), 409);
  expect(await searched(request, tool.name)).toEqual([line(tool, LENT)]);
  await expectReply(await request.post(`/api/loans/${loan.id}/return`), 200);
  await expectReply(await request.delete(`/api/tools/${tool.id}`), 204);
  expect(await searched(request, tool.name)).toEqual(['No tool matches.']);
});

test('A tool with another name is found by that name alone', async ({ request }) => {
  await login(request);
  const tool = await addTool(request);
  const name = `Hoe ${unique()}`;
  await expectReply(await request.put(`/api/tools/${tool.id}`, { data: { name } }), 200);
  expect(await searched(request, name)).toEqual([line({ ...tool, name } as Json)]);
  expect(await searched(request, tool.name)).toEqual(['No tool matches.']);
});

test('Tools are found by a part of the name or the beginning of the code', async ({ request }) => {
  const all = await expectReply(await request.get('/api/tools'), 200);
  expect(all.total).toBeGreaterThanOrEqual(6); // without a text to look for, the seeded and others
  const byName = await expectReply(await request.get('/api/tools?q=eeded tool 2'), 200);
  expect(byName.tools.map((tool: Json) => tool.code)).toEqual(['SE-0002']);
  const byCode = await expectReply(await request.get('/api/tools?q=se-0003'), 200);
  expect(byCode.tools.map((tool: Json) => tool.name)).toEqual(['Seeded tool 3']);
});

test('Tools can be narrowed by category and by being available', async ({ request }) => {
  await login(request);
  const word = `Zither${unique()}`;
  const free = await addTool(request, { name: `${word} a`, category: 'power' });
  const lent = await addTool(request, { name: `${word} b`, category: 'power' });
  await addTool(request, { name: `${word} c`, category: 'cleaning' });
  await lend(request, lent, await addMember(request));
  const power = await expectReply(await request.get(`/api/tools?q=${word}&category=power`), 200);
  expect(power.tools.map((tool: Json) => tool.id)).toEqual([free.id, lent.id]);
  const only = await request.get(`/api/tools?q=${word}&category=power&available=1`);
  expect((await expectReply(only, 200)).tools.map((tool: Json) => tool.id)).toEqual([free.id]);
});

test('A page of tools has twenty, with the total beside them', async ({ request }) => {
  await login(request);
  const word = `Page${unique()}`;
  for (let number = 10; number < 33; number += 1) {
    await addTool(request, { name: `${word} ${number}` });
  }
  const first = await expectReply(await request.get(`/api/tools?q=${word}`), 200);
  expect([first.tools.length, first.total, first.page]).toEqual([20, 23, 1]);
  const second = await expectReply(await request.get(`/api/tools?q=${word}&page=2`), 200);
  expect([second.tools.length, second.total, second.page]).toEqual([3, 23, 2]);
  expect(second.tools[0].name).toBe(`${word} 30`);
});

test('A page that is no number from 1 is refused', { tag: '@defect' }, async ({ request }) => {
  for (const page of ['0', '-1', 'two']) {
    const body = await expectReply(await request.get(`/api/tools?page=${page}`), 400);
    expect(typeof body.error).toBe('string');
  }
});

test('A tool is shown with the number of its loans, or not found', async ({ request }) => {
  await login(request);
  const tool = await addTool(request);
  await lend(request, tool, await addMember(request));
  await expectReply(await request.get(`/api/tools/${tool.id}`), 200, {
    id: tool.id, code: tool.code, name: tool.name, category: 'garden', condition: 'good',
    available: false, times_lent: 1,
  });
  await expectReply(await request.get('/api/tools/999999'), 404, refusal('No such tool'));
  await expectReply(await request.get('/api/tools/abc'), 404, refusal('Not found'));
});

test('A new tool is answered with 201 and where it is', async ({ request }) => {
  await login(request);
  const code = freeCode();
  const data = { code: ` ${code.toLowerCase()} `, name: ' Spade ', category: 'garden' };
  const reply = await request.post('/api/tools', { data });
  const tool = await expectReply(reply, 201);
  expect(tool).toMatchObject({ code, name: 'Spade', condition: 'good', available: true });
  expect(reply.headers().location).toMatch(new RegExp(`/api/tools/${tool.id}$`));
});

test('A code that is taken is refused for a new tool', async ({ request }) => {
  await login(request);
  const data = { code: 'SE-0001', name: 'Spade', category: 'garden' };
  await expectReply(
    await request.post('/api/tools', { data }), 409, refusal('Code is already in use'),
  );
});

test('A code that is taken is refused for a changed tool', { tag: '@defect' },
  async ({ request }) => {
    await login(request);
    const tool = await addTool(request);
    const reply = await request.put(`/api/tools/${tool.id}`, { data: { code: 'SE-0001' } });
    await expectReply(reply, 409, refusal('Code is already in use'));
  });

test('Code, name, category and condition of a tool are checked', async ({ request }) => {
  await login(request);
  const good = { code: 'QQ-0001', name: 'Spade', category: 'garden' };
  const wrong: [object, string][] = [
    [{ code: 'Q-0001' }, 'Code must look like AB-1234'],
    [{ name: '   ' }, 'Name must have 1 to 80 characters'],
    [{ name: 'x'.repeat(81) }, 'Name must have 1 to 80 characters'],
    [{ category: 'toys' },
      'Category must be one of cleaning, garden, measuring, power, woodwork'],
    [{ condition: 'new' }, 'Condition must be one of good, worn, repair'],
  ];
  for (const [change, error] of wrong) {
    const reply = await request.post('/api/tools', { data: { ...good, ...change } });
    await expectReply(reply, 400, refusal(error));
  }
  const { id } = await addTool(request);
  const reply = await request.put(`/api/tools/${id}`, { data: { category: null } });
  await expectReply(
    reply, 400, refusal('Category must be one of cleaning, garden, measuring, power, woodwork'),
  );
});

test('A code is checked to its end', { tag: '@defect' }, async ({ request }) => {
  await login(request);
  const data = { code: 'QR-00019', name: 'Spade', category: 'garden' };
  await expectReply(
    await request.post('/api/tools', { data }), 400, refusal('Code must look like AB-1234'),
  );
});

test('PUT changes only what was sent', async ({ request }) => {
  await login(request);
  const tool = await addTool(request);
  const reply = await request.put(`/api/tools/${tool.id}`, { data: { condition: 'repair' } });
  await expectReply(reply, 200, { ...tool, condition: 'repair', available: false });
});

test('A tool is retired unless it is lent', async ({ request }) => {
  await login(request);
  const tool = await addTool(request);
  const lent = await addTool(request);
  await lend(request, lent, await addMember(request));
  await expectReply(await request.delete(`/api/tools/${tool.id}`), 204);
  await expectReply(
    await request.delete(`/api/tools/${lent.id}`), 409, refusal('The tool is lent'),
  );
  const found = await expectReply(await request.get(`/api/tools?q=${tool.code}`), 200);
  expect(found.total).toBe(0);
});

test('Without a login the API answers 401 and the desk leads to the login', async ({ request }) => {
  await expectReply(await request.get('/api/members'), 401, refusal('Login required'));
  await expectReply(await request.post('/api/loans', { data: {} }), 401, refusal('Login required'));
  const desk = await request.get('/desk', { maxRedirects: 0 });
  expect([302, 303, 307]).toContain(desk.status());
  expect(desk.headers().location).toMatch(/\/login\?next=(%2F|\/)desk$/);
});

test('What is for managers is refused to others', async ({ request }) => {
  await login(request, 'dan');
  const data = { code: freeCode(), name: 'Spade', category: 'garden' };
  await expectReply(await request.post('/api/tools', { data }), 403, refusal('Managers only'));
  const block = await request.post('/api/members/1/block', { data: {} });
  await expectReply(block, 403, refusal('Managers only'));
});

test('A wrong password does not log in', async ({ request }) => {
  const form = { username: 'mia', password: 'wrong' };
  const reply = await request.post('/login', { form, maxRedirects: 0 });
  expect(reply.status()).toBe(401);
  await expectReply(await request.get('/api/members'), 401);
});

/** What somebody does who knows a user name and tries a password. */
async function failToLogin(request: APIRequestContext): Promise<void> {
  const form = { username: 'mia', password: 'chisel-78' };
  await request.post('/login', { form, maxRedirects: 0 });
}

test('After a failed login no tool is added or changed', async ({ request }) => {
  await failToLogin(request);
  const data = { code: freeCode(), name: 'Rake', category: 'garden' };
  await expectReply(await request.post('/api/tools', { data }), 401, refusal('Login required'));
  const change = { name: 'Seeded tool 6' };
  await expectReply(await request.put('/api/tools/6', { data: change }), 401);
});

test('After a failed login no member is registered or shown', async ({ request }) => {
  await failToLogin(request);
  const data = { name: 'Ada', email: `ada${unique()}@example.org` };
  await expectReply(await request.post('/api/members', { data }), 401, refusal('Login required'));
  await expectReply(await request.get('/api/members/1'), 401);
});

test('After a failed login nothing is lent', async ({ request }) => {
  await failToLogin(request);
  const data = { tool_id: 6, member_id: 6 };
  await expectReply(await request.post('/api/loans', { data }), 401, refusal('Login required'));
  await expectReply(await request.get('/api/loans?status=all'), 401);
});

test('After a failed login the desk stays closed', async ({ request }) => {
  await failToLogin(request);
  const desk = await request.get('/desk', { maxRedirects: 0 });
  expect([302, 303, 307]).toContain(desk.status());
  const form = { code: 'SE-0006', email: 'seeded6@example.org' };
  const checkout = await request.post('/desk/checkout', { form, maxRedirects: 0 });
  expect(checkout.headers().location).toMatch(/\/login\?next=/);
});

test('A failed login never tells which of the two was wrong', { tag: '@defect' },
  async ({ request }) => {
    for (const username of ['mia', 'nobody']) {
      const form = { username, password: 'wrong' };
      const reply = await request.post('/login', { form, maxRedirects: 0 });
      expect(reply.status()).toBe(401);
      expect(await reply.text()).toContain('Wrong user name or password');
    }
  });

test('After the login next leads to a path of this site', async ({ request }) => {
  const form = { username: 'dan', password: 'plane-33' };
  const to = async (next: string): Promise<string> => {
    const reply = await request.post(`/login${next}`, { form, maxRedirects: 0 });
    return new URL(reply.headers().location, 'http://here').pathname;
  };
  expect(await to('')).toBe('/desk');
  expect(await to('?next=/reports/loans.csv')).toBe('/reports/loans.csv');
});

test('After the login next never leads to another site', { tag: '@defect' },
  async ({ request }) => {
    const form = { username: 'dan', password: 'plane-33' };
    for (const next of ['https://evil.example/', '//evil.example/', '///evil.example']) {
      const reply = await request.post(
        `/login?next=${encodeURIComponent(next)}`, { form, maxRedirects: 0 },
      );
      expect(reply.headers().location ?? '').not.toContain('evil.example');
    }
  });

test('Logging out ends the session', async ({ request }) => {
  await login(request);
  await expectReply(await request.get('/api/members?q=nobody'), 200);
  await request.get('/logout');
  await expectReply(await request.get('/api/members'), 401);
});

test('A new member joins today, with a checked name and email', async ({ request }) => {
  await login(request, 'dan');
  const email = `New${unique()}@Example.org`;
  const data = { name: ' Ada ', email };
  const member = await expectReply(await request.post('/api/members', { data }), 201);
  expect(member).toEqual({
    id: member.id, name: 'Ada', email: email.toLowerCase(), joined_on: day(0), blocked: false,
    open_loans: 0, fees_owed: 0,
  });
  const nameless = await request.post('/api/members', { data: { ...data, name: ' ' } });
  await expectReply(nameless, 400, refusal('Name is required'));
  const wrong = await request.post('/api/members', { data: { ...data, email: 'ada' } });
  await expectReply(wrong, 400, refusal('Email is not valid'));
});

test('An email is registered only once', async ({ request }) => {
  await login(request, 'dan');
  const data = { name: 'Twin', email: 'SEEDED1@example.org' };
  await expectReply(
    await request.post('/api/members', { data }), 409, refusal('Email is already registered'),
  );
});

test('Members are found by name or email, with loans and fees', async ({ request }) => {
  await login(request, 'dan');
  const found = await expectReply(await request.get('/api/members?q=seeded5@'), 200);
  expect(found.members).toHaveLength(1);
  expect(found.members[0]).toMatchObject({ name: 'Seeded member 5', open_loans: 0 });
  const all = await expectReply(await request.get('/api/members'), 200);
  const seeded = [1, 2, 3, 4, 5, 6].map(number => `Seeded member ${number}`);
  expect(all.members.map((member: Json) => member.name)).toEqual(expect.arrayContaining(seeded));
});

test('A member is shown with its loans, the latest first, or not found', async ({ request }) => {
  await login(request);
  const member = await addMember(request);
  const first = await lend(request, await addTool(request), member);
  const second = await lend(request, await addTool(request), member);
  const shown = await expectReply(await request.get(`/api/members/${member.id}`), 200);
  expect(shown.open_loans).toBe(2);
  expect(shown.loans.map((loan: Json) => loan.id)).toEqual([second.id, first.id]);
  expect(shown.loans[1]).toEqual({
    id: first.id, tool: first.tool.name, due_on: day(7), returned_at: null, fee: 0,
  });
  await expectReply(await request.get('/api/members/999999'), 404, refusal('No such member'));
});

test('Managers block a member and unblock it', async ({ request }) => {
  await login(request);
  const { id } = await addMember(request);
  const path = `/api/members/${id}/block`;
  await expectReply(await request.post(path), 200, { id, blocked: true });
  await expectReply(await request.post(path, { data: { blocked: false } }), 200,
    { id, blocked: false });
  expect((await expectReply(await request.get(`/api/members/${id}`), 200)).blocked).toBe(false);
});

test('A payment settles the fees, and there is nothing to pay twice', async ({ request }) => {
  await login(request, 'dan');
  const path = '/api/members/6';
  const before = await expectReply(await request.get(path), 200);
  const again = await request.post(`${path}/payments`);
  if (before.fees_owed > 0) {
    await expectReply(again, 200, { paid: 10, fees_owed: 0 });
  }
  await expectReply(await request.post(`${path}/payments`), 409, refusal('Nothing to pay'));
});

test('A loan is for seven days unless other days are asked for', async ({ request }) => {
  await login(request, 'mia');
  const tool = await addTool(request);
  const member = await addMember(request);
  const loan = await lend(request, tool, member);
  expect(loan).toMatchObject({
    tool: { id: tool.id, code: tool.code, name: tool.name },
    member: { id: member.id, name: member.name },
    due_on: day(7), renewals: 0, returned_at: null, overdue: false, fee: 0,
  });
  expect(loan.lent_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/);
  const data = { tool_id: (await addTool(request)).id, member_id: member.id, days: 14 };
  expect((await expectReply(await request.post('/api/loans', { data }), 201)).due_on).toBe(day(14));
});

test('Days of a loan lie between 1 and 14', async ({ request }) => {
  await login(request);
  const data = { tool_id: (await addTool(request)).id, member_id: (await addMember(request)).id };
  for (const days of [15, -1, 'many', '5']) {
    const reply = await request.post('/api/loans', { data: { ...data, days } });
    await expectReply(reply, 400, refusal('Days must be between 1 and 14'));
  }
});

test('A loan needs a member and a tool that exist', async ({ request }) => {
  await login(request);
  const tool = await addTool(request);
  const member = await addMember(request);
  const nobody = { tool_id: tool.id, member_id: 999999 };
  await expectReply(
    await request.post('/api/loans', { data: nobody }), 404, refusal('No such member'),
  );
  const nothing = { tool_id: 999999, member_id: member.id };
  await expectReply(
    await request.post('/api/loans', { data: nothing }), 404, refusal('No such tool'),
  );
});

async function refused(
  request: APIRequestContext, tool: Json, memberId: number,
): Promise<[number, string]> {
  const data = { tool_id: tool.id, member_id: memberId };
  const reply = await request.post('/api/loans', { data });
  return [reply.status(), (await reply.json()).error];
}

test('A blocked member gets no tool', async ({ request }) => {
  await login(request);
  const member = await addMember(request);
  await request.post(`/api/members/${member.id}/block`);
  expect(await refused(request, await addTool(request), member.id))
    .toEqual([403, 'The member is blocked']);
});

test('A tool that is lent or being repaired is not lent', async ({ request }) => {
  await login(request);
  const tool = await addTool(request);
  const broken = await addTool(request, { condition: 'repair' });
  const member = await addMember(request);
  await lend(request, tool, member);
  expect(await refused(request, tool, member.id)).toEqual([409, 'The tool is lent']);
  expect(await refused(request, broken, member.id)).toEqual([409, 'The tool is being repaired']);
});

test('A member has at most three tools', async ({ request }) => {
  await login(request);
  const member = await addMember(request);
  for (let number = 0; number < 3; number += 1) {
    await lend(request, await addTool(request), member);
  }
  expect(await refused(request, await addTool(request), member.id))
    .toEqual([409, 'The member has 3 tools already']);
});

test('A member with an overdue tool gets no other', async ({ request }) => {
  await login(request);
  expect(await refused(request, await addTool(request), 3))
    .toEqual([409, 'The member has an overdue tool']);
});

test('A member who owes more than ten gets no tool', async ({ request }) => {
  await login(request);
  expect(await refused(request, await addTool(request), 5))
    .toEqual([409, 'The member owes more than 10.00']);
});

test('A loan is renewed by seven days, twice at most', async ({ request }) => {
  await login(request);
  const loan = await lend(request, await addTool(request), await addMember(request));
  const path = `/api/loans/${loan.id}/renew`;
  expect(await expectReply(await request.post(path), 200))
    .toMatchObject({ due_on: day(14), renewals: 1 });
  expect(await expectReply(await request.post(path), 200))
    .toMatchObject({ due_on: day(21), renewals: 2 });
  await expectReply(
    await request.post(path), 409, refusal('The loan was renewed 2 times already'),
  );
});

test('An overdue loan is not renewed', async ({ request }) => {
  await login(request);
  await expectReply(
    await request.post('/api/loans/1/renew'), 409, refusal('Overdue loans cannot be renewed'),
  );
});

test('A return frees the tool, sets its condition, and happens once', async ({ request }) => {
  await login(request);
  const tool = await addTool(request);
  const loan = await lend(request, tool, await addMember(request));
  const path = `/api/loans/${loan.id}/return`;
  const wrong = await request.post(path, { data: { condition: 'lost' } });
  await expectReply(wrong, 400, refusal('Condition must be one of good, worn, repair'));
  const back = await expectReply(await request.post(path, { data: { condition: 'worn' } }), 200);
  expect(back.fee).toBe(0);
  expect(back.returned_at).toBeTruthy();
  const shown = await expectReply(await request.get(`/api/tools/${tool.id}`), 200);
  expect(shown).toMatchObject({ condition: 'worn', available: true });
  await expectReply(await request.post(path), 409, refusal('The loan is already returned'));
});

test('A late return costs half a euro for each day at the library', { tag: '@defect' },
  async ({ request }) => {
    await login(request);
    const reply = await request.post('/api/loans/4/return');
    if (reply.status() === 200) {
      expect((await reply.json()).fee).toBe(0.5);
    }
    const member = await expectReply(await request.get('/api/members/4'), 200);
    expect(member.fees_owed).toBe(0.5);
  });

test('Loans are listed by state and member', async ({ request }) => {
  await login(request);
  const member = await addMember(request);
  const kept = await lend(request, await addTool(request), member);
  const back = await lend(request, await addTool(request), member);
  await request.post(`/api/loans/${back.id}/return`);
  const ids = async (query: string): Promise<number[]> => {
    const reply = await request.get(`/api/loans?member_id=${member.id}${query}`);
    return (await expectReply(reply, 200)).loans.map((loan: Json) => loan.id).sort();
  };
  expect(await ids('')).toEqual([kept.id]);
  expect(await ids('&status=returned')).toEqual([back.id]);
  expect(await ids('&status=all')).toEqual([kept.id, back.id].sort());
  const overdue = await request.get('/api/loans?status=overdue&member_id=1');
  expect((await expectReply(overdue, 200)).loans.map((loan: Json) => loan.id)).toEqual([1]);
});

test('An unknown status of loans is refused', async ({ request }) => {
  await login(request);
  await expectReply(await request.get('/api/loans?status=lost'), 400, refusal('Unknown status'));
});

async function checkout(
  request: APIRequestContext, code: string, email: string,
): Promise<string> {
  const reply = await request.post('/desk/checkout', { form: { code, email } });
  expect(reply.status()).toBe(200);
  return (await reply.text()).replace(/&#0?39;|&#x27;/g, "'");
}

test('The desk lends by code and email and tells it on its next page', async ({ request }) => {
  await login(request);
  const tool = await addTool(request);
  const member = await addMember(request);
  const page = await checkout(request, tool.code.toLowerCase(), member.email.toUpperCase());
  expect(page).toContain(`${tool.name} is lent to ${member.name}`);
  expect(page).toContain(`${tool.code} ${tool.name}`);
  expect(await (await request.get('/desk')).text()).not.toContain('is lent to');
});

test('The desk names a tool or member that does not exist', async ({ request }) => {
  await login(request, 'dan');
  expect(await checkout(request, 'no-1', 'seeded6@example.org')).toContain('There is no tool NO-1');
  expect(await checkout(request, 'SE-0006', 'nobody@example.org'))
    .toContain('There is no member nobody@example.org');
});

test('The desk refuses what the API refuses, with the same text', { tag: '@defect' },
  async ({ request }) => {
    await login(request);
    const tool = await addTool(request);
    const member = await addMember(request);
    await request.post(`/api/members/${member.id}/block`);
    expect(await checkout(request, tool.code, member.email)).toContain('The member is blocked');
    expect(await checkout(request, tool.code, 'seeded3@example.org'))
      .toContain('The member has an overdue tool');
    const found = await expectReply(await request.get(`/api/tools/${tool.id}`), 200);
    expect(found.available).toBe(true);
  });

test('The overdue report gives days late, fees up to twenty, and their sum', async ({ request }) => {
  await login(request, 'dan');
  const report = await expectReply(await request.get('/api/reports/overdue'), 200);
  const of = (id: number): Json => report.loans.find((loan: Json) => loan.id === id);
  expect(of(1)).toEqual({
    id: 1, due_on: day(-3), tool: 'Seeded tool 1', member: 'Seeded member 1',
    email: 'seeded1@example.org', days_late: 3, fee: 1.5,
  });
  expect(of(2)).toMatchObject({ days_late: 100, fee: 20 });
  const sum = report.loans.reduce((total: number, loan: Json) => total + loan.fee, 0);
  expect(report.fees).toBeCloseTo(sum, 6);
  expect(report.loans[0].id).toBe(2);
});

test('The CSV file of a month has seven columns, a name and its loans', async ({ request }) => {
  await login(request);
  const reply = await request.get('/reports/loans.csv?month=2018-02');
  expect(reply.status()).toBe(200);
  expect(reply.headers()['content-type']).toContain('text/csv');
  expect(reply.headers()['content-disposition']).toMatch(/attachment; filename="?loans-2018-02\.csv/);
  const lines = (await reply.text()).trim().split(/\r?\n/);
  expect(lines[0]).toBe('id,tool,member,lent,due,returned,fee');
  expect(lines.slice(1).sort()).toEqual([
    '5,SE-0005,Seeded member 5,2018-02-05,2018-02-12,2018-03-20,10.50',
    '6,SE-0006,Seeded member 6,2018-02-05,2018-02-12,2018-03-20,10.00',
  ]);
});

test('The CSV file is for managers', async ({ request }) => {
  await login(request, 'dan');
  await expectReply(await request.get('/reports/loans.csv'), 403, refusal('Managers only'));
});

test('Another month than year and number is refused', { tag: '@defect' }, async ({ request }) => {
  await login(request);
  for (const month of ['2018', 'soon', '2018-2']) {
    expect((await request.get(`/reports/loans.csv?month=${month}`)).status()).toBe(400);
  }
});

test('An unknown address has a page, and JSON below the API', async ({ request }) => {
  const page = await request.get('/nowhere');
  expect(page.status()).toBe(404);
  expect(await page.text()).toContain('This page does not exist');
  await expectReply(await request.get('/api/nowhere'), 404, refusal('Not found'));
});
