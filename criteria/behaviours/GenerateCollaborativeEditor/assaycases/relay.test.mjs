// What the delivered relay does. It is built, started, and talked to by WebSockets; cases share one
// that runs, each in rooms of its own.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join as pathOf } from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';

const SOURCE = pathOf('server', 'relay.ts');
const BUILT = pathOf('server', 'relay.js');
const HURRY = pathOf(import.meta.dirname, 'hurry.mjs');
const PORT = 8787;
const OTHER_PORT = 18_787;
const MIB = 1024 * 1024;
const STARTS_MS = 10_000;
const CASE_MS = 40_000;
const SOON = { timeout: 8000, interval: 20 };

const pause = ms => new Promise(resolve => {
  setTimeout(resolve, ms);
});

// ---- the relay

const started = new Set();

const accepts = port => new Promise(resolve => {
  const socket = connect(port, 'localhost');
  socket.on('connect', () => resolve(true));
  socket.on('error', () => resolve(false));
  socket.on('close', () => resolve(false));
  socket.on('connect', () => socket.destroy());
});

const lives = ({ child }) => child.exitCode === null && child.signalCode === null;

/** Whether the process of the relay listens on its port before it ends. */
async function listens(relay) {
  for (const ends = Date.now() + STARTS_MS; Date.now() < ends && lives(relay); await pause(50)) {
    if (await accepts(relay.port)) return true;
  }
  return false;
}

/** Runs Node with these words. */
function begun(words, port, environment) {
  const child = spawn(process.execPath, words, { env: { PATH: process.env.PATH, ...environment } });
  const relay = { child, port, said: '' };
  started.add(relay);
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', text => {
      relay.said = `${relay.said}${text}`.slice(-500);
    });
  }
  return relay;
}

async function end(relay) {
  started.delete(relay);
  if (!lives(relay)) return;
  const ended = once(relay.child, 'exit');
  relay.child.kill('SIGKILL');
  await ended;
}

let compiling;

/** What hinders the build of the relay; '' if nothing does. */
function hindrance() {
  compiling ??= build({
    entryPoints: [SOURCE], outfile: BUILT, allowOverwrite: true, bundle: true, platform: 'node',
    format: 'esm', target: 'node20', external: ['ws'], tsconfigRaw: '{}', logLevel: 'silent',
  }).then(() => '', String);
  return compiling;
}

/** Starts the relay that was built; if it ends at once, what was delivered. */
async function start(port, environment, options = []) {
  const reasons = [await hindrance()];
  const ways = reasons[0] ? [] : [[BUILT]];
  for (const words of [...ways, ['--experimental-strip-types', SOURCE]]) {
    const relay = begun([...options, ...words], port, environment);
    if (await listens(relay)) return relay;
    const waits = lives(relay);
    await end(relay);
    reasons.push(relay.said);
    if (waits) break;
  }
  throw new Error(`no relay listens on ${port}: ${reasons.join('\n').trim()}`);
}

let shared;

/** The relay that the cases share. If one of them has ended it, the next has another. */
async function running() {
  const relay = await shared;
  if (!relay || !lives(relay)) shared = start(PORT, { PORT: String(PORT) });
  return shared;
}

afterAll(async () => {
  await Promise.all([...started].map(end));
});

// ---- its clients

/** A connection, what it has heard, when it was pinged, and whether it has ended. */
async function opened(relay, options = {}) {
  const socket = new WebSocket(`ws://localhost:${relay.port}`, options);
  const client = { socket, heard: [], pings: [], ended: false, site: randomUUID() };
  socket.on('message', data => client.heard.push(JSON.parse(String(data))));
  socket.on('ping', () => client.pings.push(performance.now()));
  socket.on('close', () => {
    client.ended = true;
  });
  await once(socket, 'open');
  socket.on('error', () => undefined);
  return client;
}

const say = (client, message) => client.socket.send(JSON.stringify(message));
const write = (client, ops) => say(client, { type: 'ops', ops });
const heard = (client, type) => client.heard.filter(each => each.type === type);
const written = client => heard(client, 'ops').flatMap(each => each.ops);
const idOf = op => `${op.id.counter} ${op.id.site}`;

/** Asks to be let in; its welcome is the first of its messages. */
async function join(client, room, since = 0) {
  say(client, { type: 'join', room, site: client.site, since });
  await expect.poll(() => heard(client, 'welcome').length, SOON).toBeGreaterThan(0);
  return client;
}

