// The built engine in a process of its own, kept by the real supervisor, and what a window would know of it. Tests kill it here.
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSupervisor, type EngineProcess } from '../../../../main/supervisor';
import { batchedPort } from '#contract/wire/batches';
import { client, type Client, type Page } from '#contract/wire/client';
import { control, controlPort, type ControlContract, type ToEngine } from '#contract/control';
import { engine as contract, type EngineContract } from '#contract/engine';
import { AppFailure, type AppError } from '#contract/wire/errors';
import type { EncryptionStatus, SyncStatus } from '#contract/areas/account/accountModels';
import type { RoomListItem } from '#contract/areas/rooms/roomsModels';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import type { Port } from '#contract/wire/port';
import { builtEngine } from './build';

export type MessageItem = Extract<TimelineItem, { kind: 'message' }>;

/** Dies in the nth commit of a file: before SQLite writes it, or when it is durable and nobody knows yet. */
export interface Doom {
  readonly file: 'events.db' | 'crypto.db';
  readonly when: 'before' | 'after';
  readonly skip: number;
  /** Counts from where so much of the index of search is filled, 0 to 1. */
  readonly filled?: number;
  /** In the nth script of a migration instead. */
  readonly exec?: boolean;
}

export interface EngineProcessOptions {
  readonly folder?: string;
  readonly key?: Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Applies to the first start only. */
  readonly firstDoom?: Doom;
  /** After each death, before the next start. */
  readonly beforeRestart?: () => void;
}

export interface LateKeys {
  /** Messages that were shown as undecryptable and then mended, with the time between in ms. */
  readonly mended: ReadonlyMap<string, number>;
  readonly broken: ReadonlyMap<string, number>;
}

export interface EngineUnderTest {
  readonly folder: string;
  readonly key: Uint8Array;
  readonly client: Client<EngineContract>;
  /** From fork to the first list of rooms, ms; one entry per start. */
  readonly startTimes: readonly number[];
  readonly logLines: readonly string[];
  readonly late: LateKeys;
  rooms(): readonly RoomListItem[];
  sync(): SyncStatus | null;
  encryption(): EncryptionStatus | null;
  /** Why the profile cannot be opened, null while it can. */
  failure(): AppError | null;
  openTimeline(roomId: string): void;
  /** A started engine shows the newest of a room; older ones are asked for until so many messages stand there. */
  readBack(messages: number): Promise<void>;
  messages(): readonly MessageItem[];
  /** Keys of messages that left the open timeline while it was shown. */
  vanished(): readonly string[];
  /** Readable texts as shown, of one sender or of all. */
  texts(senderId?: string): string[];
  /** Sends them, in order; what had no answer is asked again with the same request id (D17). Answers the keys. */
  write(roomId: string, texts: readonly string[]): Promise<string[]>;
  send(roomId: string, text: string): Promise<string>;
  until(what: string, test: () => boolean, timeoutMs?: number): Promise<void>;
  /** Control calls that main would make. */
  readonly main: Client<ControlContract>;
  /** Resolves at the next death. */
  nextExit(timeoutMs?: number): Promise<void>;
  kill(): void;
  doom(order: Doom): void;
  running(): boolean;
  /** Process id of the running engine; null when none runs. */
  pid(): number | null;
  start(): void;
  stop(): Promise<void>;
  /** Stops and removes the profile. */
  destroy(): Promise<void>;
}

/** Both directions of one connection over the IPC channel of the child. */
class IpcPort implements Port {
  readonly id = randomUUID();
  readonly #listeners = new Set<(message: unknown) => void>();
  child: ChildProcess | null = null;

