// The collaborative editor, in the host page beside this file, with a relay that this file plays.
import { expect, test, type Locator, type Page, type WebSocketRoute } from '@playwright/test';

interface Id {
  counter: number;
  site: string;
}

interface Operation {
  type: 'insert' | 'delete';
  id: Id;
  after?: Id | null;
  char?: string;
  target?: Id;
}

interface Presence {
  name: string;
  color: string;
  caret: Id | null;
}

interface Join {
  room: string;
  site: string;
  since: number;
}

/** The relay of all rooms, and what it was sent. */
class Relay {
  readonly logs = new Map<string, Operation[]>();
  readonly joins: Join[] = [];
  readonly batches: Operation[][] = [];
  readonly presences: Presence[] = [];
  readonly first: string[] = [];
  peers: { site: string; presence: Presence }[] = [];
  connections = 0;
  closed = 0;
  refuses = false;
  welcomes = true;
  acknowledges = true;
  tells = false;
  private readonly open = new Map<WebSocketRoute, string>();

  log(room = 'harbour'): Operation[] {
    const log = this.logs.get(room) ?? [];
    this.logs.set(room, log);
    return log;
  }

  /** How many connections are open. */
  get sockets(): number {
    return this.open.size;
  }

  get operations(): Operation[] {
    return this.batches.flat();
  }

  accept(socket: WebSocketRoute): void {
    this.connections += 1;
    if (this.refuses) {
      void socket.close();
      return;
    }
    let room = '';
    let site = '';
    let first = true;
    this.open.set(socket, room);
    socket.onClose(() => {
      this.closed += 1;
      this.open.delete(socket);
      void socket.close();
    });
    socket.onMessage(text => {
      const message = JSON.parse(String(text));
      if (first) this.first.push(message.type);
      first = false;
      if (message.type === 'join') {
        ({ room, site } = message);
        this.open.set(socket, room);
        this.joins.push(message);
        if (this.welcomes) this.welcome(socket, message);
      } else if (message.type === 'ops') {
        this.batches.push(message.ops);
        if (this.acknowledges) this.push(message.ops, room);
      } else if (message.type === 'presence') {
        this.presences.push(message.presence);
        if (this.tells) this.tell(site, message.presence, socket);
      }
    });
  }

  /** Operations of anybody, to everybody in the room. */
  push(operations: Operation[], room = 'harbour'): void {
    const log = this.log(room);
    const known = new Set(log.map(each => `${each.id.counter} ${each.id.site}`));
    const fresh = operations.filter(each => !known.has(`${each.id.counter} ${each.id.site}`));
    log.push(...fresh);
    if (fresh.length > 0) this.send({ type: 'ops', ops: fresh, length: log.length }, room);
  }

  /** Any message, or any text, to everybody in the room. */
  send(message: unknown, room = 'harbour'): void {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    for (const [socket, its] of this.open) {
      if (its === room) socket.send(text);
    }
  }

  async drop(): Promise<void> {
    const sockets = [...this.open.keys()];
    this.open.clear();
    await Promise.all(sockets.map(each => each.close()));
  }

  /** Somebody's presence, to all others. */
  private tell(site: string, presence: Presence, sender: WebSocketRoute): void {
    this.peers = [...this.peers.filter(each => each.site !== site), { site, presence }];
    for (const socket of this.open.keys()) {
      if (socket !== sender) socket.send(JSON.stringify({ type: 'presence', site, presence }));
    }
  }

  private welcome(socket: WebSocketRoute, { room, site, since }: Join): void {
    const log = this.log(room);
    const peers = this.peers.filter(each => each.site !== site);
    socket.send(JSON.stringify({
      type: 'welcome', ops: log.slice(since), length: log.length, peers,
    }));
  }
}

const id = (counter: number, site = 'mmm'): Id => ({ counter, site });
const insert = (char: string, own: Id, after: Id | null): Operation =>
  ({ type: 'insert', id: own, after, char });
const remove = (target: Id, own: Id): Operation => ({ type: 'delete', id: own, target });

/** Another person's operations that make the text, with the counters 1, 2, … */
function written(text: string): Operation[] {
  return [...text].map((char, index) =>
    insert(char, id(index + 1), index === 0 ? null : id(index)));
}

async function attach(page: Page, relay: Relay): Promise<void> {
  await page.routeWebSocket(/:8787/, socket => relay.accept(socket));
}

