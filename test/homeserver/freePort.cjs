// A port for a server of a test. CommonJS: the homeserver's starter, jest and Playwright all load it.
const { randomInt } = require('node:crypto');
const { createServer } = require('node:net');

/** @param {number} port @returns {Promise<boolean>} */
const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/**
 * Below what systems give to outgoing connections: such a port stays free until a server has come up on it, or comes back to it.
 * @returns {Promise<number>} a port that is free
 */
async function freePort() {
  for (;;) {
    const port = randomInt(11_000, 32_000);
    if (await isFree(port)) return port;
  }
}

module.exports = { freePort };