const entered = async (relay, room, since) => join(await opened(relay), room, since);
const welcome = client => heard(client, 'welcome')[0];

/** What somebody who has just come is welcomed with, and who leaves again. */
async function told(relay, room, since = 0) {
  const client = await entered(relay, room, since);
  await leave(client);
  return welcome(client);
}

async function leave(client) {
  client.socket.close();
  await expect.poll(() => client.ended, SOON).toBe(true);
}

const newRoom = () => `harbour-${randomUUID().slice(0, 8)}`;

const insert = (site, counter, char, after = null) =>
  ({ type: 'insert', id: { counter, site }, after, char });

/** The operations that write the text, each character behind the one before. */
function typed({ site }, text, from = 1) {
  return [...text].map((char, index) => {
    const after = from + index > 1 ? { counter: from + index - 1, site } : null;
    return insert(site, from + index, char, after);
  });
}

const presence = (name, caret = null) => ({ name, color: '#00695c', caret });

/** Waits until all have heard these operations, and so what was said before. */
async function reach(clients, ops) {
  const ids = ops.map(idOf);
  for (const client of clients) {
    await expect.poll(() => written(client).map(idOf), SOON).toEqual(expect.arrayContaining(ids));
  }
}

/** Writes one more character, and waits until all have it: whatever was said before was heard. */
async function settle(writer, clients) {
  const op = insert(randomUUID(), 1, '.');
  write(writer, [op]);
  await reach(clients, [op]);
}

const behaves = (title, work) => test(title, async () => work(await running()), CASE_MS);

behaves('The relay welcomes with the log, its length and the others', async relay => {
  const room = newRoom();
  const ada = await entered(relay, room);
  expect(welcome(ada)).toMatchObject({ type: 'welcome', ops: [], length: 0, peers: [] });
  const ops = typed(ada, 'a😀b');
  write(ada, ops);
  say(ada, { type: 'presence', presence: presence('Ada') });
  say(ada, { type: 'presence', presence: presence('Ada', ops[1].id) });
  await settle(ada, [ada]);
  const ben = await entered(relay, room);
  expect(welcome(ben).ops.slice(0, 3)).toMatchObject(ops);
  expect(welcome(ben)).toMatchObject({
    length: 4, peers: [{ site: ada.site, presence: presence('Ada', ops[1].id) }],
  });
  expect(welcome(ben).ops).toHaveLength(4);
});

behaves('The relay welcomes with what the log has behind the known part', async relay => {
  const room = newRoom();
  const ada = await entered(relay, room);
  const ops = typed(ada, 'tides');
  write(ada, ops);
  await reach([ada], ops);
  for (const since of [0, 2, 4, 5]) {
    const { ops: rest, length } = await told(relay, room, since);
    expect(length).toBe(5);
    expect(rest).toMatchObject(ops.slice(since));
    expect(rest).toHaveLength(5 - since);
  }
});

behaves('The relay sends operations to all in the room, the sender too', async relay => {
  const room = newRoom();
  const [ada, ben, zoe] = [
    await entered(relay, room), await entered(relay, room), await entered(relay, room),
  ];
  const ops = typed(ada, 'ebb');
  write(ada, ops);
  await reach([ada, ben, zoe], ops);
  const gone = { type: 'delete', id: { counter: 4, site: ben.site }, target: ops[1].id };
  write(ben, [gone]);
  await reach([ada, ben, zoe], [gone]);
  for (const client of [ada, ben, zoe]) {
    expect(written(client)).toMatchObject([...ops, gone]);
    expect(heard(client, 'ops').at(-1).length).toBe(4);
  }
});

behaves('All get the operations in the order of the log', async relay => {
  const room = newRoom();
  const writers = [await entered(relay, room), await entered(relay, room)];
  const all = writers.map(writer => typed(writer, 'low water at six'));
  for (const index of all[0].keys()) {
    writers.forEach((writer, number) => write(writer, [all[number][index]]));
  }
  await reach(writers, all.flat());
  const log = (await told(relay, room)).ops.map(idOf);
  expect(log.toSorted()).toEqual(all.flat().map(idOf).toSorted());
  for (const writer of writers) expect(written(writer).map(idOf)).toEqual(log);
});

