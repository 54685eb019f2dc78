// What the scripts of the delivered monorepo do, and its API. Cases work in copies, in which something is planted; those of what
// was built share one, in which nothing is planted before the last lint and build, and those of builds that follow a second one.
import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { APP, FOR_COMPILER, FOR_LINT, below, calls, commands, copy, declared, hashes, noting, once, passed, plant, refused, run, served,
  unnamed } from '/toolchain/copies.mjs';

const WEB = 'apps/web';
const API = 'apps/api';
const CONTRACTS = 'packages/contracts';
const UI = 'packages/ui';
const CODED = [WEB, API, CONTRACTS, UI];
const TURBO = { TURBO_TELEMETRY_DISABLED: '1', TURBO_UI: 'false', DO_NOT_TRACK: '1' };
const LONG = { environment: TURBO, longest: 100_000 };

const script = (folder, name) => run(folder, LONG, 'npm', 'run', '--silent', name);

/** The script of one workspace, in a copy whose packages are built. */
const inside = (folder, workspace, name) => run(join(folder, workspace), {
  ...LONG, environment: { ...TURBO, PATH: `${folder}/node_modules/.bin:${process.env.PATH}` },
}, 'npm', 'run', '--silent', name);

/** The manifest of a workspace with more dependencies, as a file to plant. */
function depends(workspace, more, group = 'dependencies') {
  const path = join(workspace, 'package.json');
  const manifest = JSON.parse(readFileSync(join(APP, path), 'utf8'));
  return { [path]: JSON.stringify({ ...manifest, [group]: { ...manifest[group], ...more } }, undefined, 2) };
}

// ---- the borders of workspaces

const border = (planted) => script(copy(planted), 'check:workspaces');

const bordered = once(() => border({}));

test('check:workspaces passes on what was delivered', async () => passed(await bordered()));

test('check:workspaces refuses an application that depends on another', async () =>
  refused(await border(depends(WEB, { '@ferry/api': '*' })), 'web', 'api'));

test('check:workspaces refuses a package that depends on an application', async () =>
  refused(await border(depends(UI, { '@ferry/web': '*' })), 'ui', 'web'));

test('check:workspaces refuses contracts that depend on React or Fastify', async () => {
  const { react } = JSON.parse(readFileSync(join(APP, WEB, 'package.json'), 'utf8')).dependencies;
  const { fastify } = JSON.parse(readFileSync(join(APP, API, 'package.json'), 'utf8')).dependencies;
  refused(await border(depends(CONTRACTS, { react })), 'contracts', 'react');
  refused(await border(depends(CONTRACTS, { fastify })), 'contracts', 'fastify');
});

test('check:workspaces refuses a ui that depends on contracts', async () =>
  refused(await border(depends(UI, { '@ferry/contracts': '*' })), 'ui', 'contracts'));

test('check:workspaces refuses an import that its workspace does not declare', async () => {
  refused(await border({ [`${WEB}/src/planted/keel.ts`]: "import 'fastify';\n" }), 'web', 'fastify');
  refused(await border({ [`${API}/src/planted/keel.ts`]: "export { version } from 'react';\n" }), 'api', 'react');
  refused(await border({ [`${UI}/src/planted/Keel.tsx`]: "import '@planted/keel/deep';\n" }), '@planted/keel');
  refused(await border({
    [`${CONTRACTS}/src/planted/one.ts`]: "import {\n  hull,\n  keel,\n} from 'planted-hull';\n\nexport const all = [hull, keel];\n",
    [`${CONTRACTS}/src/planted/two.ts`]: "import type { Sail } from 'planted-sail';\n\nexport type Sails = Sail[];\n",
    [`${CONTRACTS}/src/planted/three.ts`]: "export const load = () => import('planted-load');\n",
  }), 'planted-hull', 'planted-sail', 'planted-load');
});

