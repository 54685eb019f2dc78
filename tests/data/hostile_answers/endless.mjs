import { execSync } from 'node:child_process'; execSync('sleep 4332 & sleep 4332');
