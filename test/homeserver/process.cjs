// One process of Synapse: spawned, or forked by a process that has loaded its code before (runSynapse.py), which TRELLIS_HOMESERVER_FORKS
// names. Knows nothing of users or data.
const { spawn } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const { readFileSync, rmSync } = require('node:fs');
const net = require('node:net');
const { getPriority, tmpdir } = require('node:os');
const { join } = require('node:path');

const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The script's text: a path of a file means nothing within a chroot. */
const script = () => readFileSync(join(__dirname, 'runSynapse.py'), 'utf8');

/**
 * @param {string} baseUrl
 * @param {{exited: () => string | null}} server
 */
async function untilHealthy(baseUrl, server) {
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    const reason = server.exited();
    if (reason !== null) throw new Error(`Synapse stopped while starting: ${reason}`);
    try {
      if ((await fetch(`${baseUrl}/health`)).ok) return;
    } catch {
      // not listening yet
    }
    await wait(15);
  }
  throw new Error('Synapse did not become healthy within 90 s');
}

/**
 * Callbacks of a running server: its output, and once how it ended.
 * @typedef {{output: (text: string) => void, end: (how: string) => void}} Listener
 * @typedef {{kill: (signal: NodeJS.Signals) => void}} Child
 */

/**
 * @param {string[]} python
 * @param {string[]} files
 * @param {Listener} listener
 * @returns {Child}
 */
function spawned([command = '', ...before], files, listener) {
  const child = spawn(command, [...before, '-c', script(), ...files], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => listener.output(String(data)));
  child.on('error', (error) => listener.end(error.message));
  child.on('exit', (code, signal) => listener.end(`exit ${code ?? signal}`));
  return { kill: (signal) => void child.kill(signal) };
}

/** Priority of our session among others, where the system shares the processor among sessions first (Linux, `sched_autogroup_enabled`). */
function groupPriority() {
  try {
    return Number(/nice (-?\d+)/.exec(readFileSync('/proc/self/autogroup', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * The first line that comes is the process id, the last one, after a zero byte, how it ended. All of them may come at once.
 * @param {string} path
 * @param {string[]} files
 * @param {Listener} listener hears nothing of a server that was not forked
 * @returns {Promise<Child>} rejects when none was forked
 */
function forked(path, files, listener) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(path);
    let pid = 0;
    let isOver = false;
    const end = (/** @type {string} */ how) => {
      if (isOver) return;
      isOver = true;
      socket.destroy();
      if (pid === 0) reject(new Error(how));
      else listener.end(how);
    };
    const kill = (/** @type {NodeJS.Signals} */ signal) => {
      try {
        if (!isOver) process.kill(pid, signal);
      } catch {
        // gone, and not told yet
      }
    };
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (data) => {
      text += data;
      if (pid === 0) {
        const line = text.indexOf('\n');
        const first = Number(text.slice(0, line));
        if (line < 0) return;
        if (!(first > 0)) return end(text);
        pid = first;
        text = text.slice(line + 1);
        resolve({ kill });
      }
      const last = text.indexOf('\0');
      listener.output(last < 0 ? text : text.slice(0, last));
      text = last < 0 ? '' : text.slice(last);
      if (text.endsWith('\n')) end(`exit ${text.slice(1).trim()}`);
    });
    socket.on('error', (error) => end(error.message));
    socket.on('close', () => end('the process that forked it is gone'));
    const priority = { priority: getPriority(), group: groupPriority() };
    socket.write(JSON.stringify({ arguments: files, ...priority }));
  });
}

/**
 * Runs the process of one data folder.
 * @param {import('./provider.cjs').Runner} runner
 * @param {string} inner
 */
function createProcess(runner, inner) {
  /** @type {Child | null} */
  let child = null;
  /** @type {string | null} */
  let exitReason = null;
  /** @type {Promise<void>} */
  let gone = Promise.resolve();
  const killNow = () => child?.kill('SIGKILL');
  return {
    exited: () => exitReason,
    async start() {
      exitReason = null;
      let tail = '';
      /** @type {() => void} */
      let isGone = () => undefined;
      gone = new Promise((resolve) => {
        isGone = resolve;
      });
      const listener = {
        output(/** @type {string} */ text) {
          tail = (tail + text).slice(-3000);
        },
        end(/** @type {string} */ how) {
          exitReason = `${how} ${tail.trim().split('\n').slice(-6).join(' | ')}`;
          process.removeListener('exit', killNow);
          isGone();
        },
      };
      process.once('exit', killNow);
      const files = ['-c', `${inner}/homeserver.yaml`, '-c', `${inner}/overrides.yaml`];
      const forks = runner.kind === 'venv' ? process.env.TRELLIS_HOMESERVER_FORKS : undefined;
      const load = () => spawned(runner.python, files, listener);
      child = forks ? await forked(forks, files, listener).catch(load) : load();
    },
    /** Waits until the process is gone; asks again more firmly after 5 s. */
    async stop() {
      const current = child;
      if (!current || exitReason !== null) return;
      current.kill('SIGTERM');
      const timer = setTimeout(() => current.kill('SIGKILL'), 5000);
      await gone;
      clearTimeout(timer);
      child = null;
    },
  };
}

/**
 * Loads Synapse once, for all servers of this process and of those that it starts from now on; ends with it. Does nothing where Synapse cannot
 * be forked: then each server loads it.
 * @param {import('./provider.cjs').Runner | null} runner
 * @returns {Promise<void>} resolves when it stands
 */
async function loadOnce(runner) {
  if (runner?.kind !== 'venv' || process.platform !== 'linux') return;
  const path = join(tmpdir(), `trellis-forks-${randomBytes(4).toString('hex')}`);
  const [command = '', ...before] = runner.python;
  const loaded = spawn(command, [...before, '-c', script(), '--forks', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // It removes its socket; where it was killed that is left to be done.
  process.once('exit', () => {
    loaded.kill();
    rmSync(path, { force: true });
  });
  const stands = await new Promise((resolve) => {
    loaded.stdout.once('data', () => resolve(true));
    loaded.once('error', () => resolve(false));
    loaded.once('exit', () => resolve(false));
  });
  // It keeps nobody from ending.
  loaded.unref();
  /** @type {import('node:net').Socket} */ (/** @type {unknown} */ (loaded.stdout)).unref();
  if (stands) process.env.TRELLIS_HOMESERVER_FORKS = path;
}

module.exports = { createProcess, loadOnce, untilHealthy };
