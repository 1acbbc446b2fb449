// The engine's process (an Electron utilityProcess) behind `start.ts`: its start and end, the ports of its windows, and the control
// contract over the channel to main. Must not import electron.
import { join } from 'node:path';
import { batchedPort } from '#contract/wire/batches';
import { control, controlPort, readToEngine } from '#contract/control';
import type { FromEngine, ToEngine } from '#contract/control';
import { appFailure } from '#contract/wire/errors';
import { mainPort } from '#contract/wire/port';
import type { MainPortLike } from '#contract/wire/port';
import { serve } from '#contract/wire/serve';
import { damageOf, StoreError } from '#stores/sqlite/errors';
import { systemClock } from './base/clock';
import { createEngine } from './engine';
import type { Engine } from './engine';
import { createLog } from './base/log';
import type { Log } from './base/types';
import { unexpected } from './base/unexpected';
import { createWorkerRunner } from './media/transferRunner';

/** `process.parentPort` of a utility process: the small part of it that is used here. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown; ports: MainPortLike[] }) => void): void;
  postMessage(message: unknown): void;
}

const parent = (process as unknown as { parentPort?: ParentPort }).parentPort;
if (parent === undefined) throw new Error('The engine runs as a utility process');
if (Number(process.versions.node.split('.')[0]) < 22)
  throw new Error('The engine needs Node 22 or later');

const firstAnswers = Promise.withResolvers<void>();
/** Resolves when a signed-in start has answered what its windows asked first. */
export const answered = firstAnswers.promise;

const post = (message: FromEngine): void => parent.postMessage(message);
const detachers = new Map<number, () => void>();
const mainSide = controlPort(post);
let engine: Engine | null = null;
let toMain: { close(): void } | null = null;

function storeFailure(log: Log, thrown: unknown): FromEngine {
  const error =
    thrown instanceof StoreError
      ? appFailure(thrown.code, thrown.message).error
      : unexpected(log, 'start', thrown);
  return { type: 'unusable', error };
}

/** Tells main why and exits with 0, after which the supervisor does not start this engine again. */
function end(why: FromEngine): void {
  post(why);
  process.exitCode = 0;
  setImmediate(() => process.exit());
}

function start(init: Extract<ToEngine, { type: 'init' }>): void {
  const log = createLog((level, line) => post({ type: 'log', level, line }), init.logLevel);
  const fatal = (area: string, thrown: unknown): void => {
    const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : typeof thrown;
    log.error(`${area}: ${stack}`);
    process.exit(1);
  };
  const damaged = (damage: StoreError): void => {
    log.error('the store is damaged', { code: damage.code });
    end(storeFailure(log, damage));
  };
  // An engine in an unknown state ends, and the supervisor starts another. A damaged store would be damaged for that one, too.
  const ends = (area: string) => (thrown: unknown) => {
    const damage = damageOf(thrown);
    if (damage === null) fatal(area, thrown);
    else damaged(damage);
  };
  process.on('uncaughtException', ends('uncaught exception'));
  process.on('unhandledRejection', ends('unhandled rejection'));
  try {
    engine = createEngine({
      profileFolder: init.profileFolder,
      storeKey: init.storeKey,
      appVersion: init.appVersion,
      deviceName: init.deviceName,
      log,
      clock: systemClock(),
      fetch: globalThis.fetch,
      runner: createWorkerRunner(join(__dirname, 'mediaWorker.js')),
      checkpointWorker: join(__dirname, 'checkpointWorker.js'),
      progress: () => post({ type: 'progress' }),
      answered: firstAnswers.resolve,
      fatal: (thrown) => fatal('fatal', thrown),
      damaged,
    });
    toMain = serve(control, engine.control, mainSide.port, { log: log.child('control') });
    post({ type: 'ready' });
  } catch (thrown) {
    if (thrown instanceof StoreError)
      log.error('the store cannot be opened', { code: thrown.code });
    end(storeFailure(log, thrown));
  }
}

async function stop(): Promise<void> {
  toMain?.close();
  await engine?.stop();
  post({ type: 'stopped' });
  // One turn for the message to leave.
  setImmediate(() => process.exit(0));
}

function act(message: ToEngine, ports: readonly MainPortLike[]): void {
  const [port] = ports;
  switch (message.type) {
    case 'init':
      if (engine === null) start(message);
      return;
    case 'attach':
      if (engine !== null && port !== undefined)
        detachers.set(message.connection, engine.serve(batchedPort(mainPort(port)), message.first));
      return;
    case 'reader':
      if (port !== undefined) engine?.reader(message.turn, mainPort(port));
      return;
    case 'detach':
      detachers.get(message.connection)?.();
      detachers.delete(message.connection);
      return;
    case 'ping':
      post({ type: 'pong', id: message.id });
      return;
    case 'stop':
      void stop();
      return;
    case 'contract':
      mainSide.receive(message.message);
      return;
    default:
      message satisfies never;
  }
}

parent.on('message', ({ data, ports }) => {
  const message = readToEngine(data);
  // Main speaks this contract by type; anything else is not for us.
  if (message !== null) act(message, ports);
});
