// Jest's side of the results (results.cjs). Shows nothing itself.
const { createClosures } = require('./closure.cjs');
const { record } = require('./results.cjs');

const statuses = { passed: 'passed', failed: 'failed' };

module.exports = class JestReporter {
  onRunStart() {
    this.before = createClosures();
    this.before.hashAll();
  }

  onRunComplete(_contexts, { testResults }) {
    const tests = testResults.flatMap(({ testFilePath: file, testResults: all }) =>
      all.map(({ title, status }) => ({ file, title, status: statuses[status] ?? 'skipped' })),
    );
    const broken = testResults
      .filter((suite) => suite.testExecError)
      .map((suite) => suite.testFilePath);
    const tookMs = Object.fromEntries(
      testResults.map(({ testFilePath, perfStats }) => [testFilePath, perfStats.runtime ?? 0]),
    );
    record(process.env.TRELLIS_RUN ?? 'jest', this.before, tests, { broken, tookMs });
  }
};
