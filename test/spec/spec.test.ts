// The judge of `npm run spec`: what counts as proven, and what is refused.
import { judge as judgeResults } from './judge.cjs';
import { idsOf } from '../reporters/results.cjs';

const register = [
  'id\tarea\tstatement',
  'CHAT-1.1\ta\tx',
  'CHAT-1.2\ta\ty',
  'CHAT-9.20\tb\tz',
].join('\n');

const judge = (
  tests: { title: string; status: string }[],
  { reach = 'T', notApplicable = 'id\treason' } = {},
) => {
  const files = {
    'test/a.test.ts': {
      reach: 'T',
      tests: tests.map((one) => ({ ...one, ids: idsOf(one.title) })),
    },
  };
  return judgeResults({ register, notApplicable, results: { files }, reachOf: () => reach });
};

test('only ids at the start of a passed title are proven, and none that failed elsewhere', () => {
  const { proven, errors } = judge([
    { title: 'CHAT-1.1 CHAT-1.2 both', status: 'passed' },
    { title: 'CHAT-1.2 again', status: 'failed' },
    { title: 'mentions CHAT-9.20 later', status: 'passed' },
    { title: 'CHAT-9.20 skipped', status: 'skipped' },
  ]);
  expect({ proven, errors }).toEqual({ proven: ['CHAT-1.1'], errors: [] });
});

test('results of what has changed since, too many ids and unknown ids are refused', () => {
  expect(judge([{ title: 'CHAT-1.1 x', status: 'passed' }], { reach: 'U' })).toMatchObject({
    proven: [],
    errors: [expect.stringContaining('since they ran')],
  });
  const { errors, proven } = judge([
    { title: 'CHAT-1.1 CHAT-1.2 CHAT-9.20 CALL-1.1 x', status: 'passed' },
    { title: 'CALL-1.1 x', status: 'passed' },
  ]);
  expect(proven).toEqual([]);
  expect(errors).toEqual([
    expect.stringContaining('more than 3 ids'),
    expect.stringContaining('CALL-1.1 is not in the register'),
  ]);
});

test('not applicable is a closed list', () => {
  const notApplicable = 'id\treason\nCHAT-9.20\tbettered\nCHAT-1.1\tlazy';
  expect(judge([], { notApplicable })).toMatchObject({
    notApplicable: ['CHAT-9.20'],
    errors: [expect.stringContaining('CHAT-1.1 is not in the closed list')],
  });
});