/** Opens the editor in a room with this text of somebody else. */
async function open(page: Page, text = '', relay = new Relay()): Promise<Relay> {
  relay.log().push(...written(text));
  await attach(page, relay);
  await page.goto('/host');
  await expect(status(page, 'Connected')).toBeVisible();
  await expect(area(page)).toHaveValue(text);
  return relay;
}

/** The same with a clock that stands still but for what a behaviour lets pass. */
async function openStill(page: Page, text = '', relay = new Relay()): Promise<Relay> {
  await page.clock.install({ time: new Date('2026-06-21T10:00:00Z') });
  await open(page, text, relay);
  await page.clock.pauseAt(new Date('2026-06-21T10:00:10Z'));
  await expect(status(page, 'Connected')).toBeVisible();
  return relay;
}

const area = (page: Page): Locator => page.getByRole('textbox', { name: 'Shared text' });
const status = (page: Page, text: string): Locator =>
  page.getByRole('status').filter({ hasText: text });
const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const people = (page: Page): Locator =>
  page.getByRole('list', { name: 'People' }).getByRole('listitem');

/** Puts the caret before the character of this number. */
async function moveTo(page: Page, place: number): Promise<void> {
  await area(page).focus();
  await page.keyboard.press('Control+Home');
  for (let number = 0; number < place; number += 1) {
    await page.keyboard.press('ArrowRight');
  }
}

async function type(page: Page, text: string): Promise<void> {
  await area(page).focus();
  await page.keyboard.insertText(text);
}

const selection = (page: Page): Promise<number[]> => area(page).evaluate(each => {
  const { selectionStart, selectionEnd } = each as HTMLTextAreaElement;
  return [selectionStart, selectionEnd];
});

const waiting = (page: Page): Promise<number> => page.evaluate(() => {
  const list: unknown = JSON.parse(localStorage.getItem('collab.outbox.harbour') ?? '[]');
  return Array.isArray(list) ? list.length : -1;
});

const ben: Presence = { name: 'Ben', color: '#00695c', caret: null };
const zoe: Presence = { name: 'Zoe', color: '#4527a0', caret: null };

test('The editor has a labelled text area, Undo, Redo and the list of people', async ({ page }) => {
  await open(page);
  await expect(area(page)).toBeEditable();
  await expect(button(page, 'Undo')).toBeDisabled();
  await expect(button(page, 'Redo')).toBeDisabled();
  await expect(people(page)).toHaveText([/Ada \(you\)/]);
});

test('The room is joined first on each connection', async ({ page }) => {
  const relay = await open(page);
  expect(relay.first).toEqual(['join']);
  expect(relay.joins[0]).toMatchObject({ room: 'harbour', since: 0, site: expect.any(String) });
});

test('What was written before is shown', async ({ page }) => {
  await open(page, 'Tide at nine\nBring ropes');
  await expect.poll(() => page.evaluate(() => (window as never as { reported: string[] }).reported.at(-1)))
    .toBe('Tide at nine\nBring ropes');
});

test('What is typed is sent as insertions, each behind the one before', async ({ page }) => {
  const relay = await open(page);
  await area(page).focus();
  await page.keyboard.type('abc');
  await expect(area(page)).toHaveValue('abc');
  await expect.poll(() => relay.operations.length).toBe(3);
  const [a, b, c] = relay.operations;
  expect(a).toMatchObject({ type: 'insert', char: 'a', after: null });
  expect(b).toMatchObject({ type: 'insert', char: 'b', after: a.id });
  expect(c).toMatchObject({ type: 'insert', char: 'c', after: b.id });
  expect(relay.operations.map(each => each.id.counter)).toEqual([1, 2, 3]);
  expect(new Set(relay.operations.map(each => each.id.site))).toEqual(new Set([relay.joins[0].site]));
});

test('What is deleted or replaced is sent as deletions', async ({ page }) => {
  const relay = await open(page, 'hello');
  await moveTo(page, 1);
  for (let number = 0; number < 3; number += 1) {
    await page.keyboard.press('Shift+ArrowRight');
  }
  await page.keyboard.insertText('i');
  await expect(area(page)).toHaveValue('hio');
  await expect.poll(() => relay.operations.length).toBe(4);
  const deleted = relay.operations.filter(each => each.type === 'delete');
  expect(deleted.map(each => each.target?.counter).sort()).toEqual([2, 3, 4]);
  await page.keyboard.press('Backspace');
  await expect.poll(() => relay.operations.length).toBe(5);
  expect(relay.operations[4]).toMatchObject({ type: 'delete' });
});

