// A sync loop of one user over a real store in a temporary folder, against a real homeserver behind the fault proxy.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageOfTimeline } from '#stores/events/timeline';
import { getRoom, roomNoOf, type StoredRoom } from '#stores/rooms/rooms';
import { openStore } from '#stores/profile/open';
import type { Store } from '#stores/sqlite/store';
import { createSessions, type Sessions } from '#engine/account/session';
import { systemClock } from '#engine/base/clock';
import { createFeatures } from '#engine/server/features';
import { createHttp, type Http, type UnknownToken } from '#engine/http/http';
import type { Clock, StoredSession } from '#engine/base/types';
import type { Found } from '#engine/sync/roomContext';
import { noCrypto, type CryptoSync } from '#engine/sync/cryptoSync';
import { createSync, type Sync, type SyncDeps } from '#engine/sync/sync';
import { createTyping, type Typing } from '#engine/sync/typing';
import type { FaultProxy } from '../../faults/faultProxy';
import type { Credentials, Homeserver } from '../../homeserver/homeserver.cjs';
import { silentLog } from '../../support/silentLog';

export interface SyncKit {
  readonly store: Store;
  readonly http: Http;
  readonly sync: Sync;
  readonly sessions: Sessions;
  readonly typing: Typing;
  readonly userId: string;
  /** `STATE phase` of each report, repeated ones too. */
  readonly states: string[];
  readonly found: Found[];
  readonly unknown: UnknownToken[];
  readonly logged: string[];
  /** Resolves at the first moment at which `look` gives something; looks after each commit and each status, and 20 times a second. */
  until<T>(look: () => T | null | undefined | false, mostMs?: number): Promise<T>;
  room(roomId: string): StoredRoom | null;
  /** Bodies of the messages on the disk, oldest first. */
  bodies(roomId: string): string[];
  stop(): Promise<void>;
}

export interface SyncKitOptions extends Partial<
  Pick<SyncDeps, 'onPushRules' | 'onFound' | 'random' | 'urgent'>
> {
  readonly clock?: Clock;
  readonly crypto?: CryptoSync;
  /** Like in the app, a new sign-in shows its first rooms by sliding sync. */
  readonly firstRooms?: boolean;
  readonly folder?: string;
  readonly session?: Partial<StoredSession>;
  readonly fetch?: typeof globalThis.fetch;
}

const storeKey = randomBytes(32);

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'trellis-sync-'));

