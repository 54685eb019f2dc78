// For cases that call the scripts of a delivered project: each works in a copy, in which something is planted.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync,
  symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const APP = process.cwd();
const LONGEST_MS = 45_000;
const PATIENCE_MS = 25_000;
/** What is begun later is ended at once: what the sandbox itself stops leaves no report. */
const ENDS = Date.now() + 215_000;

/** Plugins that are configured differently by version: what the toolchain has beside the newest, by the declared version. */
const OTHERS = [['eslint-plugin-react-hooks', /^\D*([56])\b/], ['eslint-plugin-react-refresh', /^\D*(0\.5)\b/]];
const manifests = readdirSync(APP, { recursive: true }).filter((path) => /^(?!.*node_modules).*package\.json$/.test(path));
export const declared = Object.assign({}, ...manifests.map((path) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(APP, path), 'utf8'));
  return { ...dependencies, ...devDependencies };
}));
const swapped = OTHERS.flatMap(([name, versions]) => {
  const found = versions.exec(declared[name] ?? '');
  return found ? [[name, `${name}-${found[1]}`]] : [];
});

/** A copy of the project without these cases, with the planted files: their texts by path. */
export function copy(planted = {}) {
  const folder = mkdtempSync('/tmp/project-');
  const kept = (path) => !path.startsWith(join(APP, 'assaycases')) && !path.startsWith(join(APP, '.assay-tests'));
  cpSync(APP, folder, { recursive: true, verbatimSymlinks: true, filter: kept });
  linkOwn(folder, join(folder, 'node_modules'));
  for (const [name, other] of swapped) {
    rmSync(join(folder, 'node_modules', name));
    symlinkSync(realpathSync(join(APP, 'node_modules', other)), join(folder, 'node_modules', name));
  }
  plant(folder, planted);
  return folder;
}

/** The packages of the project's own workspaces lead to the copy. */
function linkOwn(folder, modules) {
  for (const name of readdirSync(modules)) {
    const path = join(modules, name);
    const link = lstatSync(path);
    if (link.isDirectory()) linkOwn(folder, path);
    if (!link.isSymbolicLink() || !readlinkSync(path).startsWith(`${APP}/`)) continue;
    const place = readlinkSync(path).slice(APP.length);
    rmSync(path);
    symlinkSync(join(folder, place), path);
  }
}

export function plant(folder, planted) {
  for (const [path, text] of Object.entries(planted)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function begun(folder, environment, command, words) {
  const path = `${folder}/planted-bin:${folder}/node_modules/.bin:${process.env.PATH}`;
  return spawn(command, words, { cwd: folder, env: { ...process.env, CI: '', PATH: path, ...environment }, detached: true });
}

/** Runs a command to its end. What runs for too long has the code null. */
export function run(folder, { environment = {}, longest = LONGEST_MS }, command, ...words) {
  return new Promise((resolve) => {
    const child = begun(folder, environment, command, words);
    let said = '';
    const ends = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), Math.max(1, Math.min(longest, ENDS - Date.now())));
    child.stdout.on('data', (text) => { said += text; });
    child.stderr.on('data', (text) => { said += text; });
    child.on('close', (code) => {
      clearTimeout(ends);
      resolve({ code, said: said.replaceAll(/\u001B\[[\d;]*m/g, ''), folder });
    });
  });
}

/** Runs a command that does not end, until the work on what it serves is done. The work is tried until the server answers. */
export async function served(folder, environment, command, work) {
  const child = begun(folder, environment, command[0], command.slice(1));
  let said = '';
  child.stdout.on('data', (text) => { said += text; });
  child.stderr.on('data', (text) => { said += text; });
  const closed = new Promise((resolve) => { child.on('close', (code, signal) => resolve({ code, signal })); });
  try {
    for (const ends = Math.min(ENDS, Date.now() + PATIENCE_MS); Date.now() < ends && child.exitCode === null; await pause(200)) {
      try {
        return await work(child, closed);
      } catch (error) {
        if (!(error instanceof TypeError && error.message === 'fetch failed')) throw error;
      }
    }
    return assert.fail(`nothing listens: ${told(said, 400)}`);
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGKILL');
      await closed;
    }
  }
}

