// What the scripts of the delivered project do. Each case works in a copy of the project, in which something is planted.
// Tools that nothing depends on in a case are replaced by one that notes how it was called.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { APP, AS_VALUES, FOR_COMPILER, FOR_LINT, below, calls, commands, copy, hashes, noting, once, passed, refused, run as ran,
  served as serving, unnamed } from '/toolchain/copies.mjs';

const { parse } = createRequire('/deps/node_modules/')('yaml');
const { intersects, subset, validRange } = createRequire('/deps/node_modules/')('semver');

const PORT = 5180;
const DEV_MS = 15_000;
const ENV = { VITE_API_BASE_URL: '/api', VITE_APP_TITLE: 'Quay of Assay' };

/** Where and how the project has its own tests: planted ones stand beside them. */
const own = readdirSync(APP, { recursive: true }).find((path) => /^(?!.*node_modules).*\.(test|spec)\.tsx?$/.test(path));
const beside = (name, ending) => join(own ? dirname(own) : 'src', `planted-${name}.${/\.spec\./.test(own ?? '') ? 'spec' : 'test'}.${ending}`);

const run = (folder, command, ...words) => ran(folder, { environment: ENV }, command, ...words);
const script = (folder, name, ...words) => run(folder, 'npm', 'run', '--silent', name, ...(words.length ? ['--', ...words] : []));

const manifest = JSON.parse(readFileSync(join(APP, 'package.json'), 'utf8'));

// ---- install

/** Each of a pair demands the other in its own version. */
const TOGETHER = [['vitest', '@vitest/coverage-v8'], ['vitest', '@vitest/coverage-istanbul'], ['vitest', '@vitest/ui'], ['react', 'react-dom']];

/** These versions of the first demand another version of the second than these. All are published, so it stays true. */
const APART = [
  ['eslint-plugin-react-hooks', '<5', 'eslint', '>=9'],
  ['eslint-plugin-jsx-a11y', '<6.10', 'eslint', '>=9'],
  ['typescript-eslint', '<8', 'eslint', '>=9'],
  ['@typescript-eslint/eslint-plugin', '<8', 'eslint', '>=9'],
  ['@testing-library/react', '<16.1', 'react', '>=19'],
  ['@vitejs/plugin-react', '<4.3.4', 'vite', '>=6'],
];

/** npm finds no reason to stop with ERESOLVE. What has no range of versions, as `latest`, is left out. */
function fits() {
  const asked = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  const ranges = new Map(asked.filter(([, version]) => validRange(version)));
  const told = (one, other) => `${one} ${ranges.get(one)} cannot be installed beside ${other} ${ranges.get(other)}`;
  for (const [one, other] of TOGETHER.filter((pair) => pair.every((name) => ranges.has(name)))) {
    assert.ok(intersects(ranges.get(one), ranges.get(other)), told(one, other));
  }
  for (const [one, old, other, late] of APART.filter((pair) => ranges.has(pair[0]) && ranges.has(pair[2]))) {
    assert.ok(!subset(ranges.get(one), old) || !subset(ranges.get(other), late), told(one, other));
  }
}

test('The versions that package.json asks for can be installed together', fits);

/** A repository after `npm install`, which runs these scripts. Its git, and lint-staged, only note their calls. */
const installed = once(async () => {
  const folder = noting(copy(), ['lint-staged'], '');
  mkdirSync(join(folder, '.git'), { recursive: true });
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare'].filter((each) => manifest.scripts[each])) {
    passed(await script(folder, name));
  }
  return folder;
});

