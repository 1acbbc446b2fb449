// Playwright's side of the results (results.cjs). Says in one line what runs the app, shows nothing else.
const { createClosures } = require('./closure.cjs');
const { record, root } = require('./results.cjs');

module.exports = class PlaywrightReporter {
  broken = [];
  /** First begin and last end of each file's tests. */
  times = new Map();

  onBegin(config, suite) {
    this.before = createClosures();
    this.before.hashAll();
    this.suite = suite;
    process.stdout.write(`The app runs in: ${config.metadata.host ?? 'unknown'}\n`);
  }

  /** Errors outside any test: a file that cannot be loaded, a broken set-up. */
  onError(error) {
    this.broken.push(error.location?.file ?? root);
  }

  onTestEnd({ location: { file } }, { startTime, duration }) {
    const begin = startTime.getTime();
    const [first, last] = this.times.get(file) ?? [begin, begin];
    this.times.set(file, [Math.min(first, begin), Math.max(last, begin + duration)]);
  }

  onEnd() {
    // No test ran, so there is no result.
    if (process.argv.includes('--list')) return;
    const tests = (this.suite?.allTests() ?? []).map((test) => {
      const ran = test.results.at(-1)?.status;
      const passed = test.outcome() === 'expected' && ran !== undefined && ran !== 'skipped';
      // Not run at all, because of a global error or a time limit, is no reason to look green.
      const skipped = test.outcome() === 'skipped' && test.expectedStatus === 'skipped';
      const status = passed ? 'passed' : skipped ? 'skipped' : 'failed';
      return { file: test.location.file, title: test.title, status };
    });
    const tookMs = Object.fromEntries(
      [...this.times].map(([file, [from, to]]) => [file, to - from]),
    );
    const run = process.env.TRELLIS_RUN ?? 'playwright';
    record(run, this.before ?? createClosures(), tests, { broken: this.broken, tookMs });
  }

  printsToStdio() {
    return false;
  }
};
