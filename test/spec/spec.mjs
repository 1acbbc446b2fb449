// `npm run spec`: which rows of the requirement register are proven by tests that passed on what they reach now, which are
// answered as not applicable, and what is missing per area. `--json` prints only {"total","proven","notApplicable"}.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const { createClosures } = require('../reporters/closure.cjs');
const { fileOf, readResults } = require('../reporters/results.cjs');
const { judge, report } = require('./judge.cjs');
const here = dirname(fileURLToPath(import.meta.url));

const read = (/** @type {string} */ name) => readFileSync(join(here, name), 'utf8');
const closures = createClosures();
const verdict = judge({
  register: read('requirements.tsv'),
  notApplicable: read('not-applicable.tsv'),
  results: readResults(),
  reachOf: (name) => closures.hashOf(fileOf(name)),
});
const { errors, proven, notApplicable, requirements } = verdict;
if (process.argv.includes('--json'))
  console.log(JSON.stringify({ total: requirements.length, proven, notApplicable }));
else console.log(report(verdict));
for (const error of errors) console.error(`spec: ${error}`);
process.exitCode = errors.length > 0 ? 1 : 0;
