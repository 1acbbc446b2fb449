import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { FromEngine } from '#contract/control';
import { appFailure, type AppError } from '#contract/wire/errors';
import { createSupervisor, type EngineProcess } from '../../main/supervisor';
import { fakeClock, keptLog, until } from './fakes';

const children = new Set<ChildProcess>();
const killed: number[] = [];

function forkChild(): EngineProcess {
  const child = fork(join(__dirname, 'engineChild.cjs'), { serialization: 'advanced' });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return {
    pid: child.pid ?? null,
    post: (message) => void child.send(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', (code) => listener(code)),
    kill: () => {
      killed.push(child.pid ?? 0);
      child.kill('SIGKILL');
    },
  };
}

/** A supervisor over real processes; `behaviour` is what the next started engine does at `init`. */
function setUp(behaviour: string) {
  const clock = fakeClock();
  const { log, lines } = keptLog();
  const states: string[] = [];
  const messages: FromEngine[] = [];
  const control = { behaviour, initFailure: null as Error | null };
  let error: AppError | null = null;
  const supervisor = createSupervisor({
    fork: forkChild,
    init: async () => {
      if (control.initFailure !== null) throw control.initFailure;
      return {
        type: 'init',
        accountId: 'a',
        profileFolder: '/nowhere',
        storeKey: new Uint8Array(32),
        appVersion: '1',
        deviceName: control.behaviour,
        logLevel: 'info',
        locale: 'en',
      };
    },
    clock,
    log,
    onState: (state, why) => {
      states.push(state);
      error = why;
    },
    onMessage: (message) => messages.push(message),
  });
  const reached = (state: string): Promise<void> => until(() => supervisor.state() === state);
  const command = (message: string): boolean => supervisor.send({ type: 'contract', message });
  return {
    supervisor,
    clock,
    states,
    messages,
    lines,
    control,
    command,
    reached,
    error: () => error,
  };
}

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await until(() => children.size === 0);
  killed.length = 0;
});

test('starts, becomes ready, stops; a lying exit code of a stop is no crash', async () => {
  const { supervisor, states, reached, command } = setUp('ready');
  expect(command('progress')).toBe(false);
  supervisor.start();
  supervisor.start();
  await reached('running');
  expect([supervisor.generation(), supervisor.pid() === null]).toEqual([1, false]);
  await Promise.all([supervisor.stop(), supervisor.stop()]);
  expect(states).toEqual(['starting', 'running', 'stopped']);
  expect([supervisor.pid(), killed]).toEqual([null, []]);
});

test('five exits without progress end in failed, with delays that double; retry starts afresh', async () => {
  const { supervisor, clock, states, control, reached, error } = setUp('crash');
  supervisor.start();
  const delays: (number | null)[] = [];
  for (let exit = 1; exit <= 4; exit += 1) {
    await reached('down');
    delays.push(clock.next());
    clock.advance(clock.next() ?? 0);
    await until(() => supervisor.state() !== 'down');
  }
  await reached('failed');
  expect(delays).toEqual([250, 500, 1000, 2000]);
  expect([clock.next(), error()?.code]).toEqual([null, 'engine_gone']);
  expect(states.filter((state) => state === 'starting').length).toBe(5);
  control.behaviour = 'ready';
  supervisor.retry();
  await reached('running');
  expect([supervisor.generation(), error()]).toEqual([6, null]);
  await supervisor.stop();
});

test('an exit after progress does not count and restarts at once', async () => {
  const { supervisor, clock, reached, command } = setUp('ready');
  supervisor.start();
  for (let round = 1; round <= 7; round += 1) {
    await reached('running');
    expect(supervisor.generation()).toBe(round);
    command('progress');
    command('crash');
    await reached('down');
    expect(clock.next()).toBe(250);
    clock.advance(250);
  }
  await reached('running');
  await supervisor.stop();
});

test('progress resets the count of earlier failures', async () => {
  const { supervisor, clock, control, reached, command } = setUp('crash');
  supervisor.start();
  for (let exit = 1; exit <= 4; exit += 1) {
    await reached('down');
    if (exit === 4) control.behaviour = 'ready';
    clock.advance(clock.next() ?? 0);
    await until(() => supervisor.state() !== 'down');
  }
  await reached('running');
  command('progress');
  command('crash');
  await reached('down');
  expect(clock.next()).toBe(250);
  await supervisor.stop();
  expect(supervisor.state()).toBe('stopped');
});

test('an engine that dies soon after each answer of the server gives up as well', async () => {
  const { supervisor, clock, reached, command, error } = setUp('ready');
  supervisor.start();
  for (let exit = 1; exit <= 10; exit += 1) {
    await reached('running');
    command('progress');
    command('crash');
    if (exit === 10) break;
    await reached('down');
    clock.advance(clock.next() ?? 0);
  }
  await reached('failed');
  expect(error()?.code).toBe('engine_gone');
});

test('ten exits over hours are no crash loop', async () => {
  const { supervisor, clock, reached, command } = setUp('ready');
  supervisor.start();
  for (let exit = 1; exit <= 12; exit += 1) {
    await reached('running');
    command('progress');
    command('crash');
    await reached('down');
    clock.advance(clock.next() ?? 0);
    await reached('running');
    clock.pass(120_000);
  }
  await supervisor.stop();
});