/** What git would run before a commit runs lint-staged. */
async function hooked() {
  const folder = await installed();
  const [, hooks] = /^git config .*core\.hooksPath\s+['"]?(\S+?)['"]?$/m.exec(calls(folder)) ?? [];
  assert.ok(hooks, `no hook is in place after an install: ${calls(folder)}`);
  passed(await run(folder, 'sh', join(hooks, 'pre-commit')));
  assert.match(calls(folder), /^lint-staged/m);
}

test('After an install a commit runs lint-staged', hooked);

// ---- lint

const COMPONENT = 'export function Planted() {\n  return <p>quay</p>;\n}\n';
const LINTED = {
  ...FOR_LINT,
  'log.ts': "export function berth(): void {\n  console.log('moored');\n}\n",
  'warn.ts': "export function berth(): void {\n  console.warn('moored');\n  console.error('adrift');\n}\n",
  'Picture.tsx': 'export function Picture() {\n  return <img src="/quay.png" />;\n}\n',
  'await.ts': 'export async function moor(): Promise<void> {\n  await 4;\n}\n',
  'Both.tsx': `export const depths = [4, 7].map((depth) => depth + 1);\n\n${COMPONENT}`,
};
const linted = once(() => script(copy(below('src/planted', LINTED)), 'lint'));

/** lint names these planted files, and not the one in which nothing is wrong. */
async function found(...files) {
  refused(await linted(), ...files);
  unnamed(await linted(), 'planted/shape.ts');
}

const clean = once(() => script(copy(), 'lint'));

test('lint passes on what was delivered', async () => passed(await clean()));

test('lint refuses console.log, and allows warn and error', async () => {
  await found('planted/log.ts');
  unnamed(await linted(), 'planted/warn.ts');
});

test('lint refuses an import of types as values', () => found('planted/types.ts'));

test('lint refuses a hook in a condition', () => found('planted/Hook.tsx'));

test('lint refuses a picture without a text', () => found('planted/Picture.tsx'));

test('lint refuses a promise that nobody waits for', () => found('planted/promise.ts', 'planted/await.ts'));

test('lint refuses what fast refresh cannot replace', () => found('planted/Both.tsx'));

test('lint fails on a warning', async () => {
  const text = '// eslint-disable-next-line no-debugger\nexport const depth = 4;\n';
  refused(await script(copy({ 'src/planted/needless.ts': text }), 'lint'), 'planted/needless.ts');
});

const CRASHED = /Oops! Something went wrong/;

test('lint leaves build output and coverage alone', async () => {
  const bad = 'debugger;\nvar unused = 1;\n';
  const ran = await script(copy({ 'dist/assets/out.js': bad, 'coverage/lcov-report/out.js': bad }), 'lint');
  unnamed(ran, 'dist/assets/out.js', 'lcov-report/out.js');
  assert.ok(ran.code !== null && !CRASHED.test(ran.said), ran.said.slice(0, 400));
});

test('lint works on JavaScript files of configuration', async () => {
  const files = readdirSync(APP).filter((name) => /\.config\.[cm]?js$/.test(name));
  const needless = (name) => `${readFileSync(join(APP, name), 'utf8')}\n// eslint-disable-next-line no-debugger\nvoid 0;\n`;
  const ran = await script(copy(Object.fromEntries(files.map((name) => [name, needless(name)]))), 'lint');
  if (files.length > 0) refused(ran, ...files);
  else passed(ran);
  assert.ok(!/Parsing error/.test(ran.said) && !CRASHED.test(ran.said), ran.said.slice(0, 400));
});

test('lint:fix repairs what can be repaired', async () => {
  const { folder } = await script(copy(below('src/planted', AS_VALUES)), 'lint:fix');
  assert.match(readFileSync(join(folder, 'src/planted/types.ts'), 'utf8'), /import (type \{ Shape \}|\{ type Shape \})/);
});

// ---- format

const WIDE = `export const sentence = ['${'quay '.repeat(7).trim()}', '${'pier '.repeat(4).trim()}'].join(' ');\n`;
const UGLY = 'export const quays = {\n  first: "north",\n  second: "south"\n}\n';
const NEAT = "export const quays = {\n  first: 'north',\n  second: 'south',\n};\n";
const formatted = once(() => script(copy({
  'src/planted/ugly.ts': UGLY, 'src/planted/wide.ts': WIDE, 'dist/assets/out.js': UGLY, 'coverage/out.js': UGLY,
  'package-lock.json': '{"name":"harbour-console",\n\n"lockfileVersion":3}',
}), 'format:check'));

test('format:check passes on what was delivered', async () => passed(await script(copy(), 'format:check')));

test('format:check refuses what is not formatted', async () => refused(await formatted(), 'planted/ugly.ts'));

test('format:check leaves build output, coverage and the lock file alone', async () => {
  refused(await formatted(), 'planted/ugly.ts');
  unnamed(await formatted(), 'dist/assets/out.js', 'coverage/out.js', 'package-lock.json');
});

test('format writes single quotes, commas at the ends and lines of 100 columns', async () => {
  assert.ok(WIDE.length > 88 && WIDE.length < 100);
  const { folder } = await script(copy({ 'src/planted/ugly.ts': UGLY, 'src/planted/wide.ts': WIDE }), 'format');
  const text = (path) => readFileSync(join(folder, path), 'utf8').replaceAll(';', '');
  assert.equal(text('src/planted/ugly.ts'), NEAT.replaceAll(';', ''));
  assert.equal(text('src/planted/wide.ts'), WIDE.replaceAll(';', ''));
});

// ---- types

const TYPED = {
  ...FOR_COMPILER,
  'local.ts': 'export function moor(): number {\n  const unused = 4;\n  return 2;\n}\n',
  'parameter.ts': 'export const moor = (depth: number): number => 2;\n',
  'through.ts': 'export function word(depth: number): string {\n  let found = \'\';\n  switch (depth) {\n    case 1:\n'
    + "      found = 'one';\n    case 2:\n      found = 'two';\n      break;\n    default:\n      found = 'many';\n  }\n  return found;\n}\n",
  'deep/alias.ts': "import type { Shape } from '@/planted/shape';\n\nexport const keel: Shape = { length: 4 };\n",
};
const typed = once(() => script(copy(below('src/planted', TYPED)), 'typecheck'));

test('typecheck refuses a parameter without a type', async () => refused(await typed(), 'planted/any.ts'));

test('typecheck refuses an element of an array that may be missing', async () => refused(await typed(), 'planted/element.ts'));

test('typecheck refuses an override that is not called one', async () => refused(await typed(), 'planted/override.ts'));

test('typecheck refuses unused locals and parameters', async () =>
  refused(await typed(), 'planted/local.ts', 'planted/parameter.ts'));

test('typecheck refuses a case that falls through', async () => refused(await typed(), 'planted/through.ts'));

test('typecheck refuses a type that is imported as a value', async () => refused(await typed(), 'planted/types.ts'));

test('typecheck follows the alias', async () => {
  refused(await typed(), 'planted/types.ts');
  unnamed(await typed(), 'deep/alias.ts');
});

test('typecheck looks at the configuration of Vite', async () => {
  const config = ['vite.config.ts', 'vite.config.mts'].find((name) => existsSync(join(APP, name)));
  assert.ok(config, 'there is no vite.config.ts');
  const text = readFileSync(join(APP, config), 'utf8');
  refused(await script(copy({ [config]: `${text}\nexport const depth: number = 'deep';\n` }), 'typecheck'), config);
});

// ---- build

const built = once(() => script(copy(), 'build'));

test('build writes the page, and source maps of the shell', async () => {
  passed(await built());
  const folder = join((await built()).folder, 'dist');
  const maps = hashes(folder).map(([path]) => path).filter((path) => path.endsWith('.js.map'));
  assert.ok(existsSync(join(folder, 'index.html')));
  assert.ok(maps.some((path) => readFileSync(join(folder, path), 'utf8').includes('src/App.tsx')), `maps: ${maps}`);
});

test('Two builds have equal bytes', async () => {
  passed(await built());
  const again = await script(copy(), 'build');
  assert.deepEqual(hashes(join(again.folder, 'dist')), hashes(join((await built()).folder, 'dist')));
});

test('build follows the alias', async () => {
  const entry = readFileSync(join(APP, 'src/main.tsx'), 'utf8');
  const shape = "export const keel = 'north of the pier';\n";
  const { code, said, folder } = await script(copy({
    'src/planted/keel.ts': shape, 'src/main.tsx': `import { keel } from '@/planted/keel';\n${entry}\ndocument.title = keel;\n`,
  }), 'build');
  passed({ code, said });
  const bundle = hashes(join(folder, 'dist')).map(([path]) => path).filter((path) => path.endsWith('.js'));
  assert.ok(bundle.some((path) => readFileSync(join(folder, 'dist', path), 'utf8').includes('north of the pier')));
});

test('build stops at an error of types', async () => {
  refused(await script(copy({ 'src/planted/wrong.ts': "export const depth: number = 'deep';\n" }), 'build'), 'wrong.ts');
});

// ---- tests

const ROOT = /<div[^>]*\bid=["'](\w+)/.exec(readFileSync(join(APP, 'index.html'), 'utf8'))?.[1] ?? 'root';
const TESTS = {
  [beside('dom', 'tsx')]: `
    import { render, screen } from '@testing-library/react';
    import { expect, it, vi } from 'vitest';
    const berth = { name: () => 'north' };
    it('has a DOM and its matchers', () => {
      render(<button disabled>Moor</button>);
      expect(navigator.userAgent).toContain('jsdom');
      expect(screen.getByRole('button', { name: 'Moor' })).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Moor' })).toBeDisabled();
    });
    it('replaces a function', () => {
      vi.spyOn(berth, 'name').mockReturnValue('south');
      expect(berth.name()).toBe('south');
    });
    it('has the function again', () => {
      expect(berth.name()).toBe('north');
    });
    it('is red', () => {
      expect(1).toBe(2);
    });
  `,
  [beside('shell', 'tsx')]: `
    import { cleanup, render, screen } from '@testing-library/react';
    import { afterEach, beforeEach, expect, it, vi } from 'vitest';
    beforeEach(() => { vi.resetModules(); vi.stubEnv('VITE_API_BASE_URL', 'http://localhost/desk'); });
    afterEach(() => { cleanup(); vi.unstubAllEnvs(); document.body.innerHTML = ''; });
    const load = async () => {
      const all: Record<string, any> = await import('@/App');
      return all.default ?? all.App;
    };
    it('shows the title of the environment', async () => {
      vi.stubEnv('VITE_APP_TITLE', 'Quay of Assay');
      const App = await load();
      render(<App />);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Quay of Assay');
    });
    it('shows its own title by default', async () => {
      vi.stubEnv('VITE_APP_TITLE', undefined);
      const App = await load();
      render(<App />);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Harbour Console');
    });
    it('starts in the element of the page', async () => {
      document.body.innerHTML = '<div id="${ROOT}"></div>';
      await import('@/main');
      expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    });
    it('refuses a page without the element', async () => {
      await expect(import('@/main')).rejects.toThrow(/^(?!.*Target container)/);
    });
    it('names the variable that is missing', async () => {
      vi.stubEnv('VITE_API_BASE_URL', undefined);
      const said: string[] = [];
      const tried = async (work: () => unknown) => { try { await work(); } catch (error) { said.push(String(error)); } };
      await tried(async () => {
        for (const each of Object.values<any>(await import('@/config/env'))) {
          if (typeof each === 'function') {
            for (const words of [[], [import.meta.env], ['VITE_API_BASE_URL']]) await tried(() => each(...words));
            await tried(() => new each());
          }
          for (let of = each; of && of !== Object.prototype; of = Object.getPrototypeOf(of)) {
            for (const name of Object.getOwnPropertyNames(of)) await tried(() => each[name]);
          }
        }
      });
      expect(said.join()).toContain('VITE_API_BASE_URL');
    });
  `,
};
const tested = once(async () => {
  const ran = await script(copy(TESTS), 'test', '--reporter=json', '--outputFile=planted.json');
  const report = join(ran.folder, 'planted.json');
  const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  const results = files.flatMap((file) => file.assertionResults);
  const said = [ran.said, ...files.map((file) => file.message)].join('\n');
  const delivered = files.filter((file) => !file.name.includes('planted-'));
  return { ...ran, said, delivered, results: new Map(results.map((each) => [each.title, each])) };
});

async function green(...titles) {
  const { results, said } = await tested();
  for (const title of titles) {
    const found = results.get(title);
    assert.equal(found?.status, 'passed', found?.failureMessages?.join('\n').slice(0, 400) ?? said.slice(-400));
  }
}

test('Tests have jsdom and the matchers of jest-dom', () => green('has a DOM and its matchers'));

test('Mocks are restored between tests', () => green('replaces a function', 'has the function again'));

test('test runs once, and a red test fails it', async () => {
  const { code, results } = await tested();
  assert.equal(results.get('is red')?.status, 'failed');
  assert.ok(code, `it ended with the code ${code}`);
  const { folder } = await script(noted(), 'test');
  const configs = readdirSync(APP).filter((name) => /^vite(st)?\.config\./.test(name));
  const isOff = configs.some((name) => /watch:\s*false/.test(readFileSync(join(APP, name), 'utf8')));
  assert.ok(isOff || /^vitest (run\b|.*--(run\b|no-watch|watch[= ]false))/m.test(calls(folder)), calls(folder));
});

test('The shell shows the title of the environment as its only h1', () => green('shows the title of the environment'));

test('Without a title the shell shows Harbour Console', () => green('shows its own title by default'));

test('The entry starts the shell in the element of the page', () => green('starts in the element of the page'));

test('The entry refuses a page without the element', () =>
  green('starts in the element of the page', 'refuses a page without the element'));

test('A missing base URL is an error that names the variable', () => green('names the variable that is missing'));

/** Forty functions, of which a test calls half, and takes one of the two branches of each. */
const deep = Array.from({ length: 40 }, (_, at) =>
  `export function deep${at}(depth: number): number {\n  return depth > ${at} ? depth : ${at};\n}\n`).join('\n');
const covered = once(() => script(copy({
  'src/planted/uncovered.ts': deep,
  'src/planted/half.ts': deep,
  'src/planted/shape.d.ts': 'export declare const deep: number;\n',
  [beside('one', 'ts')]: "import { expect, it } from 'vitest';\nimport * as half from '@/planted/half';\n\n"
    + "it('is green', () => {\n  for (const each of Object.values(half).slice(0, 20)) expect(each(-1)).toBeGreaterThan(-1);\n});\n",
}), 'test:coverage'));

test('test:coverage passes on what was delivered', async () => passed(await script(copy(), 'test:coverage')));

test('A coverage below 80 % is refused', async () => {
  const { said } = await covered();
  refused(await covered());
  for (const kind of ['lines', 'functions', 'branches', 'statements']) {
    assert.match(said, new RegExp(`${kind} \\([\\d.]+%\\) does not meet .*threshold \\(80%\\)`));
  }
});

test('Coverage counts what no test imports, and leaves out tests, declarations and the entry', async () => {
  const report = join((await covered()).folder, 'coverage/lcov.info');
  assert.ok(existsSync(report), 'there is no coverage/lcov.info');
  const counted = readFileSync(report, 'utf8').split('\n').filter((line) => line.startsWith('SF:'));
  assert.ok(counted.some((line) => line.endsWith('planted/uncovered.ts')), counted.join());
  const wrong = counted.filter((line) => /\.test\.tsx?$|\.d\.ts$|main\.tsx$|\.config\.\w+$|set-?up/i.test(line));
  assert.deepEqual(wrong, []);
  assert.ok((await covered()).said.includes('uncovered.ts'), 'there is no report as text');
});

// ---- dev server

/** Runs `npm run dev` in a copy, and asks for addresses once the server listens. */
function served(planted, addresses, environment = {}) {
  return serving(copy(planted), environment, ['npm', 'run', '--silent', 'dev'], () => Promise.all(addresses.map(async (address) => {
    const reply = await fetch(`http://localhost:${PORT}${address}`, { headers: { accept: 'text/html' } });
    return { status: reply.status, text: await reply.text() };
  })));
}

/** Listens on a port while the work is done. */
async function listening(port, work) {
  const server = createServer((request, response) => response.end(`${port} was asked for ${request.url}`));
  await new Promise((resolve) => { server.listen(port, resolve); });
  try {
    return await work();
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => { server.close(resolve); });
  }
}

test('dev listens on 5180, and its page works without further set-up', async () => {
  const [page, { text }] = await served({}, ['/', '/src/config/env.ts']);
  assert.equal(page.status, 200);
  assert.match(page.text, /src\/main\.tsx/);
  assert.match(text, /"VITE_API_BASE_URL":\s*"[^"]/);
});