test('check:workspaces leaves Node and relative files alone', async () =>
  passed(await border({ [`${API}/src/planted/keel.ts`]: "import 'node:fs';\nimport './pier.js';\n", [`${API}/src/planted/pier.ts`]: '' })));

test('check:workspaces refuses one package in two versions', async () =>
  refused(await border({ ...depends(WEB, { 'planted-keel': '1.2.0' }), ...depends(UI, { 'planted-keel': '1.3.0' }, 'devDependencies') }),
    'planted-keel'));

test('check:workspaces names every violation', async () =>
  refused(await border({
    ...depends(WEB, { '@ferry/api': '*', 'planted-keel': '1.2.0' }), ...depends(API, { 'planted-keel': '1.3.0' }),
    [`${UI}/src/planted/one.ts`]: "import 'planted-mast';\n", [`${CONTRACTS}/src/planted/two.ts`]: "import 'planted-rudder';\n",
  }), '@ferry/api', 'planted-keel', 'planted-mast', 'planted-rudder'));

// ---- build

async function build() {
  const ran = await script(copy(), 'build');
  passed(ran);
  return ran.folder;
}
const built = once(build);
const twice = once(build);

test('build compiles contracts and ui with declarations and their maps, without tests', async () => {
  for (const workspace of [CONTRACTS, UI]) {
    const paths = hashes(join(await built(), workspace, 'dist')).map(([path]) => path);
    for (const ending of ['.js', '.d.ts', '.d.ts.map']) {
      assert.ok(paths.some((path) => path.endsWith(ending)), `${workspace} has no ${ending}: ${paths}`);
    }
    assert.deepEqual(paths.filter((path) => /\.(test|spec)\./.test(path)), []);
  }
});

test('Two builds have equal bytes', async () => {
  for (const workspace of [WEB, CONTRACTS, UI]) {
    assert.deepEqual(hashes(join(await twice(), workspace, 'dist')), hashes(join(await built(), workspace, 'dist')), workspace);
  }
});

test('A build after its output was deleted has all of it again', async () => {
  const folder = await twice();
  for (const workspace of [WEB, CONTRACTS, UI]) rmSync(join(folder, workspace, 'dist'), { recursive: true });
  passed(await script(folder, 'build'));
  for (const workspace of [WEB, CONTRACTS, UI]) {
    assert.deepEqual(hashes(join(folder, workspace, 'dist')), hashes(join(await built(), workspace, 'dist')), workspace);
  }
});

const word = () => `planted${Math.random().toString(36).slice(2)}`;

/** The files of a workspace that it was delivered with and that end so, without its tests. */
const sources = (workspace, ending) => readdirSync(join(APP, workspace), { recursive: true })
  .filter((path) => path.endsWith(ending) && !/node_modules|dist\/|\.(test|spec|stories)\./.test(path)).map((path) => join(workspace, path));
const source = (path) => readFileSync(join(APP, path), 'utf8');

/** The first source with this name in it, and what it holds with one more export. */
function exporting(workspace, ending, name, text) {
  const path = sources(`${workspace}/src`, ending).find((each) => new RegExp(`\\b${name}\\b`).test(source(each)));
  assert.ok(path, `no source of ${workspace} has a ${name}`);
  return { [path]: `${source(path)}\nexport const ${text} = '${text}';\n` };
}

/** What the files of a folder with this ending hold. */
const texts = (folder, ending) => hashes(folder).filter(([path]) => path.endsWith(ending))
  .map(([path]) => readFileSync(join(folder, path), 'utf8')).join('\n');

