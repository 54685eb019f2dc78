import { writeFileSync, unlinkSync } from 'node:fs';
const places = ['@ROOT@', '/toolchain', '/deps', '/deps/node_modules', '/node', '/usr', '/etc', '/proc/sys/kernel'];
for (const place of places) {
  try { writeFileSync(`${place}/planted`, 'x'); console.log('WROTE', place); } catch (error) { console.log(error.code); }
}
try { unlinkSync('@ROOT@/params.yaml'); console.log('REMOVED'); } catch (error) { console.log(error.code); }
process.exit(1);
