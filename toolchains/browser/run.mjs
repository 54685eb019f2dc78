// Runs the behaviours of one program: a static server (or a bridge to the program's own), then Playwright.
// Trusted code in a sandbox of its own. An answer's files are only served from here, never run.
import { spawn } from 'node:child_process';
import { createReadStream, existsSync, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createBridge } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';

const PORT = 4173;
const SITE = '/site';
const SOCKET = '/socket/program.sock';
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

function bridge() {
  return createBridge((client) => {
    const program = connect(SOCKET);
    client.on('error', () => program.destroy());
    program.on('error', () => client.destroy());
    client.pipe(program).pipe(client);
  });
}

const server = existsSync(SOCKET) ? bridge() : serveFiles();
server.listen(PORT, '127.0.0.1', () => {
  const words = ['/node_modules/@playwright/test/cli.js', 'test', '--config', '/runner/playwright.config.mjs'];
  const tests = spawn(process.execPath, [...words, ...process.argv.slice(2)], { stdio: 'inherit' });
  tests.on('close', (code) => process.exit(code ?? 1));
});