test('An emoji is one character', async ({ page }) => {
  const relay = await open(page);
  await type(page, 'a😀b');
  await expect.poll(() => relay.operations.map(each => each.char)).toEqual(['a', '😀', 'b']);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(area(page)).toHaveValue('a');
  await expect.poll(() => relay.operations.slice(3).map(each => each.target))
    .toEqual([relay.operations[2].id, relay.operations[1].id]);
});

test('Behind an emoji one goes on typing where one is', async ({ page }) => {
  const relay = await open(page, '🌊 ab');
  await area(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('xyz');
  await expect(area(page)).toHaveValue('🌊 abxyz');
  await moveTo(page, 3);
  await page.keyboard.type('12');
  await expect(area(page)).toHaveValue('🌊 a12bxyz');
  await expect.poll(() => selection(page)).toEqual([6, 6]);
  await expect.poll(() => relay.operations.map(each => each.char).join('')).toBe('xyz12');
  expect(relay.operations[0].after).toEqual(id(4));
  expect(relay.operations[3].after).toEqual(id(3));
});

test('An emoji is not split when another with the same half takes its place', async ({ page }) => {
  const relay = await open(page);
  await type(page, '😀');
  await expect.poll(() => relay.operations.length).toBe(1);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('😁');
  await expect(area(page)).toHaveValue('😁');
  await expect.poll(() => relay.operations.length).toBe(3);
  expect(relay.operations.filter(each => each.char !== undefined).map(each => each.char))
    .toEqual(['😀', '😁']);
});

test('What others type and delete is shown', async ({ page }) => {
  const relay = await open(page, 'abc');
  relay.push([insert('X', id(4), id(3)), remove(id(2), id(5))]);
  await expect(area(page)).toHaveValue('acX');
});

test('Insertions at one place are ordered by the greater id, however they arrive', async ({ page }) => {
  const relay = await open(page, 'a');
  const [x, y, z] = [
    insert('x', id(2, 'kkk'), id(1)), insert('y', id(2, 'ppp'), id(1)),
    insert('z', id(3, 'bbb'), id(1)),
  ];
  relay.push([x]);
  relay.push([z]);
  relay.push([y]);
  await expect(area(page)).toHaveValue('azyx');
});

test('An insertion goes past greater ids that follow', async ({ page }) => {
  const relay = await open(page, 'a');
  relay.push([insert('z', id(9, 'bbb'), id(1)), insert('y', id(10, 'bbb'), id(9, 'bbb'))]);
  await expect(area(page)).toHaveValue('azy');
  relay.push([insert('x', id(5, 'kkk'), id(1))]);
  await expect(area(page)).toHaveValue('azyx');
});

test('An operation whose character is not there yet waits for it', async ({ page }) => {
  const relay = await open(page, 'a');
  relay.push([insert('c', id(3, 'ccc'), id(2, 'ccc')), remove(id(2, 'ccc'), id(4, 'ccc'))]);
  relay.push([insert('!', id(9), id(1))]);
  await expect(area(page)).toHaveValue('a!');
  relay.push([insert('b', id(2, 'ccc'), id(1))]);
  await expect(area(page)).toHaveValue('a!c');
});

test('Operations that come twice change nothing', async ({ page }) => {
  const relay = await open(page, 'ab');
  const again = [...written('ab'), remove(id(1), id(3)), remove(id(1), id(4))];
  relay.push(again);
  await expect(area(page)).toHaveValue('b');
  relay.send({ type: 'ops', ops: again, length: relay.log().length });
  relay.push([insert('c', id(9), id(2))]);
  await expect(area(page)).toHaveValue('bc');
});

test('Deleted characters can still be referred to', async ({ page }) => {
  const relay = await open(page, 'abc');
  relay.push([remove(id(2), id(4))]);
  await expect(area(page)).toHaveValue('ac');
  relay.push([insert('X', id(5), id(2))]);
  await expect(area(page)).toHaveValue('aXc');
});

test('The counter is one more than the greatest that was seen', async ({ page }) => {
  const relay = await open(page, 'a');
  relay.push([insert('b', id(41), id(1))]);
  await expect(area(page)).toHaveValue('ab');
  await type(page, 'c');
  await expect.poll(() => relay.operations.map(each => each.id.counter)).toEqual([42]);
});

test('A letter before the same letter is inserted where it was typed', async ({ page }) => {
  const relay = await open(page, 'aab');
  await moveTo(page, 1);
  await page.keyboard.type('a');
  await expect.poll(() => relay.operations.length).toBe(1);
  expect(relay.operations[0]).toMatchObject({ type: 'insert', char: 'a', after: id(1) });
});

test('During a composition nothing is sent, and what others type waits', async ({ page }) => {
  const relay = await open(page, 'a');
  await moveTo(page, 1);
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', { text: 'k', selectionStart: 1, selectionEnd: 1 });
  await expect(area(page)).toHaveValue('ak');
  relay.push([insert('X', id(9), null)]);
  await keyboard.send('Input.imeSetComposition', { text: 'ka', selectionStart: 2, selectionEnd: 2 });
  await expect(area(page)).toHaveValue('aka');
  expect(relay.operations).toEqual([]);
  await keyboard.send('Input.insertText', { text: 'か' });
  await expect(area(page)).toHaveValue('Xaか');
  await expect.poll(() => relay.operations.map(each => each.char)).toEqual(['か']);
});

test('What others type leaves the caret at its character', async ({ page }) => {
  const relay = await open(page, 'world');
  await moveTo(page, 3);
  relay.push([insert('>', id(6), null), insert('!', id(7), id(5))]);
  await expect(area(page)).toHaveValue('>world!');
  await expect.poll(() => selection(page)).toEqual([4, 4]);
});

test('What others type leaves the selection at its characters', async ({ page }) => {
  const relay = await open(page, 'world');
  await moveTo(page, 1);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  relay.push([insert('>', id(6), null), remove(id(5), id(7))]);
  await expect(area(page)).toHaveValue('>worl');
  await expect.poll(() => selection(page)).toEqual([2, 4]);
});

test('An emoji of others before the caret leaves caret and selection', async ({ page }) => {
  const relay = await open(page, 'world');
  await moveTo(page, 3);
  await page.keyboard.press('Shift+ArrowRight');
  relay.push([insert('🌊', id(6), null)]);
  await expect(area(page)).toHaveValue('🌊world');
  await expect.poll(() => selection(page)).toEqual([5, 6]);
  relay.push([remove(id(6), id(7)), insert('😀', id(8), id(1)), insert('🌊', id(9), id(2))]);
  await expect(area(page)).toHaveValue('w😀o🌊rld');
  await expect.poll(() => selection(page)).toEqual([7, 8]);
});

test('At most 500 operations are sent in a message, in their order', async ({ page }) => {
  const relay = await open(page);
  const text = 'abcdefgh'.repeat(150);
  await type(page, text);
  await expect.poll(() => relay.operations.length).toBe(1200);
  expect(Math.max(...relay.batches.map(each => each.length))).toBeLessThanOrEqual(500);
  expect(relay.operations.map(each => each.char).join('')).toBe(text);
});

test('Until it is acknowledged a change lies in the outbox of the room', async ({ page }) => {
  const relay = new Relay();
  relay.acknowledges = false;
  await open(page, '', relay);
  await type(page, 'abc');
  await expect.poll(() => waiting(page)).toBe(3);
  await expect.poll(() => relay.operations.length).toBe(3);
  relay.push(relay.operations);
  await expect.poll(() => waiting(page)).toBe(0);
});

test('The outbox keeps what another tab has put there', async ({ page }) => {
  const relay = new Relay();
  relay.acknowledges = false;
  await open(page, '', relay);
  await type(page, 'ab');
  await expect.poll(() => waiting(page)).toBe(2);
  const foreign = insert('T', id(7, 'tab'), null);
  await page.evaluate(theirs => {
    const list: unknown[] = JSON.parse(localStorage.getItem('collab.outbox.harbour') ?? '[]');
    localStorage.setItem('collab.outbox.harbour', JSON.stringify([...list, theirs]));
  }, foreign);
  await page.keyboard.insertText('c');
  await expect.poll(() => waiting(page)).toBe(4);
  await expect.poll(() => relay.operations.map(each => each.char)).toContain('c');
  relay.push(relay.operations.filter(each => each.id.site !== 'tab'));
  await expect.poll(() => page.evaluate(
    () => JSON.parse(localStorage.getItem('collab.outbox.harbour') ?? '[]') as unknown,
  )).toEqual([foreign]);
});

test('The status says Connecting, Connected and Offline with what waits', async ({ page }) => {
  const relay = new Relay();
  relay.welcomes = false;
  await attach(page, relay);
  await page.clock.install();
  await page.goto('/host');
  await expect(status(page, 'Connecting…')).toBeVisible();
  await expect.poll(() => relay.joins.length).toBe(1);
  relay.send({ type: 'welcome', ops: [], length: 0, peers: [] });
  await expect(status(page, 'Connected')).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await relay.drop();
  await type(page, 'a');
  await expect(status(page, 'Offline, 1 change waiting')).toBeVisible();
  await type(page, 'bc');
  await expect(status(page, 'Offline, 3 changes waiting')).toBeVisible();
});

test('A lost connection is tried again, each time after twice as long', async ({ page }) => {
  const relay = await openStill(page);
  relay.refuses = true;
  await relay.drop();
  await expect(status(page, 'Connected')).toHaveCount(0);
  for (const [least, most, tries] of [[249, 501, 2], [499, 1001, 3], [999, 2001, 4]]) {
    await page.clock.runFor(least - 5);
    expect(relay.connections).toBe(tries - 1);
    await page.clock.runFor(most - least + 10);
    await expect.poll(() => relay.connections).toBe(tries);
  }
});

test('A welcome makes the pause short again', async ({ page }) => {
  const relay = await openStill(page);
  relay.refuses = true;
  await relay.drop();
  await expect(status(page, 'Connected')).toHaveCount(0);
  await page.clock.runFor(600);
  await expect.poll(() => relay.connections).toBe(2);
  relay.refuses = false;
  await page.clock.runFor(1100);
  await expect(status(page, 'Connected')).toBeVisible();
  await relay.drop();
  await expect(status(page, 'Connected')).toHaveCount(0);
  await page.clock.runFor(510);
  await expect(status(page, 'Connected')).toBeVisible();
});

test('As soon as the browser is online the connection is tried', async ({ page }) => {
  const relay = await openStill(page);
  await relay.drop();
  await expect(status(page, 'Connected')).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(status(page, 'Connected')).toBeVisible();
  // The attempt that was waiting must not become a second connection beside this one.
  await page.clock.runFor(1000);
  await expect(status(page, 'Connected')).toBeVisible();
  expect(relay.connections).toBe(2);
});

test('What was typed offline is sent after the next welcome', async ({ page }) => {
  const relay = await openStill(page, 'ab');
  await relay.drop();
  await expect(status(page, 'Connected')).toHaveCount(0);
  await moveTo(page, 2);
  await page.keyboard.insertText('cd');
  await expect(area(page)).toHaveValue('abcd');
  await expect(status(page, 'Offline, 2 changes waiting')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => relay.operations.map(each => each.char)).toEqual(['c', 'd']);
  expect(relay.joins[1]).toMatchObject({ room: 'harbour', since: 2 });
  await expect.poll(() => waiting(page)).toBe(0);
});

test('A relay that has lost its log gets all operations again', async ({ page }) => {
  const relay = await openStill(page, 'ab');
  await moveTo(page, 2);
  await page.keyboard.insertText('c');
  await expect.poll(() => relay.log().length).toBe(3);
  await relay.drop();
  relay.log().length = 0;
  await expect(status(page, 'Connected')).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => relay.log().map(each => each.char).sort()).toEqual(['a', 'b', 'c']);
  await expect(area(page)).toHaveValue('abc');
});

