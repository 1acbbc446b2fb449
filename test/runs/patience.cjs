// Time limits of jest end what hangs. On a machine that does other work as well they must not end what is only slow, so each limit
// counts three times. Knows nothing of what is tested.

const times = 3;

/**
 * A test environment whose limits of tests and hooks are three times those that the files name.
 * @param {new (...given: any[]) => object} Environment
 */
const patient = (Environment) =>
  class extends Environment {
    /**
     * @param {{name: string}} event
     * @param {{testTimeout: number, rootDescribeBlock: any}} state
     */
    handleTestEvent({ name }, state) {
      if (name !== 'run_start') return;
      state.testTimeout *= times;
      const lengthen = (/** @type {any} */ block) => {
        for (const one of [...block.hooks, ...block.tests]) if (one.timeout) one.timeout *= times;
        for (const child of block.children) if (child.type === 'describeBlock') lengthen(child);
      };
      lengthen(state.rootDescribeBlock);
    }
  };

module.exports = { patient };
