// The access token of each request and its refresh: when, only one at a time, and the meaning of an unknown token (CHAT-8.3, 9.11, 9.12).
// Must not know the requests. New tokens are saved before they are used.
import { appFailure, AppFailure } from '#contract/wire/errors';
import type { Clock, Log, StoredSession } from '../base/types';
import { errcodeOf, statusOf } from './errors';
import { pauseMs, wait } from './retry';

export type RefreshOutcome = 'success' | 'failure' | 'logout';

export interface NewTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAtMs: number | null;
}

export interface TokenDeps {
  readonly session: () => StoredSession | null;
  /** Asks the server; throws AppFailure. */
  readonly refresh: (refreshToken: string) => Promise<NewTokens>;
  /** Saves durably, so that `session()` answers with them afterwards. */
  readonly onTokenRefreshed: (tokens: NewTokens) => void;
  readonly log: Log;
  readonly clock: Clock;
}

export interface Tokens {
  /** The session with a token that holds for at least 500 ms, as far as its expiry is known. */
  prepare(): Promise<StoredSession>;
  /** After an answer that refused the token of request number `attempt`, sent with `used`. */
  unknownToken(used: StoredSession, attempt: number, softLogout: boolean): Promise<RefreshOutcome>;
  /** Why the last refresh failed, for the error of the request. */
  lastFailure(): AppFailure | null;
}

const refreshIfExpiresWithinMs = 500;
const logoutIfValidForMs = 60_000;

export function createTokens(deps: TokenDeps): Tokens {
  let running: Promise<RefreshOutcome> | null = null;
  let failure: AppFailure | null = null;
  /** The token of the last refresh, and until when it holds on the monotonic clock: the wall clock may be set meanwhile. */
  let refreshed: { token: string; untilMs: number } | null = null;

  const note = ({ accessToken, expiresAtMs }: NewTokens): void => {
    const { clock } = deps;
    refreshed =
      expiresAtMs === null
        ? null
        : { token: accessToken, untilMs: clock.monotonic() + expiresAtMs - clock.now() };
  };
  const monotonicLeftMs = ({ accessToken }: StoredSession): number | null =>
    refreshed?.token === accessToken ? refreshed.untilMs - deps.clock.monotonic() : null;
  /** Null: unknown. Of a token of an earlier run only the wall clock can tell. */
  const leftMs = (session: StoredSession): number | null => {
    const { expiresAtMs } = session;
    return (
      monotonicLeftMs(session) ?? (expiresAtMs === null ? null : expiresAtMs - deps.clock.now())
    );
  };

  async function refresh(attempt: number): Promise<RefreshOutcome> {
    const token = deps.session()?.refreshToken;
    if (!token) return 'logout';
    if (attempt > 1) await wait(deps.clock, pauseMs('token', attempt - 1));
    try {
      const tokens = await deps.refresh(token);
      note(tokens);
      deps.onTokenRefreshed(tokens);
      failure = null;
      deps.log.info('token refreshed');
      return 'success';
    } catch (thrown) {
      failure = thrown instanceof AppFailure ? thrown : null;
      const status = statusOf(thrown);
      const refused = status !== null && status >= 400 && status < 500 && status !== 429;
      deps.log.warn('token refresh failed', { status, errcode: errcodeOf(thrown), refused });
      return refused ? 'logout' : 'failure';
    }
  }

  function refreshOnce(attempt: number): Promise<RefreshOutcome> {
    running ??= refresh(attempt).finally(() => {
      running = null;
    });
    return running;
  }

  return {
    async prepare() {
      if (running) await running;
      const session = deps.session();
      if (session === null) throw appFailure('signed_out', 'Nobody is signed in');
      const left = leftMs(session);
      if (left === null || left > refreshIfExpiresWithinMs) return session;
      await refreshOnce(1);
      return deps.session() ?? session;
    },
    async unknownToken(used, attempt, softLogout) {
      const now = deps.session();
      if (now === null) return 'logout';
      // The session was refreshed, or signed in again, since the request was sent: the end of the old token says nothing about it.
      if (now.accessToken !== used.accessToken) return 'success';
      // Only what this run measured can say that the token has not simply expired.
      const left = monotonicLeftMs(used);
      if (!softLogout && left !== null && left >= logoutIfValidForMs) return 'logout';
      return refreshOnce(attempt);
    },
    lastFailure: () => failure,
  };
}