test('After a reload the outbox is applied to the text and sent', async ({ page }) => {
  const relay = new Relay();
  relay.acknowledges = false;
  await open(page, '', relay);
  await type(page, 'draft');
  await expect.poll(() => waiting(page)).toBe(5);
  const before = relay.batches.length;
  await page.reload();
  await expect(area(page)).toHaveValue('draft');
  await expect.poll(() => relay.batches.slice(before).flat().map(each => each.char).join(''))
    .toBe('draft');
});

test('Storage that throws leaves the editor working', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = (): never => { throw new DOMException('full', 'QuotaExceededError'); };
    Object.assign(Storage.prototype, { setItem: refuse, getItem: refuse, removeItem: refuse });
  });
  const relay = await openStill(page);
  await relay.drop();
  await expect(status(page, 'Connected')).toHaveCount(0);
  await type(page, 'ab');
  await expect(status(page, 'Offline, 2 changes waiting')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => relay.operations.map(each => each.char)).toEqual(['a', 'b']);
});

test('Two people who type at once see the same text', async ({ page, context }) => {
  const relay = await open(page, 'ab');
  const other = await context.newPage();
  await attach(other, relay);
  await other.goto('/host');
  await expect(area(other)).toHaveValue('ab');
  await moveTo(page, 1);
  await moveTo(other, 1);
  await Promise.all([page.keyboard.type('123'), other.keyboard.type('xyz')]);
  await expect(area(page)).toHaveValue(/^a(?=.*1.*2.*3)(?=.*x.*y.*z).{6}b$/);
  await expect.poll(() => relay.log().length).toBe(8);
  const here = (): Promise<string> => area(page).inputValue();
  await expect.poll(async () => await area(other).inputValue() === await area(page).inputValue())
    .toBe(true);
  await expect.poll(here).toHaveLength(8);
});

