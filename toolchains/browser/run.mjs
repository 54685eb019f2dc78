// Runs the behaviours of one program: a static server (or a bridge to the program's own), then Playwright.
// Trusted code in a sandbox of its own. An answer's files are only served from here, never run.
// Round 1 tries every behaviour. Round 2 tries failed ones again in a fresh browser, with twice the time: the first
// AGAIN of them, and one if round 1 ended early (watch.mjs). If none of these passes, the rest would not either. If one
// does, round 3 tries the rest. Round 4 is the third try of those that failed and then passed. Each round has a socket of
// its own, behind which a server begins afresh. Its arguments are Playwright's; `--retries 0` means round 1 alone.
import { spawn } from 'node:child_process';
import { createReadStream, existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { connect, createServer as createBridge } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PORT = 4173;
const SITE = '/site';
const SOCKETS = '/socket';
const STOPPED = '/app/stopped.json';
const AGAIN = 4;
const ANSWERS_MS = 20_000;
const OPTIONS = process.argv.slice(2);
const RETRIES = !OPTIONS.join(' ').includes('--retries 0');
const LEAST_MS = 10_000;
const ENDS = Date.now() + Number(process.env.ASSAY_SECONDS) * 1000;
const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8', '.svg': 'image/svg+xml', '.png': 'image/png',
  '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.gif': 'image/gif', '.webp': 'image/webp',
  '.ico': 'image/x-icon', '.woff2': 'font/woff2', '.woff': 'font/woff', '.ttf': 'font/ttf',
  '.mp3': 'audio/mpeg', '.wav': 'audio/wav', '.ogg': 'audio/ogg', '.wasm': 'application/wasm',
  '.map': 'application/json', '.txt': 'text/plain; charset=utf-8',
};

/** The file for an address; index.html for a page of a single-page application; null for none. */
function fileFor(address) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
  } catch {
    return null;
  }
  const wanted = normalize(join(SITE, path));
  const candidates = [wanted, join(wanted, 'index.html')];
  if (!extname(path)) candidates.push(join(SITE, 'index.html'));
  for (const candidate of candidates) {
    if (!existsSync(candidate) || !statSync(candidate).isFile()) continue;
    const real = realpathSync(candidate);
    if (real.startsWith(SITE + sep)) return real;
  }
  return null;
}

function serveFiles() {
  return createServer((request, response) => {
    const file = fileFor(request.url ?? '/');
    if (file === null || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(file === null ? 404 : 405).end();
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
      'cache-control': 'no-store',
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
  });
}

let now = 1;
const socket = () => join(SOCKETS, `${now}.sock`);

function bridge() {
  return createBridge((client) => {
    const program = connect(socket());
    client.on('error', () => program.destroy());
    program.on('error', () => client.destroy());
    client.pipe(program).pipe(client);
  });
}

/** Waits until the program gives any reply. Returns why it does not; '' if it does. */
async function silence() {
  const ends = Date.now() + ANSWERS_MS;
  while (Date.now() < ends) {
    const error = await new Promise((resolve) => {
      const asked = get({ socketPath: socket(), path: '/', timeout: ends - Date.now() }, (reply) => {
        reply.destroy();
        resolve(null);
      });
      asked.on('timeout', () => asked.destroy(new Error('no reply')));
      asked.on('error', resolve);
    });
    if (error === null) return '';
    if (error.code === 'ECONNREFUSED') return 'the program does not accept requests';
    await pause(100);
  }
  return `the program did not answer its first request within ${ANSWERS_MS / 1000} s`;
}

/** One round of Playwright. `chosen`: behaviours as `file:line`; all of them if there are none. */
async function round(number, chosen) {
  now = number;
  const reason = existsSync(SOCKETS) ? await silence() : '';
  if (reason) {
    if (number === 1) writeFileSync(STOPPED, JSON.stringify({ reason }));
    return results(number);
  }
  const words = ['/node_modules/@playwright/test/cli.js', 'test', '--config', '/runner/playwright.config.mjs'];
  const env = {
    ...process.env,
    ASSAY_ROUND: String(number),
    ASSAY_SLOWER: number === 1 ? '1' : '2',
    ASSAY_SECONDS: String(Math.max(1, (ENDS - Date.now()) / 1000)),
  };
  return new Promise((resolve) => {
    const tests = spawn(process.execPath, [...words, ...chosen, ...OPTIONS, '--retries', '0'], { stdio: 'inherit', env });
    tests.on('close', () => resolve(results(number)));
  });
}

/** The behaviours of a round by what became of them, each as `file:line`. */
function results(number) {
  const found = { passed: [], failed: [], open: [] };
  const path = `/app/report-${number}.json`;
  const suites = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).suites : [];
  for (const suite of suites) {
    for (const spec of suite.specs) {
      const last = spec.tests[0].results.at(-1)?.status;
      const kind = last === 'passed' ? 'passed' : ['failed', 'timedOut'].includes(last) ? 'failed' : 'open';
      found[kind].push(`${spec.file}:${spec.line}`);
    }
  }
  return found;
}

async function behaviours() {
  const first = await round(1, []);
  if (!RETRIES) return;
  const again = first.failed.slice(0, existsSync(STOPPED) ? 1 : AGAIN);
  if (again.length === 0 || Date.now() > ENDS - LEAST_MS) return;
  const second = await round(2, again);
  const rest = [...first.failed.slice(again.length), ...first.open];
  const third = second.passed.length > 0 && rest.length > 0 ? await round(3, rest) : results(3);
  const wavering = [...second.passed, ...third.passed.filter((each) => first.failed.includes(each))];
  if (wavering.length > 0 && Date.now() < ENDS - LEAST_MS) await round(4, wavering);
}

const server = existsSync(SOCKETS) ? bridge() : serveFiles();
server.listen(PORT, '127.0.0.1', async () => {
  await behaviours();
  process.exit(0);
});