/** Page, entry, a component of ui and its style sheet were changed after a build, and the next build has each of the words in them. */
async function rebuilt() {
  const [onPage, inEntry, inPart, inStyle] = [word(), word(), word(), word()];
  const page = `${WEB}/index.html`;
  const entry = join(WEB, /<script[^>]*\bsrc=["']([^"']+)/.exec(source(page))?.[1] ?? 'src/main.tsx');
  const styles = sources(UI, '.css').map((path) => [path, `${source(path)}\n.${inStyle} {\n  color: teal;\n}\n`]);
  const folder = await twice();
  plant(folder, {
    [page]: source(page).replace(/<\/body>|$/, `<template id="${onPage}"></template>$&`),
    [entry]: `${source(entry)}\ndocument.documentElement.setAttribute('data-planted', '${inEntry}');\n`,
    ...exporting(UI, '.tsx', 'Badge', inPart),
    ...Object.fromEntries(styles),
  });
  passed(await script(folder, 'build'));
  const dist = (workspace) => join(folder, workspace, 'dist');
  const isStyled = sources(WEB, '').some((path) => /\.(tsx?|css|html)$/.test(path) && source(path).includes('@ferry/ui/styles.css'));
  assert.ok(texts(dist(WEB), '.html').includes(onPage), 'the page of the next build is the old one');
  assert.ok(texts(dist(WEB), '.js').includes(inEntry), 'the script of the next build is the old one');
  assert.ok(texts(dist(UI), '.js').includes(inPart), 'the component of the next build is the old one');
  assert.ok(!isStyled || texts(dist(WEB), '.css').includes(inStyle), 'the style sheet of the next build is the old one');
}
const changed = once(rebuilt);

test('The next build has what was changed in page, component and style sheet', changed);

test('The style sheet of ui is found by its name', async () => {
  const found = createRequire(join(await built(), WEB, 'package.json')).resolve('@ferry/ui/styles.css');
  assert.match(found, /packages\/ui\/.*\.css$/);
});

// ---- the whole check

test('lint passes on what was delivered', async () => passed(await script(await built(), 'lint')));

/** An older Prettier, pinned, lays some lines out differently; then only whether it works is seen. */
const OLDER = /^3\.[0-6]\.\d+$/;

test('format:check passes on what was delivered', async () => {
  const ran = await script(copy(), 'format:check');
  if (OLDER.test(declared.prettier)) assert.match(ran.said, /Code style issues|All matched files/);
  else passed(ran);
});

test('format:check refuses what is not formatted', async () =>
  refused(await script(copy({ [`${API}/src/planted.ts`]: 'export   const keel = "deep"\n\n\n\nexport const a = {a:1}\n' }), 'format:check'),
    'planted.ts'));

/** A copy in which each tool only notes its call, and the one named by `red` fails. Turborepo also runs the root's own tasks. */
function noted(red = '', planted = {}) {
  const folder = noting(copy(planted), ['prettier', 'turbo', 'eslint', 'tsc', 'vitest', 'vite', 'changeset'], red);
  const turbo = join(folder, 'node_modules/.bin/turbo');
  const root = 'for task in "$@"; do if grep -q "\\"//#$task\\"" turbo.json; then npm run --silent "$task" || exit 1; fi; done\n';
  writeFileSync(turbo, readFileSync(turbo, 'utf8').replace('exit 0', root));
  return folder;
}

/** Format check, lint, type check, tests and build were called, the latter by Turborepo. */
function everyPart(folder) {
  const said = calls(folder);
  assert.match(said, /^prettier .*(--check|-c)\b/m);
  for (const task of ['lint', 'typecheck', 'test', 'build']) assert.match(said, new RegExp(`^turbo .*(?<=\\s)${task}(?=\\s|$)`, 'm'));
}

const OUTSIDE = depends(WEB, { '@ferry/api': '*' });

test('check runs format check, workspaces, lint, type check, tests and build', async () => {
  const ran = await script(noted(), 'check');
  passed(ran);
  everyPart(ran.folder);
});

test('check fails if one of its parts does', async () => {
  passed(await script(noted(), 'check'));
  for (const tool of ['prettier', 'turbo']) refused(await script(noted(tool), 'check'));
  refused(await script(noted('', OUTSIDE), 'check'));
});

test('The commands of the workflow exist, and run every part', async () => {
  const lines = commands(APP).replaceAll(/\$\{\{[^}]*\}\}/g, '');
  const nowhere = Object.fromEntries(['ENV', 'OUTPUT', 'STEP_SUMMARY'].map((name) => [`GITHUB_${name}`, '/dev/null']));
  const whole = (folder) => run(folder, { ...LONG, environment: { ...TURBO, ...nowhere } }, 'bash', '-e', '-c', lines);
  const ran = await whole(noted());
  passed(ran);
  everyPart(ran.folder);
  assert.match(calls(ran.folder), /^turbo (?=.*\blint\b)(?=.*\btypecheck\b)(?=.*\btest\b).*\bbuild\b/m);
  refused(await whole(noted('', OUTSIDE)));
});

// ---- lint and types of every workspace

const NEEDLESS = '// eslint-disable-next-line eqeqeq\nexport const berth = 4;\n';
const WRONG_TEST = "export const depth: number = 'deep';\n";
const LINTED = {
  ...FOR_LINT,
  'fine.ts': "import './shape.js';\n\nexport const keel = 4;\n",
  'source.ts': "import '@ferry/contracts/src/planted.js';\n",
  'output.ts': "import '@ferry/ui/dist/planted.js';\n",
  'across.ts': "import '../../../../packages/contracts/src/planted.js';\n",
  'beside.ts': "import '../../../planted/src/planted.js';\n",
};
const TYPED = {
  ...FOR_COMPILER,
  'optional.ts': 'interface Berth {\n  depth?: number;\n}\n\nexport const shallow: Berth = { depth: undefined };\n',
};

/** The script of a workspace, with files planted in its sources. */
const planted = (name, files) => (workspace) => once(async () => {
  const there = Object.entries(files).filter(([file]) => file.endsWith('.ts') || [WEB, UI].includes(workspace));
  const beside = { [WEB]: 'api', [API]: 'web', [UI]: 'contracts', [CONTRACTS]: 'ui' }[workspace];
  const led = there.map(([file, text]) => [file, text.replace('../planted/src', `../${beside}/src`)]);
  const targets = CODED.filter((each) => each !== workspace).map((each) => [`${each}/src/planted.ts`, 'export {};\n']);
  const folder = copy({ ...below(`${workspace}/src/planted`, Object.fromEntries(led)), ...Object.fromEntries(targets) });
  for (const each of [CONTRACTS, UI]) cpSync(join(await built(), each, 'dist'), join(folder, each, 'dist'), { recursive: true });
  return inside(folder, workspace, name);
});
const byWorkspace = (of) => Object.fromEntries(CODED.map((workspace) => [workspace, of(workspace)]));
const linted = byWorkspace(planted('lint', LINTED));
const warned = byWorkspace(planted('lint', { 'needless.ts': NEEDLESS }));
const wrong = byWorkspace(planted('typecheck', { 'wrong.test.ts': WRONG_TEST }));
const typed = byWorkspace(planted('typecheck', TYPED));

async function found(runs, workspaces, ...files) {
  await Promise.all(workspaces.map((workspace) => runs[workspace]()));
  for (const workspace of workspaces) {
    refused(await runs[workspace](), ...files.map((file) => `planted/${file}`));
    unnamed(await runs[workspace](), 'planted/shape.ts', 'planted/fine.ts');
  }
}

test('lint refuses imports past the exports of a package', () => found(linted, [WEB, API], 'source.ts', 'output.ts'));

test('lint refuses a relative path into another workspace', () => found(linted, [WEB, API, UI], 'across.ts', 'beside.ts'));

test('lint refuses an import of types as values', () => found(linted, [WEB, API, UI], 'types.ts'));

test('lint refuses a promise that nobody waits for', () => found(linted, [WEB, API, UI], 'promise.ts'));

test('lint refuses a hook in a condition', () => found(linted, [WEB, UI], 'Hook.tsx'));

test('lint fails on a warning', () => found(warned, [API], 'needless.ts'));

test('typecheck refuses a parameter without a type', () => found(typed, [WEB, CONTRACTS], 'any.ts'));

test('typecheck refuses an element of an array that may be missing', () => found(typed, [WEB, CONTRACTS], 'element.ts'));

test('typecheck refuses undefined for a property that may be missing', () => found(typed, [WEB, CONTRACTS], 'optional.ts'));

test('typecheck refuses an override that is not called one', () => found(typed, [WEB, CONTRACTS], 'override.ts'));

test('typecheck refuses a type that is imported as a value', () => found(typed, [WEB, CONTRACTS], 'types.ts'));

test('typecheck looks at tests', () => found(wrong, [UI], 'wrong.test.ts'));

// ---- contracts

/** What a module of the copy prints as JSON; it stands in the folder of the API, so that names are found from there. */
async function printed(text) {
  const path = join(await built(), API, 'src', `planted-${Math.random().toString(36).slice(2)}.mts`);
  writeFileSync(path, text);
  const ran = await run(await built(), LONG, 'node', '--import', 'tsx', path);
  const line = ran.said.split('\n').find((each) => each.startsWith('PRINTED '));
  assert.ok(line, ran.said.slice(-500));
  return JSON.parse(line.slice('PRINTED '.length));
}

/** What the contract reads of these queries, or 'refused'. */
const queried = (...queries) => printed(`
  import { departuresQuerySchema } from '@ferry/contracts';
  const found = ${JSON.stringify(queries)}.map((query) => departuresQuerySchema.safeParse(query));
  console.log('PRINTED ' + JSON.stringify(found.map((read) => (read.success ? read.data : 'refused'))));
`);
const limited = (...limits) => queried(...limits.map((limit) => ({ stop: 'island', limit })));

test('A query has ten departures by default', async () => assert.equal((await queried({ stop: 'harbour' }))[0].limit, 10));

test('A limit that comes as text is a number', async () => assert.deepEqual(await limited('25'), [{ stop: 'island', limit: 25 }]));

test('A limit is a whole number from 1 to 50', async () => {
  assert.deepEqual((await limited('1', '50')).map(({ limit }) => limit), [1, 50]);
  assert.deepEqual(await limited('0', '51', '2.5', 'many'), Array(4).fill('refused'));
});

// ---- the API

const PORT = 3077;
const AT = `http://127.0.0.1:${PORT}`;
const NOW = Date.parse('2026-06-21T18:10:00Z');
const CLOCK = `
  import { readFileSync } from 'node:fs';
  const began = ${NOW} - Date.now();
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...of) { super(...(of.length > 0 ? of : [Date.now()])); }
    static now() { return Real.now() + began + Number(readFileSync(new URL('planted-later.txt', import.meta.url), 'utf8')); }
  };
`;

/** Does the work while the API runs, by the clock of an evening. */
async function server(work) {
  plant(await built(), { 'planted-clock.mjs': CLOCK, 'planted-later.txt': '0' });
  const command = ['node', '--import', 'tsx', '--import', './planted-clock.mjs', `${API}/src/server.ts`];
  return served(await built(), { ...TURBO, PORT: String(PORT) }, command, work);
}

const ISLAND = '/api/departures?stop=island';
const DAYS = `${ISLAND}&limit=50`;
const WRONG = ['/api/departures', '/api/departures?stop=moon', ...['0', '51', 'many'].map((limit) => `${ISLAND}&limit=${limit}`)];
const ASKED = [ISLAND, `${ISLAND}&limit=1`, `${ISLAND}&limit=3`, DAYS, '/api/planted', '/healthz', ...WRONG];

/** The replies of the API, by address. */
const replies = once(() => server(async () => Object.fromEntries(await Promise.all(ASKED.map(async (address) => {
  const reply = await fetch(`${AT}${address}`);
  return [address, { status: reply.status, kind: reply.headers.get('content-type') ?? '', json: await reply.json().catch(() => ({})) }];
})))));

function isProblem({ status, kind, json }, expected) {
  assert.equal(status, expected);
  assert.match(kind, /^application\/problem\+json/);
  assert.equal(json.status, expected);
  assert.equal(typeof json.title, 'string');
}

const MINUTE_MS = 60_000;

/** These are some departures, and none of them has left at this time. */
function areNext(departures, now) {
  const leave = departures.map((each) => Date.parse(each.departsAt) + each.delayMinutes * MINUTE_MS);
  const said = JSON.stringify(departures).slice(0, 300);
  assert.ok(leave.length > 1 && leave.every((time) => time >= now - MINUTE_MS), `at ${new Date(now).toISOString()}: ${said}`);
}

test('The API answers with the next departures from a stop, by time', async () => {
  const { status, json } = (await replies())[DAYS];
  assert.equal(status, 200);
  const times = json.departures.map((each) => Date.parse(each.departsAt));
  areNext(json.departures, NOW);
  assert.deepEqual(times, times.toSorted((a, b) => a - b));
  assert.deepEqual([...new Set(json.departures.map((each) => each.from))], ['island']);
  assert.ok(Math.abs(Date.parse(json.generatedAt) - NOW) < 2 * MINUTE_MS, json.generatedAt);
});

const LATER_MS = 2 * 60 * MINUTE_MS;

/** What a running API answers two hours after it was asked for the first time. */
const later = once(() => server(async () => {
  await fetch(`${AT}${DAYS}`);
  plant(await built(), { 'planted-later.txt': String(LATER_MS) });
  return (await fetch(`${AT}${DAYS}`)).json();
}));

test('The API that has run for hours answers with what departs next', async () => {
  const { departures, generatedAt } = await later();
  areNext(departures, NOW + LATER_MS);
  assert.ok(Math.abs(Date.parse(generatedAt) - NOW - LATER_MS) < 2 * MINUTE_MS, generatedAt);
});

test('The API answers with as many departures as are asked for, or ten', async () => {
  const found = await replies();
  const counts = [ISLAND, `${ISLAND}&limit=3`, `${ISLAND}&limit=1`].map((address) => found[address].json.departures?.length);
  assert.deepEqual(counts, [10, 3, 1]);
});

test('What the API answers fits the contract', async () => {
  assert.equal(await printed(`
    import { departuresResponseSchema } from '@ferry/contracts';
    const read = departuresResponseSchema.safeParse(${JSON.stringify((await replies())[DAYS].json)});
    console.log('PRINTED ' + JSON.stringify(read.success ? 'fits' : String(read.error)));
  `), 'fits');
});

test('The timetable has departures every 40 minutes, today and tomorrow', async () => {
  const { json } = (await replies())[DAYS];
  const boats = {};
  for (const { route, to, departsAt } of json.departures) (boats[`${route} ${to}`] ??= []).push(Date.parse(departsAt));
  const gaps = Object.values(boats).flatMap((times) => times.slice(1).map((time, at) => (time - times[at]) / MINUTE_MS));
  assert.ok(gaps.length > 8 && gaps.every((gap) => gap > 0 && gap % 40 === 0), `minutes between departures: ${gaps}`);
  assert.ok(Math.max(...Object.values(boats).flat()) > NOW + 6 * 60 * MINUTE_MS, 'none is tomorrow');
});

test('A wrong query is a problem with the status 400', async () => {
  for (const address of WRONG) isProblem((await replies())[address], 400);
});

test('An unknown route is a problem with the status 404', async () => isProblem((await replies())['/api/planted'], 404));

test('The API tells that it is well', async () => {
  const { status, json } = (await replies())['/healthz'];
  assert.deepEqual([status, json], [200, { status: 'ok' }]);
});

test('An unexpected error is a problem with the status 500, without its message', async () => {
  const files = readdirSync(join(APP, API, 'src'), { recursive: true }).filter((path) => /(?<!\.test|\.spec|\.d)\.ts$/.test(path));
  const file = files.find((path) => /export\s+(async\s+)?(function|const)\s+buildApp\b/.test(readFileSync(join(APP, API, 'src', path), 'utf8')));
  assert.ok(file, `nothing in ${API}/src exports buildApp`);
  const { status, kind, body } = await printed(`
    import { buildApp } from './${file.replace(/\.ts$/, '.js')}';
    const fail = () => { throw new Error('the keel is planted'); };
    const timetable: any = new Proxy(fail, { get: (_, name) => (name === 'then' ? undefined : fail), apply: fail });
    const silent: any = { level: 'silent', child: () => silent };
    for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']) silent[level] = () => undefined;
    const tried = async (logger: any) => {
      const app: any = await buildApp({ timetable, now: () => new Date('2026-06-21T09:00:00Z'), logger } as any);
      const { statusCode, headers, body } = await app.inject({ url: '/api/departures?stop=harbour' });
      return { status: statusCode, kind: headers['content-type'] ?? '', body };
    };
    let found = await tried(false).catch(String);
    if (typeof found === 'string' || !found.kind.includes('problem')) found = await tried(silent);
    console.log('PRINTED ' + JSON.stringify(found));
    process.exit(0);
  `);
  isProblem({ status, kind, json: JSON.parse(body) }, 500);
  assert.ok(!body.includes('planted'), body);
});

test('The server closes on SIGTERM and SIGINT', async () => {
  for (const signal of ['SIGTERM', 'SIGINT']) {
    const ended = await server(async (child, closed) => {
      await fetch(`${AT}/healthz`, { headers: { connection: 'close' } });
      child.kill(signal);
      return Promise.race([closed, pause(10_000, 'after ten seconds it still runs')]);
    });
    assert.deepEqual(ended, { code: 0, signal: null });
  }
});

test('The server refuses a port that is no number', async () => {
  const environment = { ...TURBO, PORT: 'north' };
  refused(await run(await built(), { environment, longest: 15_000 }, 'node', '--import', 'tsx', `${API}/src/server.ts`), 'PORT');
});

// ---- dev

const RECOMPILED_MS = 20_000;

/** What dev serves, and which packages it did not recompile after a change. */
const developed = once(async () => {
  const folder = await built();
  return served(folder, TURBO, ['npm', 'run', '--silent', 'dev'], async () => {
    const page = await (await fetch('http://localhost:5173/')).text();
    await fetch('http://localhost:3001/healthz');
    const { departures } = await (await fetch('http://localhost:5173/api/departures?stop=harbour&limit=2')).json();
    const words = { [UI]: word(), [CONTRACTS]: word() };
    plant(folder, { ...exporting(UI, '.tsx', 'Badge', words[UI]), ...exporting(CONTRACTS, '.ts', 'departureSchema', words[CONTRACTS]) });
    const isOld = ([workspace, text]) => !texts(join(folder, workspace, 'dist'), '.js').includes(text);
    const old = () => Object.entries(words).filter(isOld).map(([workspace]) => workspace);
    for (const ends = Date.now() + RECOMPILED_MS; old().length > 0 && Date.now() < ends;) await pause(200);
    return { page, departures, old: old() };
  });
});

test('dev shows the page on 5173, and forwards /api to the API', async () => {
  const { page, departures } = await developed();
  assert.match(page, /<script type="module"/);
  assert.equal(departures.length, 2);
});

test('dev recompiles contracts and ui when they are changed', async () => assert.deepEqual((await developed()).old, []));

test('dev passes PORT to the API', async () => {
  await served(await built(), { ...TURBO, PORT: '3078' }, ['npm', 'run', '--silent', 'dev'], async () => {
    const { status } = await (await fetch('http://localhost:3078/healthz')).json();
    assert.equal(status, 'ok');
  });
});

// ---- all of it

test('A change is checked and built, and passengers see the next departures, now and hours later', async () => {
  passed(await bordered());
  await changed();
  const { page, departures } = await developed();
  assert.match(page, /<script type="module"/);
  areNext(departures, Date.now());
  areNext((await later()).departures, NOW + LATER_MS);
});
