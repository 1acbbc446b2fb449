// Every request to the homeserver of a session: address, token, limits, retries. The only place that puts a token on the wire.
// Must not know what the requests mean.
import { isRecord } from '../base/record';
import { onAnyPath } from './alternate';
import { appFailure, AppFailure } from '#contract/wire/errors';
import type { Clock, Log, StoredSession } from '../base/types';
import { bodyLimitBytes, readBody } from './body';
import {
  aborted,
  errcodeOf,
  failureOfAnswer,
  isSoftLogout,
  notMatrix,
  refusesToken,
} from './errors';
import { nextTryMs, noAttempts, wait, type RetryClass } from './retry';
import { createTokens, type NewTokens, type Tokens } from './tokens';
import { clientV1, clientV3, urlOf, type Query } from './url';
import { send, taken, type Take, type Wire } from './wire';

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';

export interface HttpRequest {
  readonly method: Method;
  /** Path after the prefix; use the tag `path` of url.ts, so that ids are encoded. */
  readonly path: string;
  /** Default `/_matrix/client/v3`. */
  readonly prefix?: string;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Default 60 s; covers the whole answer, or with `stallMs` the time before its body. */
  readonly timeoutMs?: number;
  /** An answer may take any time, if no pause within its body is longer than this. */
  readonly stallMs?: number;
  /** Called when the body begins to arrive. */
  readonly onBody?: () => void;
  readonly retry: RetryClass;
  readonly signal?: AbortSignal;
  /** A rate limit holds the request up until then (epoch, ms); null when it continues. */
  readonly onWait?: (untilMs: number | null) => void;
  /** Default true. */
  readonly auth?: boolean;
  /** The server's refusal of the token is not reported (sign-out). */
  readonly inhibitLogout?: boolean;
  /** False: the answer is text. */
  readonly json?: boolean;
  /** Takes the body while it arrives, instead of reading it whole; it has no limit but its own. Its exceptions are thrown on unchanged. */
  readonly take?: Take;
  /** True: the answer is a Buffer. */
  readonly rawResponseBody?: boolean;
}

export interface UnknownToken {
  /** The server keeps the device: a new sign-in with the same device id keeps everything. */
  readonly softLogout: boolean;
  readonly failure: AppFailure;
}

export interface HttpDeps {
  readonly baseUrl: string;
  readonly session: () => StoredSession | null;
  /** Must save durably before it returns; `session()` answers with the new tokens afterwards. */
  readonly onTokenRefreshed: (tokens: NewTokens) => void;
  /** Renews tokens that are not the homeserver's own; default: POST /refresh. Throws AppFailure, with a status when it was refused. */
  readonly refresh?: ((refreshToken: string) => Promise<NewTokens>) | undefined;
  readonly onUnknownToken: (event: UnknownToken) => void;
  readonly onConsentNeeded?: (consentUri: string | null) => void;
  /** A request with the token succeeded. */
  readonly onServed?: (method: Method, path: string) => void;
  readonly fetch: typeof globalThis.fetch;
  readonly log: Log;
  readonly clock: Clock;
}

export interface Http {
  readonly baseUrl: string;
  request<T>(request: HttpRequest): Promise<T>;
  /** Runs `work` with a valid token, again with a new one after it threw M_UNKNOWN_TOKEN (for transfers in another thread). */
  withToken<T>(work: (accessToken: string) => Promise<T>): Promise<T>;
  /** For the SDK's client: same origin, current token, refresh and replay; adds nothing else. */
  readonly fetchFn: typeof globalThis.fetch;
  /** Aborts every running request and refuses later ones: waiting requests must not be sent in the next session. */
  close(): void;
}

const defaultTimeoutMs = 60_000;
const mostTokenAttempts = 6;

/** Dependencies of a request without a token, or with one that it was given. */
interface Line extends HttpDeps {
  /** The only origin that ever gets the token. */
  readonly origin: string;
  /** Aborted by `close`. */
  readonly all: AbortController;
}

/** State that the requests of one session share. */
interface Parts extends Line {
  readonly tokens: Tokens;
}

function wireOf(parts: Line, request: HttpRequest, session: StoredSession | null): Wire {
  const { baseUrl } = parts;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (request.body !== undefined) headers['Content-Type'] = 'application/json';
  if (session) headers['Authorization'] = `Bearer ${session.accessToken}`;
  const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
  return {
    url: urlOf(baseUrl, request.prefix ?? clientV3, request.path, request.query),
    init: { method: request.method, headers, ...body },
    timeoutMs: request.timeoutMs ?? defaultTimeoutMs,
    ...(request.stallMs === undefined ? {} : { stallMs: request.stallMs }),
    signal: request.signal,
  };
}

