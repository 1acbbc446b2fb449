// Converts answers of the homeserver and network failures to AppFailure: one table from status and errcode to our codes. Must not know any
// request: a caller that needs another text or code (sign-in) maps it there.
import { appFailure, AppFailure, type ErrorCode } from '#contract/wire/errors';
import { isRecord } from '../base/record';

/** `error.data` of a failed request; `status` is null when no answer of the server came. */
export interface HttpFailureData {
  readonly status: number | null;
  readonly errcode: string | null;
  readonly [key: string]: unknown;
}

const byErrcode: Readonly<Record<string, ErrorCode>> = {
  M_FORBIDDEN: 'forbidden',
  M_GUEST_ACCESS_FORBIDDEN: 'guest_forbidden',
  M_UNKNOWN_TOKEN: 'session_expired',
  M_MISSING_TOKEN: 'session_expired',
  M_USER_LOCKED: 'account_locked',
  M_USER_DEACTIVATED: 'account_deactivated',
  M_NOT_FOUND: 'not_found',
  M_UNRECOGNIZED: 'unsupported_server',
  M_LIMIT_EXCEEDED: 'rate_limited',
  M_TOO_LARGE: 'too_large',
  M_USER_IN_USE: 'conflict',
  M_ROOM_IN_USE: 'conflict',
  M_UNSUPPORTED_ROOM_VERSION: 'unsupported_server',
};

function byStatus(status: number): ErrorCode {
  if (status === 429) return 'rate_limited';
  if (status === 413) return 'too_large';
  // A 401 without an errcode says nothing about the token: it is a proxy's page or a broken server.
  if (status === 401) return 'server_error';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 409) return 'conflict';
  if (status >= 500) return 'server_error';
  return 'bad_request';
}

/** The code of an answer; HTTP 429 is a rate limit whatever its errcode says (CHAT-8.5). */
export function codeOf(status: number, errcode: string | null): ErrorCode {
  if (status === 429) return 'rate_limited';
  if (errcode !== null && Object.hasOwn(byErrcode, errcode)) {
    return byErrcode[errcode] ?? byStatus(status);
  }
  return byStatus(status);
}

/** The same request may succeed later. */
export const isRetryable = (code: ErrorCode): boolean =>
  code === 'rate_limited' || code === 'server_error' || code === 'account_locked';

/**
 * Milliseconds of a `Retry-After` header: a non-negative integer of seconds or an HTTP date (CHAT-5.21).
 * @throws AppFailure for anything else
 */
export function parseRetryAfter(header: string, nowMs: number): number {
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) {
    throw appFailure('server_error', 'value of Retry-After header is not a non-negative integer');
  }
  return Math.max(0, date - nowMs);
}

const defaultRetryAfterMs = 5000;
const longestRetryAfterMs = 15 * 60_000;

/** The server's delay before the next attempt, limited; five seconds where it says none. */
export const retryAfterWithin = (toldMs: number | null): number =>
  toldMs === null || !Number.isFinite(toldMs) || toldMs < 0
    ? defaultRetryAfterMs
    : Math.min(toldMs, longestRetryAfterMs);

/** `retry_after_ms`, else the header, else 5 s (CHAT-8.5); never more than a quarter of an hour. */
export function retryAfterOf(body: unknown, header: string | null, nowMs: number): number {
  const told = isRecord(body) ? body['retry_after_ms'] : undefined;
  if (typeof told === 'number' && Number.isFinite(told) && told >= 0) {
    return Math.min(told, longestRetryAfterMs);
  }
  if (header !== null) {
    try {
      return Math.min(parseRetryAfter(header, nowMs), longestRetryAfterMs);
    } catch {
      // An unreadable header counts as missing.
    }
  }
  return defaultRetryAfterMs;
}

export interface ErrorAnswer {
  readonly status: number;
  readonly url: string;
  readonly contentType: string | null;
  readonly retryAfter: string | null;
  readonly text: string;
  readonly nowMs: number;
}

