// The contract as a newcomer meets it: a page with one sentence per area, and area files that are read in one go.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as areas from '#contract/areas/all';
import { engine } from '#contract/engine';
import { merge } from '#contract/wire/merge';

const contract = join(__dirname, '../../preload/contract');
const page = readFileSync(join(contract, 'engine.ts'), 'utf8');

test('the page has at most 60 lines, and one sentence for each area', () => {
  expect(page.split('\n').length - 1).toBeLessThanOrEqual(60);
  const named = [...page.matchAll(/^ \* (\w+) +\S.*\.$/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(areas).sort());
});

test('no file of an area has more than 200 lines', () => {
  const long = readdirSync(join(contract, 'areas'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [
      file,
      readFileSync(join(contract, 'areas', file), 'utf8').split('\n').length - 1,
    ])
    .filter(([, lines]) => Number(lines) > 200);
  expect(long).toEqual([]);
});

test('the contract holds what every area says, and no two areas say the same', () => {
  expect(engine.calls.signIn).toBe(areas.account.calls.signIn);
  expect(engine.values.session).toBe(areas.account.values.session);
  expect(engine.lists.timeline).toBe(areas.timeline.lists.timeline);
  expect(() => merge({ one: areas.account, two: areas.account })).toThrow('is there already');
});