/** One attempt with one token. */
function once<T>(parts: Line, request: HttpRequest, session: StoredSession | null): Promise<T> {
  const { clock } = parts;
  return send(parts, wireOf(parts, request, session), async (response, alive) => {
    await refuseErrors(response, clock);
    request.onBody?.();
    alive();
    if (request.take !== undefined) return (await taken(request.take, response, alive)) as T;
    const bytes = await readBody(response, bodyLimitBytes, alive);
    if (request.rawResponseBody) return bytes as T;
    if (request.json === false) return bytes.toString('utf8') as T;
    try {
      return JSON.parse(bytes.toString('utf8')) as T;
    } catch {
      // No JSON.
      throw notMatrix();
    }
  });
}

async function authed<T>(
  parts: Parts,
  run: (session: StoredSession) => Promise<T>,
  inhibitLogout: boolean,
): Promise<T> {
  const { tokens } = parts;
  for (let attempt = 1; ; attempt += 1) {
    const used = await tokens.prepare();
    try {
      return await run(used);
    } catch (thrown) {
      if (errcodeOf(thrown) === 'M_CONSENT_NOT_GIVEN') consentNeeded(parts, thrown);
      if (!refusesToken(thrown)) throw thrown;
      await afterUnknownToken(parts, used, attempt, thrown as AppFailure, inhibitLogout);
    }
  }
}

/** Returns when the request is to be sent again. The only function that ends a session. */
async function afterUnknownToken(
  parts: Parts,
  used: StoredSession,
  attempt: number,
  failure: AppFailure,
  inhibitLogout: boolean,
): Promise<void> {
  const { onUnknownToken, tokens } = parts;
  // M_MISSING_TOKEN means that the token was lost on the way: it says nothing about the device.
  const softLogout = isSoftLogout(failure) || errcodeOf(failure) !== 'M_UNKNOWN_TOKEN';
  const outcome =
    attempt >= mostTokenAttempts ? 'logout' : await tokens.unknownToken(used, attempt, softLogout);
  if (outcome === 'success') return;
  if (outcome === 'failure') throw tokenRefreshError(tokens.lastFailure(), failure);
  if (!inhibitLogout) onUnknownToken({ softLogout, failure });
  throw failure;
}

function consentNeeded(parts: Parts, thrown: unknown): void {
  const { onConsentNeeded } = parts;
  const uri = thrown instanceof AppFailure ? thrown.error.data?.['consent_uri'] : null;
  onConsentNeeded?.(typeof uri === 'string' ? uri : null);
}

async function request<T>(parts: Parts, request: HttpRequest): Promise<T> {
  const { clock, log, all } = parts;
  if (request.json !== undefined && request.rawResponseBody !== undefined) {
    throw appFailure('bad_request', 'Invalid request sets both `json` and `rawResponseBody`');
  }
  const attempts = noAttempts();
  for (;;) {
    try {
      if (request.auth === false) return await once<T>(parts, request, null);
      const inhibit = request.inhibitLogout ?? false;
      const answer = await authed(parts, (s) => once<T>(parts, request, s), inhibit);
      parts.onServed?.(request.method, request.path);
      return answer;
    } catch (thrown) {
      if (!(thrown instanceof AppFailure)) throw thrown;
      const waitMs = nextTryMs(request.retry, thrown.error, attempts);
      if (waitMs === null) throw thrown;
      log.debug('retrying', { code: thrown.error.code, waitMs });
      const limited = thrown.error.code === 'rate_limited';
      if (limited) request.onWait?.(clock.now() + waitMs);
      try {
        await wait(clock, waitMs, both(all.signal, request.signal));
      } catch {
        // Only an abort ends a wait.
        throw aborted();
      } finally {
        if (limited) request.onWait?.(null);
      }
    }
  }
}

/** A request that the end of the session cuts is given up: the library tries again after any other failure, and keeps the process alive for it. */
async function sdkFetch(parts: Parts, resource: string | URL | Request, init?: RequestInit) {
  const { signal } = parts.all;
  const ended = (): DOMException => new DOMException('The session has ended', 'AbortError');
  if (signal.aborted) throw ended();
  try {
    return await sdkRequest(parts, resource, init);
  } catch (thrown) {
    throw signal.aborted ? ended() : thrown;
  }
}