test('Two people write on and offline, and undo their own words', async ({ page, browser }) => {
  const relay = new Relay();
  relay.tells = true;
  await page.clock.install();
  await open(page, '', relay);
  const other = await (await browser.newContext()).newPage();
  await other.clock.install();
  await attach(other, relay);
  await other.goto(new URL('/?room=harbour&name=Ben', page.url()).href);
  const both = async (text: string): Promise<void> => {
    await expect(area(page)).toHaveValue(text);
    await expect(area(other)).toHaveValue(text);
  };
  await type(page, 'Tide nine');
  await both('Tide nine');
  await moveTo(other, 4);
  await other.keyboard.type(' is at');
  await both('Tide is at nine');
  await expect(people(page)).toHaveText([/Ada \(you\)/, /Ben/]);
  await page.clock.fastForward(3000);
  relay.refuses = true;
  await relay.drop();
  await expect(status(page, 'Offline')).toBeVisible();
  await expect(status(other, 'Offline')).toBeVisible();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(', bring ropes');
  await other.keyboard.press('Control+Home');
  await other.keyboard.insertText('Low: ');
  await expect(status(page, 'Offline, 13 changes waiting')).toBeVisible();
  relay.refuses = false;
  await page.clock.fastForward(8000);
  await other.clock.fastForward(8000);
  await both('Low: Tide is at nine, bring ropes');
  await expect(status(page, 'Connected')).toBeVisible();
  await expect.poll(() => waiting(page)).toBe(0);
  await button(page, 'Undo').click();
  await both('Low: Tide is at nine');
  await button(page, 'Redo').click();
  await both('Low: Tide is at nine, bring ropes');
  await other.reload();
  await both('Low: Tide is at nine, bring ropes');
  await other.context().close();
});

