import { writeSync } from 'node:fs';
const block = Buffer.alloc(1 << 20, 'x');
for (let n = 0; n < 1024; n += 1) writeSync(1, block);
process.exit(1);
