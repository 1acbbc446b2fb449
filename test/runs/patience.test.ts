// Each time limit of a test or a hook counts three times, however deep it stands.
import { patient } from './patience.cjs';

test('limits of tests, of hooks and the one of all others count three times', () => {
  const inner = { type: 'describeBlock', hooks: [{ timeout: 20 }], tests: [{}], children: [] };
  const one = { type: 'test', timeout: 10 };
  const outer = { type: 'describeBlock', hooks: [], tests: [one], children: [one, inner] };
  const state = { testTimeout: 1000, rootDescribeBlock: outer };
  const Patient = patient(class {});
  new Patient().handleTestEvent({ name: 'run_start' }, state);
  new Patient().handleTestEvent({ name: 'test_start' }, state);
  expect(state.testTimeout).toBe(3000);
  expect([one.timeout, inner.hooks[0]?.timeout, inner.tests[0]]).toEqual([30, 60, {}]);
});