behaves('The relay has an operation once in its log, however often it comes', async relay => {
  const room = newRoom();
  const [ada, ben] = [await entered(relay, room), await entered(relay, room)];
  const [a, b, c] = typed(ada, 'abc');
  write(ada, [a, b]);
  await reach([ada, ben], [a, b]);
  write(ada, [a, b]);
  write(ben, [b]);
  write(ada, [b, c]);
  await reach([ada, ben], [c]);
  await settle(ben, [ada, ben]);
  const { ops, length } = await told(relay, room);
  expect(ops.slice(0, 3)).toMatchObject([a, b, c]);
  expect([ops.length, length]).toEqual([4, 4]);
  expect(Math.max(...heard(ada, 'ops').map(each => each.length))).toBe(4);
});

behaves('The relay keeps rooms apart', async relay => {
  const [here, there] = [newRoom(), newRoom()];
  const [ada, ben] = [await entered(relay, here), await entered(relay, here)];
  const zoe = await entered(relay, there);
  const op = insert(ada.site, 1, 'h');
  write(ada, [op]);
  say(ada, { type: 'presence', presence: presence('Ada') });
  await reach([ada, ben], [op]);
  await leave(ben);
  await settle(ada, [ada]);
  const same = insert(ada.site, 1, 't');
  write(zoe, [same]);
  await reach([zoe], [same]);
  expect(written(zoe)).toMatchObject([same]);
  expect([heard(zoe, 'presence'), heard(zoe, 'left')]).toEqual([[], []]);
  expect(heard(zoe, 'ops').at(-1).length).toBe(1);
  const { peers, ...rest } = await told(relay, there);
  expect(rest).toMatchObject({ ops: [same], length: 1 });
  expect(peers.map(each => each.site)).not.toContain(ada.site);
  expect((await told(relay, here)).length).toBe(2);
});

behaves('The relay tells a presence to the others, and not to its sender', async relay => {
  const room = newRoom();
  const [ada, ben, zoe] = [
    await entered(relay, room), await entered(relay, room), await entered(relay, room),
  ];
  const [op] = typed(ada, 'x');
  write(ada, [op]);
  say(ada, { type: 'presence', presence: presence('Ada', op.id) });
  for (const other of [ben, zoe]) {
    await expect.poll(() => heard(other, 'presence'), SOON)
      .toMatchObject([{ site: ada.site, presence: presence('Ada', op.id) }]);
  }
  await settle(ben, [ada]);
  expect(heard(ada, 'presence')).toEqual([]);
  expect((await told(relay, room)).length).toBe(2);
});

behaves('The relay tells the others who has left, and forgets the presence', async relay => {
  const room = newRoom();
  const ada = await entered(relay, room);
  for (const way of ['close', 'terminate']) {
    const ben = await entered(relay, room);
    say(ben, { type: 'presence', presence: presence('Ben') });
    await expect.poll(() => heard(ada, 'presence').at(-1)?.site, SOON).toBe(ben.site);
    ben.socket[way]();
    await expect.poll(() => heard(ada, 'left').map(each => each.site), SOON).toContain(ben.site);
    expect((await told(relay, room)).peers.map(each => each.site)).not.toContain(ben.site);
  }
});

behaves('The relay keeps the log when everybody has left', async relay => {
  const room = newRoom();
  const ada = await entered(relay, room);
  const ops = typed(ada, 'back at dawn');
  write(ada, ops);
  await reach([ada], ops);
  await leave(ada);
  await pause(300);
  for (const since of [0, ops.length, 0]) {
    const { ops: rest, length } = await told(relay, room, since);
    expect(length).toBe(ops.length);
    expect(rest).toMatchObject(ops.slice(since));
    await pause(100);
  }
});

behaves('Two people write, go home, and find it all when they come back', async relay => {
  const room = newRoom();
  const ida = await entered(relay, room);
  const ole = await entered(relay, room);
  const first = typed(ida, 'Tide at nine 🌊');
  write(ida, first);
  await reach([ida, ole], first);
  say(ole, { type: 'presence', presence: presence('Ole', first[3].id) });
  await expect.poll(() => heard(ida, 'presence').at(-1), SOON)
    .toMatchObject({ site: ole.site, presence: presence('Ole', first[3].id) });
  const then = [
    { type: 'delete', id: { counter: 15, site: ole.site }, target: first[13].id },
    insert(ole.site, 16, '!', first[13].id),
  ];
  write(ole, then);
  await reach([ida, ole], then);
  const known = heard(ida, 'ops').at(-1).length;
  await leave(ida);
  await expect.poll(() => heard(ole, 'left').map(each => each.site), SOON).toEqual([ida.site]);
  const alone = [insert(ole.site, 17, '?', then[1].id)];
  write(ole, alone);
  await reach([ole], alone);
  await leave(ole);
  await pause(300);
  const again = await entered(relay, room, known);
  expect(welcome(again)).toMatchObject({ ops: alone, length: first.length + 3, peers: [] });
  const late = await entered(relay, room);
  expect(welcome(late).ops).toMatchObject([...first, ...then, ...alone]);
  const last = [insert(again.site, 18, ' ', alone[0].id)];
  write(again, last);
  await reach([again, late], last);
});

