// The reporters count what did not run as failures, and ask git for names alone.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

interface Recorded {
  readonly run: string;
  readonly tests: { readonly title: string; readonly status: string }[];
  readonly broken: string[];
}
const recorded: Recorded[] = [];

jest.mock('../reporters/results.cjs', () => ({
  root: '/root',
  record: (run: string, _: unknown, tests: Recorded['tests'], { broken }: { broken: string[] }) =>
    void recorded.push({ run, tests, broken }),
}));
jest.mock('../reporters/closure.cjs', () => ({
  createClosures: () => ({ hashAll: () => undefined }),
}));

beforeEach(() => void recorded.splice(0));
const statuses = (): string[] => recorded.flatMap(({ tests }) => tests.map(({ status }) => status));

test('Jest: a suite that did not start is one failure', async () => {
  const { default: Reporter } = await import('../reporters/jestReporter.cjs');
  const reporter = new Reporter();
  reporter.onRunStart();
  reporter.onRunComplete(null, {
    testResults: [
      {
        testFilePath: '/a.test.ts',
        testExecError: new Error('no'),
        testResults: [],
        perfStats: {},
      },
      {
        ...{ testFilePath: '/b.test.ts', perfStats: { runtime: 5 } },
        testResults: ['passed', 'failed', 'pending'].map((status) => ({ title: status, status })),
      },
    ],
  });
  expect(statuses()).toEqual(['passed', 'failed', 'skipped']);
  expect(recorded[0]?.broken).toEqual(['/a.test.ts']);
});

test('Playwright: a test that never ran is a failure, one that was to be skipped is none', async () => {
  const { default: Reporter } = await import('../reporters/playwrightReporter.cjs');
  const reporter = new Reporter();
  const one = (outcome: string, expectedStatus: string, ...ran: string[]) => ({
    ...{ title: outcome, location: { file: '/a.spec.ts' }, expectedStatus },
    ...{ outcome: () => outcome, results: ran.map((status) => ({ status })) },
  });
  reporter.onError({ location: { file: '/broken.spec.ts' } });
  jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
  reporter.onBegin(
    { metadata: {} },
    {
      allTests: () => [
        one('expected', 'passed', 'passed'),
        one('unexpected', 'passed', 'failed'),
        one('skipped', 'skipped', 'skipped'),
        one('skipped', 'passed'),
        one('expected', 'passed'),
      ],
    },
  );
  reporter.onEnd();
  jest.restoreAllMocks();
  expect(statuses()).toEqual(['passed', 'failed', 'skipped', 'failed', 'failed']);
  expect(recorded[0]?.broken).toEqual(['/broken.spec.ts']);
});

test('git is asked for the names of files and for nothing else', () => {
  const folder = join(__dirname, '../reporters');
  const text = readdirSync(folder)
    .filter((name) => name.endsWith('.cjs'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  expect(text.match(/['"`]git['"`]/g)).toHaveLength(1);
  expect(text).toContain("['ls-files', '-z', '--cached', '--others', '--exclude-standard']");
});