test('Messages that do not parse are ignored', async ({ page }) => {
  const relay = await open(page, 'a');
  relay.send('this is not JSON');
  relay.send({ type: 'ops' });
  relay.send({ type: 'ops', ops: [{ type: 'insert', id: null, char: 7 }], length: 'x' });
  relay.send({ type: 'presence', site: 5, presence: null });
  relay.send([null]);
  relay.push([insert('b', id(2), id(1))]);
  await expect(area(page)).toHaveValue('ab');
  await expect(status(page, 'Connected')).toBeVisible();
});

test('The presence is sent after a welcome and after a move of the caret', async ({ page }) => {
  const relay = await open(page, 'abc');
  await expect.poll(() => relay.presences[0]).toMatchObject({ name: 'Ada', color: '#b3261e' });
  await moveTo(page, 2);
  await expect.poll(() => relay.presences.at(-1)?.caret).toEqual(id(2));
  await page.keyboard.press('Control+Home');
  await expect.poll(() => relay.presences.at(-1)?.caret).toBeNull();
});

test('The presence is repeated every five seconds', async ({ page }) => {
  const relay = await openStill(page);
  await page.clock.runFor(200);
  const before = relay.presences.length;
  await page.clock.runFor(5100);
  await expect.poll(() => relay.presences.length).toBeGreaterThan(before);
  await page.clock.runFor(5100);
  await expect.poll(() => relay.presences.length).toBeGreaterThan(before + 1);
});

test('Moves of the caret are told at most every tenth of a second', async ({ page }) => {
  const relay = await openStill(page, 'abcdefghij');
  await moveTo(page, 0);
  await page.clock.runFor(300);
  await expect.poll(() => relay.presences.length).toBeGreaterThan(0);
  const before = relay.presences.length;
  for (let number = 0; number < 8; number += 1) {
    await page.keyboard.press('ArrowRight');
  }
  await page.clock.runFor(150);
  await expect.poll(() => relay.presences.at(-1)?.caret).toEqual(id(8));
  expect(relay.presences.length - before).toBeLessThanOrEqual(3);
});

test('People are listed by name with line and column', async ({ page }) => {
  const relay = new Relay();
  relay.peers = [
    { site: 'zzz', presence: zoe }, { site: 'bbb', presence: { ...ben, caret: id(12) } },
  ];
  await open(page, 'hello\nworld!', relay);
  await expect(people(page)).toHaveText(
    [/Ada \(you\)/, /Ben, line 2, column 7/, /Zoe, line 1, column 1/],
  );
  relay.send({ type: 'presence', site: 'zzz', presence: { ...zoe, caret: id(3) } });
  await expect(people(page).nth(2)).toContainText('Zoe, line 1, column 4');
});