  post(message: unknown): void {
    if (this.child?.connected) this.child.send(['port', this.id, message as object]);
  }
  onMessage(listener: (message: unknown) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  onClose(): () => void {
    return () => undefined;
  }
  close(): void {
    if (this.child?.connected) this.child.send(['closePort', this.id]);
    this.child = null;
  }
  receive(message: unknown): void {
    for (const listener of [...this.#listeners]) listener(message);
  }
}

type Frame = ['control', unknown] | ['port', string, unknown];

function forkEngine(env: Readonly<Record<string, string>>): {
  process: EngineProcess;
  child: ChildProcess;
} {
  const child = fork(builtEngine(), [], {
    serialization: 'advanced',
    execArgv: ['-r', join(__dirname, 'enginePort.cjs')],
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'ignore', process.env['TRELLIS_TEST_LOG'] ? 'inherit' : 'ignore', 'ipc'],
  });
  const ports = new Map<string, IpcPort>();
  const listeners = new Set<(message: unknown) => void>();
  child.on('error', () => undefined);
  child.on('message', (frame: Frame) => {
    if (frame[0] === 'port') ports.get(frame[1])?.receive(frame[2]);
    else for (const listener of listeners) listener(frame[1]);
  });
  const engineProcess: EngineProcess = {
    pid: child.pid ?? null,
    post: (message, [port] = []) => {
      if (!child.connected) return;
      if (port instanceof IpcPort) {
        port.child = child;
        ports.set(port.id, port);
      }
      child.send(['control', message, port instanceof IpcPort ? port.id : null]);
    },
    onMessage: (listener) => void listeners.add(listener),
    onExit: (listener) => void child.once('exit', (code) => listener(code)),
    kill: () => void child.kill('SIGKILL'),
  };
  return { process: engineProcess, child };
}

/** Longest delay of the supervisor before a restart (250 ms to two seconds), which has a test of its own; no other timer is so short. */
const longestPauseMs = 2_000;
const clock = {
  now: () => Date.now(),
  setTimeout(work: () => void, ms: number) {
    const timer = setTimeout(work, ms > longestPauseMs ? ms : 0);
    return () => clearTimeout(timer);
  },
};

let requests = 0;
export const nextRequestId = (): string =>
  `kill-${process.pid}-${String((requests += 1)).padStart(10, '0')}`;

/** Only who hangs waits so long: on a machine with much else to do an engine alone may take half a minute to start. */
export const patienceMs = 180_000;

/** Wakes those who wait for a state. */
function createNews() {
  const waiters = new Set<() => void>();
  return {
    tell: () => [...waiters].forEach((waiter) => waiter()),
    until: (what: string, test: () => boolean, timeoutMs = patienceMs): Promise<void> =>
      new Promise((resolve, reject) => {
        if (test()) return resolve();
        const end = (): void => {
          clearTimeout(timer);
          clearInterval(again);
          waiters.delete(look);
        };
        const look = (): void => {
          if (!test()) return;
          end();
          resolve();
        };
        const timer = setTimeout(() => {
          end();
          reject(new Error(`waited in vain: ${what}`));
        }, timeoutMs);
        waiters.add(look);
        // A test's own listener does not report here.
        const again = setInterval(look, 250);
      }),
  };
}

/** Notes when a message could not be read and when it could. */
function createLateKeys() {
  const mended = new Map<string, number>();
  const broken = new Map<string, number>();
  return {
    mended,
    broken,
    look(items: readonly TimelineItem[]) {
      for (const item of items) {
        if (item.kind !== 'message' || item.eventId === null) continue;
        const since = broken.get(item.eventId);
        if (item.body.type === 'undecryptable') {
          if (since === undefined) broken.set(item.eventId, Date.now());
        } else if (since !== undefined) {
          broken.delete(item.eventId);
          mended.set(item.eventId, Date.now() - since);
        }
      }
    },
  };
}

async function writeInOrder(
  window: Client<EngineContract>,
  until: (what: string, test: () => boolean) => Promise<void>,
  running: () => boolean,
  roomId: string,
  texts: readonly string[],
): Promise<string[]> {
  const kind = 'text';
  const waiting = texts.map(
    (text) => ({ requestId: nextRequestId(), roomId, text, kind }) as const,
  );
  const keys: string[] = [];
  while (waiting.length > 0) {
    await until('an engine', running);
    const asked = waiting.map((input) =>
      window.call('sendMessage', { ...input, threadId: null, replyTo: null }),
    );
    for (const outcome of await Promise.allSettled(asked)) {
      if (outcome.status === 'fulfilled') {
        keys.push(outcome.value.key);
        waiting.shift();
      } else if (isGone(outcome.reason)) break;
      else throw outcome.reason;
    }
  }
  return keys;
}

const isGone = (thrown: unknown): boolean =>
  thrown instanceof AppFailure && thrown.error.code === 'engine_gone';

export function createEngineProcess(options: EngineProcessOptions = {}): EngineUnderTest {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'trellis-kill-'));
  mkdirSync(folder, { recursive: true });
  const key = options.key ?? randomBytes(32);
  const news = createNews();
  const late = createLateKeys();
  const logLines: string[] = [];
  const startTimes: number[] = [];
  const vanished: string[] = [];
  let current: ChildProcess | null = null;
  let forkedAt = 0;
  let exits = 0;
  let wasKilled = false;
  let waitsForRooms = false;
  let rooms: readonly RoomListItem[] = [];
  let timeline: readonly TimelineItem[] = [];
  let older = (): Promise<Page> => Promise.resolve({ reachedStart: true });
  let sync: SyncStatus | null = null;
  let encryption: EncryptionStatus | null = null;
  let failure: AppError | null = null;