test('two minutes alive are progress, without any answer of the server', async () => {
  const { supervisor, clock, reached, command } = setUp('ready');
  supervisor.start();
  for (let exit = 1; exit <= 7; exit += 1) {
    await reached('running');
    clock.advance(120_000);
    command('crash');
    await reached('down');
    clock.pass(600_000);
    clock.advance(clock.next() ?? 0);
  }
  await reached('running');
  await supervisor.stop();
});

test('a machine that stood still for an hour has no silent engine', async () => {
  const { supervisor, clock, reached, command, messages } = setUp('ready');
  supervisor.start();
  await reached('running');
  clock.advance(3_600_000);
  expect(killed).toEqual([]);
  const before = messages.length;
  command('junk');
  await until(() => messages.length > before);
  clock.advance(5_000);
  expect([supervisor.state(), killed]).toEqual(['running', []]);
  await supervisor.stop();
});

test('a clean exit that nobody asked for counts like any other', async () => {
  const { supervisor, clock, reached } = setUp('leave');
  supervisor.start();
  await reached('down');
  clock.advance(250);
  await until(() => supervisor.state() !== 'down');
  await reached('down');
  expect(clock.next()).toBe(500);
  await supervisor.stop();
});

test('an unusable profile is explained and never restarted by a timer', async () => {
  const { supervisor, clock, control, reached, error } = setUp('unusable');
  supervisor.start();
  await reached('failed');
  expect([error()?.code, clock.next(), supervisor.pid()]).toEqual(['store_locked', null, null]);
  control.behaviour = 'ready';
  supervisor.retry();
  await reached('running');
  await supervisor.stop();
});

test('an engine that finds its store damaged while it runs is explained, and not started again by itself', async () => {
  const { supervisor, clock, command, control, reached, error } = setUp('ready');
  supervisor.start();
  await reached('running');
  command('unusable');
  await reached('failed');
  expect([error()?.code, clock.next(), supervisor.pid()]).toEqual(['store_locked', null, null]);
  control.behaviour = 'ready';
  supervisor.retry();
  await reached('running');
  await supervisor.stop();
});

test('a locked key leads to failed without a process, and retry asks again', async () => {
  const { supervisor, clock, control, reached, error } = setUp('ready');
  control.initFailure = appFailure('key_unavailable', 'Locked', { retryable: true });
  supervisor.start();
  await reached('failed');
  expect([error()?.code, clock.next(), children.size]).toEqual(['key_unavailable', null, 0]);
  control.initFailure = null;
  supervisor.retry();
  await reached('running');
  await supervisor.stop();
});

test('a silent engine is logged as busy after two beats and killed after a minute', async () => {
  const { supervisor, clock, lines, reached } = setUp('deaf');
  supervisor.start();
  await reached('running');
  const first = supervisor.pid();
  for (let seconds = 5; seconds <= 55; seconds += 5) clock.advance(5_000);
  expect(lines.filter((line) => line === 'warn engine busy').length).toBe(1);
  expect(killed).toEqual([]);
  clock.advance(5_000);
  expect(killed).toEqual([first]);
  await reached('down');
  await supervisor.stop();
});

test('an engine that answers its beats lives on', async () => {
  const { supervisor, clock, lines, reached, command, messages } = setUp('ready');
  supervisor.start();
  await reached('running');
  for (let beat = 1; beat <= 20; beat += 1) {
    // The badge comes back after the pong: order of one channel.
    const before = messages.length;
    command('junk');
    await until(() => messages.length > before);
    clock.advance(5_000);
  }
  expect([supervisor.state(), killed]).toEqual(['running', []]);
  expect(lines).not.toContain('warn engine busy');
  await supervisor.stop();
});

test('a deaf engine is killed three seconds after it was asked to stop', async () => {
  const { supervisor, clock, states, reached } = setUp('deaf');
  supervisor.start();
  await reached('running');
  const stopped = supervisor.stop();
  clock.advance(2_999);
  expect(killed).toEqual([]);
  clock.advance(1);
  await stopped;
  expect([killed.length, states.at(-1), clock.next()]).toEqual([1, 'stopped', null]);
});

test('an engine that never becomes ready is killed after five minutes', async () => {
  const { supervisor, clock, reached } = setUp('never');
  supervisor.start();
  await until(() => supervisor.pid() !== null);
  clock.advance(299_999);
  expect(killed).toEqual([]);
  clock.advance(1);
  await reached('down');
  expect(killed.length).toBe(1);
  await supervisor.stop();
});

test('unreadable messages are dropped, readable ones passed on', async () => {
  const { supervisor, messages, lines, reached, command } = setUp('ready');
  supervisor.start();
  await reached('running');
  command('junk');
  await until(() => messages.some(({ type }) => type === 'log'));
  expect(messages.map(({ type }) => type)).toEqual(['ready', 'log']);
  expect(lines.filter((line) => line.includes('unreadable')).length).toBe(5);
  await supervisor.stop();
});

test('stopped while the key is being unwrapped: no process is left behind', async () => {
  const { supervisor, states } = setUp('ready');
  supervisor.start();
  await supervisor.stop();
  await new Promise((resolve) => setImmediate(resolve));
  expect([states, children.size]).toEqual([['starting', 'stopped'], 0]);
  supervisor.start();
  await until(() => supervisor.state() === 'running');
  await supervisor.stop();
});
