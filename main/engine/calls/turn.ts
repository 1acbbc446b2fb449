// TURN servers of the homeserver: asked every 10 minutes while a window has the calls (CHAT-9.23), on our own timer. 403 means that there
// are none for this account: the engine stops asking (CHAT-8.14). After other failures the known ones stay in use.
import { appFailure } from '#contract/wire/errors';
import type { CallTurn } from '#contract/areas/calls/callsModels';
import type { Http } from '../http/http';
import { isRecord } from '../base/record';
import { createListeners } from '../base/listeners';
import type { Clock, Log } from '../base/types';
import { unexpected } from '../base/unexpected';

export interface TurnDeps {
  readonly http: Pick<Http, 'request'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Turn {
  now(): CallTurn;
  onChange(listener: () => void): () => void;
  /** Asks the server if nothing is known, the credentials are about to expire, or with `force`. Never throws: `problem` has the failure. */
  refresh(force: boolean): Promise<CallTurn>;
  /** Begins the timer; further calls do nothing. */
  start(): void;
  stop(): void;
}

export const checkMs = 10 * 60_000;
export const noTurn: CallTurn = { servers: [], expiresAtMs: null, problem: null };

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** RFC 7064 and 7065. With a single address of another form, or more than a browser takes, no call can be made at all. */
const stunForm = /^stuns?:[^\s?#@/]+$/i;
const turnForm = /^turns?:[^\s?#@/]+(\?transport=(udp|tcp))?$/i;
const mostUrls = 16;
const mostTtl = 30 * 24 * 3_600;

/** CHAT-3.26: uris, username, password and ttl become urls, username, credential. An answer without addresses is "none". */
export function readTurn(answer: unknown, nowMs: number): CallTurn {
  if (!isRecord(answer)) return noTurn;
  const { username, password, ttl } = answer;
  const hasCredentials = typeof username === 'string' && typeof password === 'string';
  const urls = texts(answer['uris'])
    .filter((uri) => stunForm.test(uri) || (hasCredentials && turnForm.test(uri)))
    .slice(0, mostUrls);
  const seconds = typeof ttl === 'number' && ttl > 0 ? Math.min(ttl, mostTtl) : 0;
  const expiresAtMs = nowMs + seconds * 1000;
  if (urls.length === 0) return { servers: [], expiresAtMs, problem: null };
  const server = { urls, ...(hasCredentials ? { username, credential: password } : {}) };
  return { servers: [server], expiresAtMs, problem: null };
}

export function createTurn({ http, clock, log }: TurnDeps): Turn {
  const { tell, add: onChange } = createListeners();
  let current = noTurn;
  let asking: Promise<CallTurn> | null = null;
  let cancel: (() => void) | null = null;
  let ended = false;

  function set(next: CallTurn): void {
    current = next;
    tell();
  }

  async function ask(): Promise<CallTurn> {
    try {
      const path = '/voip/turnServer';
      const answer = await http.request<unknown>({ method: 'GET', path, retry: 'none' });
      set(readTurn(answer, clock.now()));
    } catch (thrown) {
      const error = unexpected(log, 'TURN servers', thrown);
      const fatal = error.data?.['status'] === 403;
      log.warn('no TURN servers', { code: error.code, fatal });
      if (fatal) stop();
      set({ ...current, problem: { fatal, error } });
    }
    return current;
  }

  async function refresh(force: boolean): Promise<CallTurn> {
    const fresh = current.expiresAtMs !== null && current.expiresAtMs - clock.now() > checkMs;
    if (!force && (fresh || current.problem?.fatal === true)) return current;
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  }

  function again(): void {
    cancel = clock.setTimeout(() => {
      again();
      void refresh(false);
    }, checkMs);
  }

  function stop(): void {
    ended = true;
    cancel?.();
    cancel = null;
  }

  return {
    now: () => current,
    onChange,
    refresh,
    start() {
      if (cancel !== null || ended) return;
      again();
      void refresh(false);
    },
    stop,
  };
}

/** The answer for a window that asks while the engine is offline. */
export const offlineTurn = (): CallTurn => ({
  ...noTurn,
  problem: {
    fatal: false,
    error: appFailure('offline', 'The server cannot be reached', { retryable: true }).error,
  },
});