async function sdkRequest(parts: Parts, resource: string | URL | Request, init: RequestInit = {}) {
  const { clock, tokens, origin } = parts;
  const url = resource instanceof Request ? resource.url : String(resource);
  const headers = new Headers(init.headers);
  const withToken = headers.has('Authorization') && new URL(url).origin === origin;
  headers.delete('Authorization');
  const wire = (token: string | null): Wire => {
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    const options = { method: init.method, headers, body: init.body } as RequestInit;
    return { url, init: options, timeoutMs: 120_000, signal: init.signal ?? undefined };
  };
  if (!withToken) return send(parts, wire(null), wholeResponse);
  for (let attempt = 1; ; attempt += 1) {
    const used = await tokens.prepare();
    const response = await send(parts, wire(used.accessToken), wholeResponse);
    if (response.status !== 401) return response;
    const failure = await failureOf(response.clone(), clock);
    if (errcodeOf(failure) === 'M_CONSENT_NOT_GIVEN') consentNeeded(parts, failure);
    if (!refusesToken(failure)) return response;
    await afterUnknownToken(parts, used, attempt, failure, false);
  }
}

export function createHttp(deps: HttpDeps): Http {
  const { baseUrl, log, clock, session, onTokenRefreshed } = deps;
  const origin = new URL(baseUrl).origin;
  const line: Line = { ...deps, origin, all: new AbortController() };
  const refresh =
    deps.refresh ??
    ((refreshToken: string): Promise<NewTokens> =>
      refreshTokens((asked) => once(line, asked, null), refreshToken, clock));
  const tokens = createTokens({ session, onTokenRefreshed, log, clock, refresh });
  const parts: Parts = { ...line, tokens };
  return {
    baseUrl,
    request: (asked) => request(parts, asked),
    withToken: (work) => authed(parts, (used) => work(used.accessToken), false),
    fetchFn: ((resource, init) => sdkFetch(parts, resource, init)) as typeof globalThis.fetch,
    close: () => parts.all.abort(),
  };
}

const both = (one: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other === undefined ? one : AbortSignal.any([one, other]);

async function failureOf(response: Response, clock: Clock): Promise<AppFailure> {
  return failureOfAnswer({
    status: response.status,
    url: response.url,
    contentType: response.headers.get('content-type'),
    retryAfter: response.headers.get('retry-after'),
    text: (await readBody(response, 1024 * 1024)).toString('utf8'),
    nowMs: clock.now(),
  });
}

/** Redirects count as errors: following one could carry the token elsewhere. */
async function refuseErrors(response: Response, clock: Clock): Promise<void> {
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw notMatrix();
  }
  if (!response.ok) throw await failureOf(response, clock);
}

/** The SDK gets complete answers within the limit, or the failure of fetch. */
async function wholeResponse(response: Response): Promise<Response> {
  const empty = [101, 204, 205, 304].includes(response.status);
  const body = empty ? null : Uint8Array.from(await readBody(response));
  const { status, statusText, headers } = response;
  const whole = new Response(body, { status, statusText, headers });
  Object.defineProperty(whole, 'url', { value: response.url });
  return whole;
}

function tokenRefreshError(cause: AppFailure | null, refused: AppFailure): AppFailure {
  const error = cause?.error ?? refused.error;
  return appFailure(error.code, `TokenRefreshError: ${error.message}`, {
    retryable: true,
    retryAfterMs: error.retryAfterMs,
    data: { status: null, errcode: 'M_UNKNOWN_TOKEN', tokenRefresh: 'failure' },
  });
}

/** POST /refresh, on servers that do not know v3 under v1 (CHAT-7.55, 8.9). */
async function refreshTokens(
  once: (request: HttpRequest) => Promise<unknown>,
  refreshToken: string,
  clock: Clock,
): Promise<NewTokens> {
  const path = '/refresh';
  const ask = (way: Pick<HttpRequest, 'prefix' | 'path'>) =>
    once({
      ...way,
      method: 'POST',
      body: { refresh_token: refreshToken },
      retry: 'none',
      timeoutMs: 30_000,
    });
  const answer = await onAnyPath(ask, { prefix: clientV3, path }, { prefix: clientV1, path });
  if (!isRecord(answer) || typeof answer['access_token'] !== 'string') throw notMatrix();
  const expires = answer['expires_in_ms'];
  const next = answer['refresh_token'];
  return {
    accessToken: answer['access_token'],
    // Some servers keep the refresh token and do not repeat it.
    refreshToken: typeof next === 'string' ? next : refreshToken,
    expiresAtMs: typeof expires === 'number' ? clock.now() + expires : null,
  };
}