/** An error answer as AppFailure: 'MatrixError: [status] message (url)', or 'Server returned {status} error' (CHAT-8.1, 8.2). */
export function failureOfAnswer(answer: ErrorAnswer): AppFailure {
  const type = answer.contentType?.split(';')[0]?.trim().toLowerCase() ?? null;
  const body = type === 'application/json' ? parseJson(answer.text) : undefined;
  if (isRecord(body)) return matrixFailure(answer, body);
  const status = answer.status;
  const plain = type === 'text/plain' ? `: ${answer.text.slice(0, 500)}` : '';
  const code = codeOf(status, null);
  return appFailure(code, `Server returned ${status} error${plain}`, {
    retryable: isRetryable(code),
    retryAfterMs:
      code === 'rate_limited' ? retryAfterOf(null, answer.retryAfter, answer.nowMs) : null,
    data: { status, errcode: null },
  });
}

function matrixFailure(answer: ErrorAnswer, body: Record<string, unknown>): AppFailure {
  const errcode = typeof body['errcode'] === 'string' ? body['errcode'] : null;
  const said = typeof body['error'] === 'string' ? body['error'] : 'Unknown message';
  // A demand for interactive authentication waits for the user.
  const asksForAuth = answer.status === 401 && errcode === null && Array.isArray(body['flows']);
  const code = asksForAuth ? 'forbidden' : codeOf(answer.status, errcode);
  return appFailure(code, `MatrixError: [${answer.status}] ${said} (${withoutQuery(answer.url)})`, {
    retryable: isRetryable(code),
    retryAfterMs:
      code === 'rate_limited' ? retryAfterOf(body, answer.retryAfter, answer.nowMs) : null,
    // The server's own text and all fields that interactive auth, soft logout and consent need.
    data: { ...body, status: answer.status, errcode },
  });
}

/** No answer came: refused, cut, no name, no route. `data.network` is the system's error code, e.g. ENOTFOUND. */
export function unreachable(thrown?: unknown): AppFailure {
  return appFailure('offline', 'fetch failed', {
    retryable: true,
    data: { status: null, errcode: null, network: networkCode(thrown) },
  });
}

/** fetch hides the system's error in `cause`, for several addresses in `cause.errors`. */
function networkCode(thrown: unknown, depth = 0): string | null {
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return null;
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  if ('errors' in thrown && Array.isArray(thrown.errors)) {
    return networkCode(thrown.errors[0], depth + 1);
  }
  return 'cause' in thrown ? networkCode(thrown.cause, depth + 1) : null;
}

export function timedOut(): AppFailure {
  return appFailure('timeout', 'Timeout', {
    retryable: true,
    data: { status: null, errcode: null },
  });
}

export function aborted(): AppFailure {
  return appFailure('cancelled', 'The request was cancelled', {
    retryable: true,
    data: { status: null, errcode: null },
  });
}

/** A 2xx answer that does not come from a homeserver, e.g. the page of a captive portal: counts as no answer. */
export function notMatrix(): AppFailure {
  return appFailure('not_matrix', 'The answer is not JSON', {
    retryable: true,
    data: { status: null, errcode: null },
  });
}

/** The same failure with another text. */
export const worded = ({ error }: AppFailure, message: string): AppFailure =>
  new AppFailure({ ...error, message });

/** Status of the server's answer, or null when there was none. */
export function statusOf(thrown: unknown): number | null {
  if (!(thrown instanceof AppFailure)) return null;
  const status = thrown.error.data?.['status'];
  return typeof status === 'number' ? status : null;
}

/** The server will always refuse this request. */
export function isRefusal(thrown: unknown): boolean {
  const status = statusOf(thrown) ?? 0;
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}

/** The only answers that can end a session, and only after a refresh did not help. Every other 401 counts like a 5xx. */
export function refusesToken(thrown: unknown): boolean {
  const errcode = errcodeOf(thrown);
  return errcode === 'M_UNKNOWN_TOKEN' || errcode === 'M_MISSING_TOKEN';
}

/** The server keeps the device: a new sign-in with its id keeps everything. */
export const isSoftLogout = (thrown: unknown): boolean =>
  thrown instanceof AppFailure && thrown.error.data?.['soft_logout'] === true;

export function errcodeOf(thrown: unknown): string | null {
  if (!(thrown instanceof AppFailure)) return null;
  const errcode = thrown.error.data?.['errcode'];
  return typeof errcode === 'string' ? errcode : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // No JSON.
    return undefined;
  }
}

/** A query may contain tokens and search terms: it is left out of every text. */
function withoutQuery(url: string): string {
  const at = url.search(/[?#]/);
  return at === -1 ? url : url.slice(0, at);
}
