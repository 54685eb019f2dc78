import { mkdirSync, symlinkSync } from 'node:fs';
mkdirSync('dist');
symlinkSync('@ROOT@/.env', 'dist/index.html');
symlinkSync('/', 'dist/root');