test('dev fails if its port is taken', async () => {
  refused(await listening(PORT, () => ran(copy(), { environment: ENV, longest: DEV_MS }, 'npm', 'run', '--silent', 'dev')), String(PORT));
});

test('dev forwards /api to localhost:8080', async () => {
  const [{ text }] = await listening(8080, () => served({}, ['/api/berths?pier=2']));
  assert.match(text, /^8080 was asked for \/(api\/)?berths\?pier=2$/);
});

test('dev forwards /api to API_PROXY_TARGET of the shell', async () => {
  const shell = { API_PROXY_TARGET: 'http://localhost:8124' };
  const [{ text }] = await listening(8124, () => served({}, ['/api/berths'], shell));
  assert.match(text, /^8124 was asked for \/(api\/)?berths$/);
});

test('dev forwards /api to API_PROXY_TARGET of an .env file', async () => {
  const planted = { '.env.development.local': 'API_PROXY_TARGET=http://localhost:8123\n' };
  const [{ text }] = await listening(8123, () => served(planted, ['/api/berths']));
  assert.match(text, /^8123 was asked for \/(api\/)?berths$/);
});

// ---- what calls the tools

/** A copy in which each tool only notes its call, and the one named by `red` fails. */
function noted(red = '') {
  const folder = noting(copy(), ['eslint', 'prettier', 'tsc', 'vite', 'vitest', 'lint-staged', 'husky'], red);
  mkdirSync(join(folder, '.husky/_'), { recursive: true });
  writeFileSync(join(folder, '.husky/_/husky.sh'), '');
  return folder;
}

