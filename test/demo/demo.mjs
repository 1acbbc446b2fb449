// Entry of `npm run demo`: says which host runs the app, then runs the TypeScript of the tour under plain Node.
import { createRequire } from 'node:module';
import { resolveElectron } from '../../build/setup/electron.mjs';

const require = createRequire(import.meta.url);
const { label, env, args } = await resolveElectron();
Object.assign(process.env, env, { TRELLIS_ELECTRON_ARGS: args.join(' ') });
process.stdout.write(`Trellis runs in ${label}.\n`);
require('../support/registerSwc.cjs');
require('./demo.ts');
