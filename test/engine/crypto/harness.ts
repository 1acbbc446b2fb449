// One signed-in account over real parts: store, IndexedDB, sync loop, crypto, outbox, against a real homeserver. Only the loading of
// members is written here.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../support/promptBackup';
import { systemClock } from '#engine/base/clock';
import { createCrypto, type Crypto } from '#engine/crypto/crypto';
import { cryptoFileName } from '#engine/crypto/files';
import { encryptionSettings } from '#engine/crypto/room';
import { createCryptoStorage } from '#engine/crypto/storage';
import { createSecretKeys } from '#engine/crypto/secretKeys';
import { createHttp, type Http } from '#engine/http/http';
import { withPassword } from '#engine/http/interactiveAuth';
import { createMatrixClient } from '#engine/http/matrixClient';
import { path } from '#engine/http/url';
import type { Log, StoredSession } from '#engine/base/types';
import { createSendLoop, type SendLoop } from '#engine/send/loop';
import { createOutbox, type Outbox } from '#engine/send/outbox';
import { createPut } from '#engine/send/put';
import { createSync, type Sync } from '#engine/sync/sync';
import { createTyping } from '#engine/sync/typing';
import type { RawEvent, StoredEvent } from '#stores/events/types';
import { pageOfTimeline } from '#stores/events/timeline';
import { createIndexedDb } from '#stores/indexeddb/index';
import { outboxOfRoom } from '#stores/outbox/outbox';
import { roomIdOf, roomNoOf, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { openStore } from '#stores/profile/open';
import type { Store } from '#stores/sqlite/store';

export const log: Log = {
  error: (message, fields) => note('error', message, fields),
  warn: (message, fields) => note('warn', message, fields),
  info: (message, fields) => note('info', message, fields),
  debug: () => undefined,
  child: () => log,
};
const verbose = process.env['TRELLIS_TEST_LOG'] === '1';
function note(level: string, message: string, fields: unknown): void {
  if (verbose) process.stderr.write(`${level} ${message} ${JSON.stringify(fields ?? {})}\n`);
}

// The SDK leaves timers behind (60 s after each request, its retries); without this each test file would last as long. While a
// test waits, `until` keeps the process alive and they fire as ever.
const setTimer = globalThis.setTimeout;
let haste = 1;
/** Waits of a second and more, the SDK's retries among them, pass this many times faster. */
export function hurry(times: number): void {
  haste = times;
}
globalThis.setTimeout = Object.assign(
  (work: () => void, ms?: number): NodeJS.Timeout => {
    const long = (ms ?? 0) >= 1000;
    const timer = setTimer(work, long ? (ms ?? 0) / haste : ms);
    return long ? timer.unref() : timer;
  },
  { __promisify__: setTimer.__promisify__ },
) as typeof setTimeout;

export interface Account {
  readonly userId: string;
  readonly deviceId: string;
  readonly accessToken: string;
}

export interface EngineOptions {
  readonly baseUrl: string;
  readonly account: Account;
  readonly folder?: string;
  readonly key?: Uint8Array;
  /** False: sync is not started. */
  readonly start?: boolean;
  /** False: the account gets no identity of its own here, so that others have to be told to send it keys. */
  readonly identity?: boolean;
  readonly onFatal?: (thrown: unknown) => void;
  /** The crypto store could not be saved. */
  readonly onStorageFailure?: () => void;
}

export interface TestEngine {
  readonly userId: string;
  readonly account: Account;
  readonly folder: string;
  readonly key: Uint8Array;
  readonly store: Store;
  readonly http: Http;
  readonly crypto: Crypto;
  readonly sync: Sync;
  readonly outbox: Outbox;
  readonly loop: SendLoop;
  send(roomId: string, text: string, replyTo?: string | null): Promise<string>;
  request<T>(method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown): Promise<T>;
  createRoom(options: { invite?: string[]; encrypted?: boolean }): Promise<string>;
  /** Events of the room on the disk, oldest first. */
  events(roomId: string): StoredEvent[];
  /** Readable bodies of messages, decrypted or plain. */
  bodies(roomId: string): string[];
  statuses(roomId: string): string[];
  /** Resolves when `test` holds; looks after each commit and each status change, and 20 times a second. */
  until(what: string, test: () => boolean, timeoutMs?: number): Promise<void>;
  /** Joined, the other members are known, and so is the encryption of a room that was made encrypted. */
  untilJoined(roomId: string, userIds: readonly string[]): Promise<void>;
  stop(): Promise<void>;
  destroy(): Promise<void>;
}

const until = (
  subscribe: (listener: () => void) => () => void,
  what: string,
  test: () => boolean,
  timeoutMs: number,
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (test()) return resolve();
    const end = () => {
      clearTimeout(timer);
      clearInterval(again);
      dispose();
    };
    const look = () => {
      if (!test()) return;
      end();
      resolve();
    };
    const timer = setTimer(() => {
      end();
      reject(new Error(`waited in vain: ${what}`));
    }, timeoutMs);
    // Changes by a timer of the product come without a commit.
    const again = setInterval(look, 50);
    const dispose = subscribe(look);
  });

/** Rooms that were made encrypted: without the state of that on the disk, a message would leave unencrypted. */
const encryptedRooms = new Set<string>();

let requestNo = 0;
export const nextRequestId = (): string =>
  `request-${process.pid}-${String(++requestNo).padStart(8, '0')}`;