test('check runs format check, lint, type check, and tests with coverage', async () => {
  const ran = await script(noted(), 'check');
  passed(ran);
  for (const call of [/^prettier .*(--check|-c)\b/m, /^eslint /m, /^tsc /m, /^vitest .*coverage/m]) {
    assert.match(calls(ran.folder), call);
  }
});

test('check fails if one of its parts does', async () => {
  passed(await script(noted(), 'check'));
  for (const tool of ['prettier', 'eslint', 'tsc', 'vitest']) refused(await script(noted(tool), 'check'));
});

test('The hook before a commit runs lint-staged', async () => {
  const folder = noted();
  assert.ok(existsSync(join(folder, '.husky/pre-commit')), 'there is no .husky/pre-commit');
  passed(await run(folder, 'sh', '-e', '.husky/pre-commit'));
  assert.match(calls(folder), /^lint-staged/m);
});

test('The commands of the workflow exist, and run all five checks', async () => {
  const folder = noted();
  const lines = commands(folder).replaceAll(/\$\{\{[^}]*\}\}/g, 'x');
  passed(await run(folder, 'bash', '-e', '-c', lines));
  const building = await script(noted(), 'build');
  const checks = (where) => calls(where).split('\n').filter((call) => call.startsWith('tsc')).length;
  assert.ok(checks(folder) > checks(building.folder), `the types are not checked by themselves: ${calls(folder)}`);
  for (const call of [/^prettier .*(--check|-c)\b/m, /^eslint /m, /^tsc /m, /^vitest .*coverage/m, /^vite build/m]) {
    assert.match(calls(folder), call);
  }
});