/** Files to plant, each with one thing wrong: what lint refuses, and what the compiler does. Nothing is wrong with the shape. */
const SHAPE = { 'shape.ts': 'export interface Shape {\n  length: number;\n}\n' };
export const AS_VALUES = { ...SHAPE, 'types.ts': "import { Shape } from './shape.js';\n\nexport const keel: Shape = { length: 4 };\n" };
export const FOR_LINT = {
  ...AS_VALUES,
  'Hook.tsx': "import { useState } from 'react';\n\nexport function Hook({ open }: { open: boolean }) {\n  if (open) {\n"
    + '    const [count] = useState(1);\n    return <p>{count}</p>;\n  }\n  return null;\n}\n',
  'promise.ts': 'async function moor(): Promise<void> {\n  await Promise.resolve();\n}\n\n'
    + 'export function start(): void {\n  moor();\n}\n',
};
export const FOR_COMPILER = {
  ...AS_VALUES,
  'any.ts': 'export const moor = (depth) => String(depth);\n',
  'element.ts': 'export const first = (depths: number[]): number => depths[0];\n',
  'override.ts': 'class Berth {\n  depth(): number {\n    return 4;\n  }\n}\n\n'
    + 'export class Deep extends Berth {\n  depth(): number {\n    return 9;\n  }\n}\n',
};

/** These files, below a folder. */
export const below = (folder, files) => Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

/** A function whose work is done once, for several cases. */
export function once(work) {
  let result;
  return () => (result ??= work());
}

/** The end of what a command said, with what it lacks. */
function told(said, most) {
  return `${/Cannot find (?:package|module) \S+/.exec(said)?.[0] ?? ''}\n${said.slice(-most)}`;
}

export function passed({ code, said }) {
  assert.equal(code, 0, told(said, 500));
}

export function refused({ code, said }, ...named) {
  assert.ok(code, `it ended with the code ${code}: ${told(said, 300)}`);
  for (const name of named) assert.ok(said.includes(name), `it does not name ${name}: ${told(said, 400)}`);
}

export function unnamed({ said }, ...names) {
  for (const name of names) {
    const line = said.split('\n').find((each) => each.includes(name));
    assert.equal(line, undefined, `it names ${name}`);
  }
}

/** The hash of each file of a folder, by path. */
export function hashes(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = files.map((each) => join(each.parentPath, each.name)).sort();
  return paths.map((path) => [path.slice(folder.length), createHash('sha256').update(readFileSync(path)).digest('hex')]);
}

const NOTES = 'calls.txt';
const NPM = '#!/bin/sh\ncase "$1" in ci|install|i) exit 0 ;; esac\nexec /toolchain/bin/npm "$@"\n';

/** In the copy these tools, git and corepack only note their calls, and the one named by `red` fails. npm installs nothing. */
export function noting(folder, tools, red) {
  const bin = join(folder, 'node_modules/.bin');
  const linked = readdirSync(bin).map((name) => [name, join(realpathSync(bin), name)]);
  rmSync(bin);
  mkdirSync(bin);
  for (const [name, path] of linked) if (!tools.includes(name)) symlinkSync(path, join(bin, name));
  for (const name of [...tools, 'git', 'corepack']) {
    const text = `#!/bin/sh\necho "${name} $*" >> ${folder}/${NOTES}\n${red === name ? 'exit 1' : 'exit 0'}\n`;
    writeFileSync(join(bin, name), text, { mode: 0o755 });
  }
  mkdirSync(join(folder, 'planted-bin'));
  writeFileSync(join(folder, 'planted-bin/npm'), NPM, { mode: 0o755 });
  return folder;
}

/** The calls that were noted, a line for each. */
export const calls = (folder) => (existsSync(join(folder, NOTES)) ? readFileSync(join(folder, NOTES), 'utf8') : '');

/** What the steps of the project's workflow run, as lines of a shell. */
export function commands(folder) {
  const { parse } = createRequire('/deps/node_modules/')('yaml');
  const workflow = parse(readFileSync(join(folder, '.github/workflows/ci.yml'), 'utf8'));
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps ?? []);
  return steps.map((step) => step.run ?? '').join('\n');
}