test('A caret behind emoji is told and listed by characters', async ({ page }) => {
  const relay = new Relay();
  relay.peers = [{ site: 'bbb', presence: { ...ben, caret: id(5) } }];
  await open(page, 'a\n🌊😀b', relay);
  await expect(people(page)).toHaveText([/Ada \(you\)/, /Ben, line 2, column 4/]);
  await moveTo(page, 4);
  await expect.poll(() => relay.presences.at(-1)?.caret).toEqual(id(4));
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => relay.presences.at(-1)?.caret).toEqual(id(5));
});

test('Who has left, or is silent for fifteen seconds, is not listed', async ({ page }) => {
  const relay = new Relay();
  relay.peers = [{ site: 'bbb', presence: ben }, { site: 'zzz', presence: zoe }];
  await openStill(page, '', relay);
  await expect(people(page)).toHaveCount(3);
  relay.send({ type: 'left', site: 'bbb' });
  await expect(people(page)).toHaveText([/Ada \(you\)/, /Zoe/]);
  relay.send({ type: 'presence', site: 'zzz', presence: zoe });
  await page.clock.runFor(10_000);
  await expect(people(page)).toHaveCount(2);
  await page.clock.runFor(11_000);
  await expect(people(page)).toHaveCount(1);
});

test('While the connection is lost nobody else is listed', async ({ page }) => {
  const relay = new Relay();
  relay.peers = [{ site: 'bbb', presence: ben }];
  await openStill(page, '', relay);
  await expect(people(page)).toHaveCount(2);
  await relay.drop();
  await expect(people(page)).toHaveText([/Ada \(you\)/]);
});

test('The others carets are marked by name in a layer that lets clicks through', async ({ page }) => {
  const relay = new Relay();
  relay.peers = [{ site: 'bbb', presence: { ...ben, caret: id(2) } }];
  await open(page, 'abcd', relay);
  const layer = page.locator('[aria-hidden=true]').filter({ hasText: 'Ben' }).first();
  await expect(layer).toBeAttached();
  await expect.poll(() => layer.evaluate(each => getComputedStyle(each).pointerEvents)).toBe('none');
});

test('Undo and Redo work by buttons', async ({ page }) => {
  await openStill(page);
  await type(page, 'abc');
  await expect(area(page)).toHaveValue('abc');
  await button(page, 'Undo').click();
  await expect(area(page)).toHaveValue('');
  await expect(button(page, 'Undo')).toBeDisabled();
  await button(page, 'Redo').click();
  await expect(area(page)).toHaveValue('abc');
  await expect(button(page, 'Redo')).toBeDisabled();
});

test('Ctrl with Z and Y undoes and redoes', async ({ page }) => {
  await openStill(page);
  await type(page, 'abc');
  await page.keyboard.press('Control+z');
  await expect(area(page)).toHaveValue('');
  await page.keyboard.press('Control+y');
  await expect(area(page)).toHaveValue('abc');
  await page.keyboard.press('Control+z');
  await expect(area(page)).toHaveValue('');
  await page.keyboard.press('Control+Shift+z');
  await expect(area(page)).toHaveValue('abc');
});

test('Undo leaves the text of others alone and is sent', async ({ page }) => {
  const relay = await openStill(page, 'ab');
  await moveTo(page, 2);
  await page.keyboard.insertText('cd');
  await expect.poll(() => relay.operations.length).toBe(2);
  const [c, d] = relay.operations;
  relay.push([insert('X', id(20), c.id)]);
  await expect(area(page)).toHaveValue('abcXd');
  await button(page, 'Undo').click();
  await expect(area(page)).toHaveValue('abX');
  await expect.poll(() => relay.operations.slice(2).map(each => each.target?.counter).sort())
    .toEqual([c.id.counter, d.id.counter].sort());
});

test('Undo deletes what is still there of what one typed', async ({ page }) => {
  const relay = await openStill(page);
  await type(page, 'abc');
  await expect.poll(() => relay.operations.length).toBe(3);
  const [a, b, c] = relay.operations;
  relay.push([remove(b.id, id(20))]);
  await expect(area(page)).toHaveValue('ac');
  await button(page, 'Undo').click();
  await expect(area(page)).toHaveValue('');
  await expect.poll(() => relay.operations.slice(3).map(each => each.target?.counter).sort())
    .toEqual([a.id.counter, c.id.counter]);
});

