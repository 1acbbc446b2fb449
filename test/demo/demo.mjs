// Entry of `npm run demo`: runs the TypeScript of the tour under plain Node.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('../conformance/register.cjs');
require('./demo.ts');