export function syncKit(baseUrl: string, user: Credentials, options: SyncKitOptions = {}): SyncKit {
  const folder = options.folder ?? temporaryFolder();
  const store = openStore({ folder, key: storeKey, log: silentLog });
  const clock = options.clock ?? systemClock();
  const sessions = createSessions(store);
  const states: string[] = [];
  const found: Found[] = [];
  const unknown: UnknownToken[] = [];
  const logged: string[] = [];
  const note = (message: string, fields?: Record<string, unknown>) =>
    void logged.push(`${message} ${JSON.stringify(fields ?? {})}`);
  const log = { ...silentLog, error: note, warn: note };
  if (sessions.current() === null) {
    sessions.save({
      ...user,
      refreshToken: null,
      expiresAtMs: null,
      baseUrl,
      serverName: 'localhost',
      state: 'signed_in',
      ...options.session,
    });
  }
  const http = createHttp({
    baseUrl,
    session: sessions.current,
    onTokenRefreshed: sessions.tokensRefreshed,
    onUnknownToken: (event) => {
      unknown.push(event);
      sessions.expired(!event.softLogout);
    },
    fetch: options.fetch ?? globalThis.fetch,
    log,
    clock,
  });
  const looks = new Set<() => void>();
  const lookAll = () => [...looks].forEach((look) => look());
  const typing = createTyping(store.db, () => user.userId);
  const sync = createSync({
    http,
    store,
    crypto: options.crypto ?? noCrypto,
    ownUserId: user.userId,
    typing,
    log,
    clock,
    onFound: (one) => {
      found.push(one);
      options.onFound?.(one);
      lookAll();
    },
    onPushRules: options.onPushRules,
    urgent: options.urgent,
    features: options.firstRooms === true ? createFeatures(http, log) : undefined,
    random: options.random,
  });
  store.onCommit(lookAll);
  typing.onChange(lookAll);
  sync.onStatus((status) => {
    states.push(`${status.state} ${status.phase}`);
    lookAll();
  });

  const room = (roomId: string) => {
    const roomNo = roomNoOf(store.db, roomId);
    return roomNo === null ? null : getRoom(store.db, roomNo);
  };
  return {
    store,
    http,
    sync,
    sessions,
    typing,
    userId: user.userId,
    states,
    found,
    unknown,
    logged,
    room,
    until(look, mostMs = 55_000) {
      return new Promise((resolve, reject) => {
        // Changes by a timer of the product (a badge, a count) come without a commit.
        const again = setInterval(() => tryIt(), 50);
        const end = () => {
          looks.delete(tryIt);
          clearInterval(again);
          clearTimeout(timer);
        };
        const timer = setTimeout(() => {
          end();
          reject(
            new Error(
              `never came; states: ${states.slice(-6).join(', ')}; ${logged.slice(-3).join(' | ')}`,
            ),
          );
        }, mostMs);
        const tryIt = () => {
          const value = look();
          if (value === null || value === undefined || value === false) return;
          end();
          resolve(value);
        };
        looks.add(tryIt);
        tryIt();
      });
    },
    bodies(roomId) {
      const roomNo = roomNoOf(store.db, roomId);
      if (roomNo === null) return [];
      const page = pageOfTimeline(store.db, { roomNo, limit: 500 });
      return page.events.flatMap((event) => {
        const body = event.raw.content['body'];
        return event.type === 'm.room.message' && typeof body === 'string' ? [body] : [];
      });
    },
    async stop() {
      await sync.stop();
      http.close();
      store.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Acts of a person through the server's own interface, as any other client would do them. */
export function person(server: Homeserver, user: Credentials) {
  const call = (method: string, path: string, body?: unknown) =>
    server.request(method, `/_matrix/client/v3${path}`, {
      token: user.accessToken,
      body,
    }) as Promise<Record<string, unknown>>;
  let counter = 0;
  return {
    ...user,
    call,
    async createRoom(body: Record<string, unknown> = {}): Promise<string> {
      const answer = await call('POST', '/createRoom', { preset: 'private_chat', ...body });
      return String(answer['room_id']);
    },
    join: (roomId: string) => call('POST', `/join/${encodeURIComponent(roomId)}`, {}),
    async send(roomId: string, body: string): Promise<string> {
      counter += 1;
      const txn = `t${counter}.${user.deviceId}`;
      const answer = await call(
        'PUT',
        `/rooms/${encodeURIComponent(roomId)}/send/m.room.message/${txn}`,
        { msgtype: 'm.text', body },
      );
      return String(answer['event_id']);
    },
    state: (roomId: string, type: string, content: unknown, stateKey = '') =>
      call(
        'PUT',
        `/rooms/${encodeURIComponent(roomId)}/state/${type}/${encodeURIComponent(stateKey)}`,
        content,
      ),
  };
}

export type TestPerson = ReturnType<typeof person>;

/** The query of a request in the log of `fetch`. */
export function recordingFetch() {
  const urls: URL[] = [];
  const sent: { readonly path: string; readonly body: unknown }[] = [];
  const fetch: typeof globalThis.fetch = (resource, init) => {
    const url = new URL(String(resource));
    urls.push(url);
    if (typeof init?.body === 'string') {
      sent.push({ path: url.pathname, body: JSON.parse(init.body) as unknown });
    }
    return globalThis.fetch(resource, init);
  };
  const queries = (end: string) =>
    urls
      .filter((url) => url.pathname.endsWith(end))
      .map((url) => Object.fromEntries(url.searchParams));
  const bodies = (part: string) =>
    sent.filter((one) => one.path.includes(part)).map((one) => one.body);
  return { fetch, urls, queries, bodies };
}

export type { FaultProxy };