test('Each job of the matrix keeps its coverage report under a name of its own', () => {
  const { jobs } = parse(readFileSync(join(APP, '.github/workflows/ci.yml'), 'utf8'));
  const keeps = (job) => (job.steps ?? []).filter(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
  assert.ok(Object.values(jobs).some((job) => keeps(job).length > 0), 'no report is kept');
  for (const step of Object.values(jobs).filter((job) => job.strategy?.matrix).flatMap(keeps)) {
    const isOnce = /\bmatrix\./.test(String(step.if ?? '')) || String(step.with?.overwrite) === 'true';
    assert.ok(isOnce || /\$\{\{(?!\s*(github|runner)\.)/.test(step.with?.name ?? ''), `all are named ${step.with?.name ?? 'artifact'}`);
  }
});

// ---- all of it

test('A fresh install is linted, type-checked, tested, built and committed', async () => {
  fits();
  passed(await clean());
  refused(await typed(), 'planted/any.ts');
  const { delivered, said } = await tested();
  assert.ok(delivered.length > 0 && delivered.every((file) => file.status === 'passed'), said.slice(-400));
  passed(await built());
  assert.ok(existsSync(join((await built()).folder, 'dist/index.html')), 'there is no page');
  passed(await script((await built()).folder, 'lint'));
  await hooked();
});
