// `npm run bench`: lets Node require the TypeScript of the bench and starts it. Fails when sides disagree, not when a bar is missed.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('../support/registerSwc.cjs');
const { main } = require('./main.ts');
const { bundleSides } = require('./bundle.cjs');
try {
  process.exitCode = await main(process.argv.slice(2), await bundleSides());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