const NO_MESSAGES = ['this is not JSON', '', '{', '{"type":"join"', '[1, 2', "{'type': 'ops'}"];

behaves('A message that does not parse is ignored, and the connection lives', async relay => {
  const room = newRoom();
  const [ada, ben] = [await opened(relay), await entered(relay, room)];
  const disturb = () => {
    NO_MESSAGES.forEach(text => ada.socket.send(text));
    ada.socket.send(Buffer.from([0, 255, 254, 123, 0]));
  };
  disturb();
  await join(ada, room);
  disturb();
  const ops = typed(ada, 'ok');
  write(ada, ops);
  await reach([ada, ben], ops);
  expect([ada.ended, ben.ended]).toEqual([false, false]);
  expect(written(ben)).toMatchObject(ops);
  expect(heard(ben, 'presence')).toEqual([]);
  expect(await told(relay, room)).toMatchObject({ ops, length: 2 });
});

/** A message with the operation that has so many bytes: white space means nothing in JSON. */
function sized(op, bytes) {
  const text = JSON.stringify({ type: 'ops', ops: [op] });
  return `${text.slice(0, -1)}${' '.repeat(bytes - text.length)}}`;
}

behaves('The relay admits a message of 1 MiB', async relay => {
  const room = newRoom();
  const [ada, ben] = [await entered(relay, room), await entered(relay, room)];
  const [a, b] = typed(ada, 'ab');
  ada.socket.send(sized(a, MIB));
  await reach([ada, ben], [a]);
  write(ada, [b]);
  await reach([ada, ben], [b]);
});

behaves('A message over 1 MiB is refused and does not bring the relay down', async relay => {
  const room = newRoom();
  const [ada, ben] = [await entered(relay, room), await entered(relay, room)];
  const [large, next] = typed(ada, 'ab');
  ada.socket.send(sized(large, 2 * MIB));
  write(ada, [insert(ada.site, 9, 'c')]);
  await expect.poll(() => ada.ended || written(ada).length > 0, SOON).toBe(true);
  const zoe = await entered(relay, room);
  write(zoe, [next]);
  await reach([zoe, ben], [next]);
  expect(ben.ended).toBe(false);
  expect(lives(relay)).toBe(true);
  const sites = [...written(ben), ...(await told(relay, room)).ops].map(idOf);
  expect(sites).not.toContain(idOf(large));
});

test('The relay listens on 8787, or on PORT', async () => {
  await Promise.all([...started].map(end));
  for (const [port, environment] of [[PORT, {}], [OTHER_PORT, { PORT: String(OTHER_PORT) }]]) {
    const relay = await start(port, environment);
    const client = await entered(relay, newRoom());
    await settle(client, [client]);
    await end(relay);
  }
}, CASE_MS);

test('The relay pings every 30 seconds, and ends who has not answered before', async () => {
  const times = 20;
  await Promise.all([...started].map(end));
  const environment = { PORT: String(PORT), ASSAY_HURRY: String(times) };
  const relay = await start(PORT, environment, ['--import', HURRY]);
  const room = newRoom();
  const ada = await entered(relay, room);
  const silent = await join(await opened(relay, { autoPong: false }), room);
  await expect.poll(() => silent.ended, { timeout: 20_000 }).toBe(true);
  expect(silent.pings.length).toBeGreaterThan(0);
  await expect.poll(() => ada.pings.length, { timeout: 20_000 }).toBeGreaterThan(2);
  const seconds = (ada.pings[2] - ada.pings[0]) / 2 / 1000 * times;
  expect(seconds).toBeGreaterThan(15);
  expect(seconds).toBeLessThan(60);
  await settle(ada, [ada]);
  expect(ada.ended).toBe(false);
  await end(relay);
}, CASE_MS);