test('Undoing a deletion inserts the characters again with new ids', async ({ page }) => {
  const relay = await openStill(page, 'abc');
  await moveTo(page, 2);
  await page.keyboard.press('Backspace');
  await expect(area(page)).toHaveValue('ac');
  await button(page, 'Undo').click();
  await expect(area(page)).toHaveValue('abc');
  await expect.poll(() => relay.operations.length).toBe(2);
  expect(relay.operations[1]).toMatchObject({ type: 'insert', char: 'b', after: id(2) });
  expect(relay.operations[1].id.counter).toBe(5);
});

test('Changes within a second are one step, later ones another', async ({ page }) => {
  await openStill(page);
  await type(page, 'ab');
  await page.clock.runFor(400);
  await type(page, 'cd');
  await page.clock.runFor(1500);
  await type(page, 'ef');
  await expect(area(page)).toHaveValue('abcdef');
  await button(page, 'Undo').click();
  await expect(area(page)).toHaveValue('abcd');
  await button(page, 'Undo').click();
  await expect(area(page)).toHaveValue('');
  await button(page, 'Redo').click();
  await expect(area(page)).toHaveValue('abcd');
});

test('At most 200 steps are kept to be undone', async ({ page }) => {
  await openStill(page);
  await area(page).focus();
  const text = 'abcdefgh'.repeat(25) + 'xyz';
  // In the page, by its timers: so many keys, each with a step of the clock, would take too long from here.
  await page.evaluate(letters => letters.forEach((each, index) => {
    setTimeout(() => document.execCommand('insertText', false, each), 1100 * (index + 1));
  }), [...text]);
  await page.clock.runFor(1100 * text.length);
  await expect(area(page)).toHaveValue(text);
  await button(page, 'Undo').evaluate(async each => {
    for (let step = 0; step < 200; step += 1) {
      (each as HTMLElement).click();
      await new Promise<void>(resolve => queueMicrotask(resolve));
    }
  });
  await expect(area(page)).toHaveValue('abc');
  await expect(button(page, 'Undo')).toBeDisabled();
});

test('A new change clears what could be redone', async ({ page }) => {
  await openStill(page);
  await type(page, 'ab');
  await button(page, 'Undo').click();
  await expect(button(page, 'Redo')).toBeEnabled();
  await type(page, 'c');
  await expect(area(page)).toHaveValue('c');
  await expect(button(page, 'Redo')).toBeDisabled();
});

test('Another room starts over', async ({ page }) => {
  const relay = await open(page, 'ab');
  relay.log('pier').push(insert('P', id(1), null));
  await page.evaluate(() => (window as never as { show: (room: string) => void }).show('pier'));
  await expect(area(page)).toHaveValue('P');
  expect(relay.joins.at(-1)).toMatchObject({ room: 'pier', since: 0 });
  await expect.poll(() => relay.sockets).toBe(1);
  await type(page, 'Q');
  await expect.poll(() => relay.log('pier').length).toBe(2);
  expect(relay.log()).toHaveLength(2);
});

test('Unmounting closes the socket for good', async ({ page }) => {
  const relay = await openStill(page);
  await page.evaluate(() => (window as never as { unmount: () => void }).unmount());
  await expect.poll(() => relay.closed).toBe(1);
  await page.clock.runFor(20_000);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(area(page)).toHaveCount(0);
  expect(relay.connections).toBe(1);
  // Nor does an attempt that waits when the editor goes bring the user back into the room.
  await page.reload();
  await expect(status(page, 'Connected')).toBeVisible();
  await relay.drop();
  await expect(status(page, 'Connected')).toHaveCount(0);
  await page.evaluate(() => (window as never as { unmount: () => void }).unmount());
  await page.clock.runFor(20_000);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(area(page)).toHaveCount(0);
  expect(relay.connections).toBe(2);
});

test('The demo takes room and name from the address', async ({ page }) => {
  const relay = new Relay();
  await attach(page, relay);
  await page.goto('/?room=pier&name=Cleo');
  await expect(people(page)).toHaveText([/Cleo \(you\)/]);
  await expect.poll(() => relay.joins.at(-1)?.room).toBe('pier');
  await page.goto('/');
  await expect(people(page)).toHaveText([/Guest \(you\)/]);
  await expect.poll(() => relay.joins.at(-1)?.room).toBe('lobby');
});
