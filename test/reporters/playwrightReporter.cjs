// Playwright's side of the results (results.cjs). Says in one line what runs the app, shows nothing else.
const { currentTree, record, root } = require('./results.cjs');

module.exports = class PlaywrightReporter {
  broken = [];

  onBegin(config, suite) {
    this.tree = currentTree();
    this.suite = suite;
    process.stdout.write(`The app runs in: ${config.metadata.host ?? 'unknown'}\n`);
  }

  /** Errors outside any test: a file that cannot be loaded, a broken set-up. */
  onError(error) {
    this.broken.push(error.location?.file ?? root);
  }

  onEnd() {
    const tests = (this.suite?.allTests() ?? []).map((test) => {
      const ran = test.results.at(-1)?.status;
      const passed = test.outcome() === 'expected' && ran !== undefined && ran !== 'skipped';
      // Not run at all, because of a global error or a time limit, is no reason to look green.
      const skipped = test.outcome() === 'skipped' && test.expectedStatus === 'skipped';
      const status = passed ? 'passed' : skipped ? 'skipped' : 'failed';
      return { file: test.location.file, title: test.title, status };
    });
    record('playwright', this.tree ?? currentTree(), tests, this.broken);
  }

  printsToStdio() {
    return false;
  }
};
