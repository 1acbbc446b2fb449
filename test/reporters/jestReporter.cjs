// Jest's side of the results (results.cjs). Shows nothing itself.
const { currentTree, record } = require('./results.cjs');

const statuses = { passed: 'passed', failed: 'failed' };

module.exports = class JestReporter {
  onRunStart() {
    this.tree = currentTree();
  }

  onRunComplete(_contexts, results) {
    const tests = results.testResults.flatMap((suite) =>
      suite.testResults.map(({ title, status }) => ({
        file: suite.testFilePath,
        title,
        status: statuses[status] ?? 'skipped',
      })),
    );
    const broken = results.testResults
      .filter((suite) => suite.testExecError)
      .map((suite) => suite.testFilePath);
    record('jest', this.tree, tests, broken);
  }
};
