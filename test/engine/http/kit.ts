// An http of a signed-in user against a real homeserver behind the fault proxy, on a test clock.
import { createHttp, type Http, type HttpDeps, type UnknownToken } from '#engine/http/http';
import type { NewTokens } from '#engine/http/tokens';
import type { StoredSession } from '#engine/base/types';
import { createTestClock, type TestClock } from './testClock';
import { silentLog } from '../../support/silentLog';

export interface HttpKit {
  readonly http: Http;
  readonly clock: TestClock;
  readonly unknown: UnknownToken[];
  readonly refreshed: NewTokens[];
  readonly consent: (string | null)[];
  session(): StoredSession;
  setSession(fields: Partial<StoredSession>): void;
}

export function httpKit(
  baseUrl: string,
  user: { userId: string; accessToken: string; deviceId: string },
  more: Partial<HttpDeps> = {},
): HttpKit {
  let session: StoredSession = {
    ...user,
    refreshToken: null,
    expiresAtMs: null,
    baseUrl,
    serverName: 'localhost',
    state: 'signed_in',
  };
  const clock = createTestClock();
  const unknown: UnknownToken[] = [];
  const refreshed: NewTokens[] = [];
  const consent: (string | null)[] = [];
  const http = createHttp({
    baseUrl,
    session: () => session,
    onTokenRefreshed: (tokens) => {
      refreshed.push(tokens);
      session = { ...session, ...tokens };
    },
    onUnknownToken: (event) => unknown.push(event),
    onConsentNeeded: (uri) => consent.push(uri),
    fetch: globalThis.fetch,
    log: silentLog,
    clock,
    ...more,
  });
  return {
    http,
    clock,
    unknown,
    refreshed,
    consent,
    session: () => session,
    setSession: (fields) => (session = { ...session, ...fields }),
  };
}

/** The AppError a promise is rejected with. */
export async function failureOf(promise: Promise<unknown>) {
  try {
    await promise;
  } catch (thrown) {
    if (thrown instanceof Error && 'error' in thrown)
      return thrown.error as Record<string, unknown>;
    throw thrown;
  }
  throw new Error('it succeeded');
}