export async function createEngine(options: EngineOptions): Promise<TestEngine> {
  const { account, baseUrl } = options;
  const { userId } = account;
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'trellis-engine-'));
  const key = options.key ?? randomBytes(32);
  const clock = systemClock();
  const store = openStore({ folder, key, log });
  const session: StoredSession = {
    ...account,
    refreshToken: null,
    expiresAtMs: null,
    baseUrl,
    serverName: userId.slice(userId.indexOf(':') + 1),
    state: 'signed_in',
  };
  const http = createHttp({
    baseUrl,
    session: () => session,
    onTokenRefreshed: () => undefined,
    onUnknownToken: () => undefined,
    fetch,
    log,
    clock,
  });
  const secrets = createSecretKeys();
  const storage = createCryptoStorage({ folder, clock, log, onBack: () => undefined });
  const client = createMatrixClient(
    { fetchFn: storage.speaking(http.fetchFn) },
    session,
    secrets.callbacks,
  );
  const indexedDb = createIndexedDb({
    directory: folder,
    fileNames: cryptoFileName,
    key,
    onStorageFailure: (thrown) => {
      storage.failed(thrown);
      options.onStorageFailure?.();
    },
    onFatal: options.onFatal ?? ((thrown) => note('error', 'fatal', String(thrown))),
  });
  const crypto = await createCrypto({
    client,
    secrets,
    prove: (ask, password) => withPassword(ask, session.userId, password),
    store,
    indexedDb,
    storage,
    session,
    clock,
    loadMembers: async (roomNo) => {
      const { chunk } = await http.request<{ chunk: RawEvent[] }>({
        method: 'GET',
        path: path`/rooms/${roomIdOf(store.db, roomNo)}/members`,
        retry: 'safe',
      });
      store.write((changes) => {
        putState(store.db, roomNo, chunk, clock.now());
        updateRoom(store.db, roomNo, { membersLoaded: true });
        changes.members(roomNo);
      });
    },
    recomputeRoom: () => undefined,
    onFatal: options.onFatal ?? ((thrown) => note('error', 'fatal', String(thrown))),
    log,
  }).catch((thrown: unknown) => {
    indexedDb.close();
    store.close();
    throw thrown;
  });
  const sync = createSync({
    http,
    store,
    crypto,
    ownUserId: userId,
    typing: createTyping(store.db, () => userId),
    log,
    clock,
  });
  storage.onLost(sync.unsaved);
  const outbox = createOutbox({
    store,
    clock,
    ownUserId: () => userId,
    ready: () => sync.gate.open(),
  });
  const loop = createSendLoop({
    store,
    rows: outbox.rows,
    gate: sync.gate,
    put: createPut(store, http),
    encrypt: (roomNo, type, content) => crypto.encrypt(roomNo, type, content),
    unreached: (roomNo) => crypto.reach.unreached(roomNo),
    upload: () => Promise.reject(new Error('no files here')),
    clock,
    log,
  });
  loop.start();
  if (options.start !== false) sync.start();
  if (options.start !== false && options.identity !== false) await crypto.bootstrap(null);

  const subscribe = (listener: () => void): (() => void) => {
    const disposers = [
      store.onCommit(listener),
      sync.onStatus(listener),
      crypto.onStatus(listener),
      crypto.verifications.onChange(listener),
    ];
    return () => disposers.forEach((dispose) => dispose());
  };
  const roomNo = (roomId: string): number => roomNoOf(store.db, roomId) ?? -1;
  const settled = (no: number): boolean =>
    !encryptedRooms.has(roomIdOf(store.db, no)) || encryptionSettings(store, no) !== null;
  let stopped = false;

  const engine: TestEngine = {
    userId,
    account,
    folder,
    key,
    store,
    http,
    crypto,
    sync,
    outbox,
    loop,
    send: async (roomId, text, replyTo = null) => {
      const requestId = nextRequestId();
      return (
        await outbox.sendMessage({ requestId, roomId, threadId: null, text, kind: 'text', replyTo })
      ).key;
    },
    request: (method, requestPath, body) =>
      http.request({ method, path: requestPath, body, retry: 'limited' }),
    createRoom: async ({ invite = [], encrypted = true }) => {
      const { room_id: roomId } = await http.request<{ room_id: string }>({
        method: 'POST',
        path: '/createRoom',
        body: {
          preset: 'private_chat',
          invite,
          initial_state: encrypted
            ? [
                {
                  type: 'm.room.encryption',
                  state_key: '',
                  content: { algorithm: 'm.megolm.v1.aes-sha2' },
                },
              ]
            : [],
        },
        retry: 'none',
      });
      if (encrypted) encryptedRooms.add(roomId);
      return roomId;
    },
    events: (roomId) => [
      ...pageOfTimeline(store.db, { roomNo: roomNo(roomId), limit: 500 }).events,
    ],
    bodies: (roomId) =>
      engine
        .events(roomId)
        .map((event) => event.plain ?? event.raw)
        .filter((event) => event.type === 'm.room.message')
        .map((event) => String(event.content['body'])),
    statuses: (roomId) => outboxOfRoom(store.db, roomNo(roomId)).map((row) => row.status),
    until: (what, test, timeoutMs = 20_000) => until(subscribe, what, test, timeoutMs),
    untilJoined: (roomId, userIds) =>
      engine.until('joined', () => {
        const joined = new Set(
          engine
            .events(roomId)
            .filter((event) => event.raw.content['membership'] === 'join')
            .map((event) => event.stateKey),
        );
        const no = roomNo(roomId);
        return no !== -1 && settled(no) && userIds.every((one) => joined.has(one));
      }),
    stop: async () => {
      if (stopped) return;
      stopped = true;
      http.close();
      await Promise.all([sync.stop(), loop.stop()]);
      storage.stop();
      crypto.stop();
      indexedDb.close();
      store.close();
    },
    destroy: async () => {
      await engine.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return engine;
}