  const window = client(contract, null, { validate: true });
  const main = client(control, null, { validate: true });
  const toMain = controlPort((message) => void supervisor.send(message));
  const init: Extract<ToEngine, { type: 'init' }> = {
    type: 'init',
    accountId: 'kill',
    profileFolder: folder,
    storeKey: key,
    appVersion: '0.0.0',
    deviceName: 'Test device',
    logLevel: 'debug',
    locale: 'en',
  };
  const supervisor = createSupervisor({
    fork() {
      if (exits > 0) options.beforeRestart?.();
      forkedAt = Date.now();
      waitsForRooms = true;
      const doom = exits === 0 ? options.firstDoom : undefined;
      const { process: engineProcess, child } = forkEngine({
        ...options.env,
        ...(doom === undefined ? {} : { TRELLIS_TEST_DOOM: JSON.stringify(doom) }),
      });
      current = child;
      child.once('exit', (_code, signal) => {
        exits += 1;
        wasKilled = signal === 'SIGKILL';
        news.tell();
      });
      return engineProcess;
    },
    init: () => Promise.resolve(init),
    clock,
    // They are what it is for.
    mostExits: Infinity,
    log: { info: () => undefined, warn: () => undefined },
    onState(state, error) {
      failure = error;
      // Five kills in a row before it could do anything are chance here; a person would try again too.
      if (state === 'failed' && wasKilled) setImmediate(() => supervisor.retry());
      if (state === 'running') {
        const port = new IpcPort();
        supervisor.send({ type: 'attach', connection: supervisor.generation(), first: false }, [
          port,
        ]);
        window.attach(batchedPort(port));
        main.attach(toMain.port);
      } else {
        sync = null;
        window.gone();
        main.gone();
      }
      news.tell();
    },
    onMessage(message) {
      if (message.type === 'log') logLines.push(message.line);
      if (message.type === 'contract') toMain.receive(message.message);
    },
  });
  window.list('rooms', { text: '', collapsed: [], limit: 100 }, (_ops, all) => {
    rooms = all();
    if (waitsForRooms) startTimes.push(Date.now() - forkedAt);
    waitsForRooms = false;
    news.tell();
  });
  window.value('sync', {}, (value) => {
    sync = value;
    news.tell();
  });
  window.value('encryption', {}, (value) => {
    encryption = value;
    news.tell();
  });

  const under: EngineUnderTest = {
    folder,
    key,
    client: window,
    startTimes,
    logLines,
    late,
    rooms: () => rooms,
    sync: () => sync,
    encryption: () => encryption,
    failure: () => failure,
    openTimeline(roomId) {
      const query = { roomId, threadId: null, around: null, limit: 500 };
      const list = window.list('timeline', query, (ops, all) => {
        const now = new Set(all().map((item) => item.key));
        const gone = under.messages().filter((item) => !now.has(item.key));
        if (!ops.some(({ op }) => op === 'reset')) vanished.push(...gone.map((item) => item.key));
        timeline = all();
        late.look(timeline);
        news.tell();
      });
      older = () => list.paginate('back', 500);
    },
    async readBack(messages) {
      while (under.messages().length < messages) {
        const before = timeline.length;
        const { reachedStart } = await older();
        await under.until('an older page', () => timeline.length > before || reachedStart);
        if (reachedStart) return;
      }
    },
    vanished: () => vanished,
    main,
    messages: () => timeline.filter((item) => item.kind === 'message'),
    texts: (senderId) =>
      under
        .messages()
        .filter(({ sender }) => senderId === undefined || sender.userId === senderId)
        .map(({ body }) => {
          if (body.type === 'text') return body.text;
          return body.type === 'undecryptable' ? `(unreadable: ${body.reason})` : `(${body.type})`;
        }),
    write: (roomId, texts) => writeInOrder(window, news.until, under.running, roomId, texts),
    send: async (roomId, text) => {
      const [key = ''] = await under.write(roomId, [text]);
      return key;
    },
    until: (what, test, timeoutMs) => news.until(what, test, timeoutMs),
    nextExit(timeoutMs) {
      const before = exits;
      return news.until('the end of the process', () => exits > before, timeoutMs);
    },
    kill: () => void current?.kill('SIGKILL'),
    doom: (order) => void current?.send(['doom', order]),
    running: () => supervisor.state() === 'running',
    pid: () => current?.pid ?? null,
    start: () => supervisor.start(),
    stop: () => supervisor.stop(),
    async destroy() {
      await supervisor.stop();
      window.close();
      main.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return under;
}
