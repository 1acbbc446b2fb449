// A real coturn on loopback, for calls over relays. It knows the secret of the test homeserver's configuration, so that the credentials which
// Synapse gives out are good here.
const { spawn } = require('node:child_process');
const { existsSync, mkdtempSync, rmSync } = require('node:fs');
const { createConnection } = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** The secret of ../homeserver/homeserver.yaml. */
const secret = 'test-turn-secret';
const mostMs = 10_000;

/** @returns {string | null} path of the program */
function findCoturn() {
  const named = process.env['TRELLIS_TURNSERVER'];
  const places = [
    named,
    '/usr/bin/turnserver',
    '/usr/local/bin/turnserver',
    '/opt/homebrew/bin/turnserver',
  ];
  return places.find((path) => path !== undefined && existsSync(path)) ?? null;
}

/** @param {number} port @returns {Promise<boolean>} */
const answers = (port) =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/**
 * Resolves when it listens on `port` of 127.0.0.1, udp and tcp.
 * @param {number} port
 * @returns {Promise<{ stop(): Promise<void> }>}
 */
async function startCoturn(port) {
  const program = findCoturn();
  if (program === null)
    throw new Error('coturn is not installed: npm test does it, or set TRELLIS_TURNSERVER');
  const folder = mkdtempSync(join(tmpdir(), 'trellis-turn-'));
  const args = [
    '-n',
    '--no-cli',
    '--no-tls',
    '--no-dtls',
    '--listening-ip=127.0.0.1',
    '--relay-ip=127.0.0.1',
    `--listening-port=${port}`,
    '--allow-loopback-peers',
    '--use-auth-secret',
    `--static-auth-secret=${secret}`,
    '--realm=localhost',
    '--log-file=stdout',
    `--userdb=${join(folder, 'turndb')}`,
    `--pidfile=${join(folder, 'pid')}`,
  ];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (output = (output + String(data)).slice(-4_000)));
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  for (const until = Date.now() + mostMs; !(await answers(port));) {
    if (child.exitCode !== null || Date.now() > until) {
      end();
      throw new Error(`coturn does not answer: ${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    async stop() {
      process.off('exit', end);
      end();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

module.exports = { findCoturn, startCoturn };
