// Finds out when the server answers again: GET /versions at the pace of CHAT-9.3 and 9.4.
import type { AppError } from '#contract/wire/errors';
import { statusOf } from '../http/errors';
import type { Http } from '../http/http';
import type { Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import { pauseMs } from '../http/retry';

export interface KeepAliveDeps {
  readonly http: Pick<Http, 'request'>;
  /** Waits, but not longer than until `wake` or the end. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly running: () => boolean;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly onFailed: (error: AppError) => void;
}

const firstDelayMs = 2000;
const jitterMs = 5000;
const refusedDelayMs = 2000;
const requestTimeoutMs = 15_000;

const askVersions = (http: Pick<Http, 'request'>, signal?: AbortSignal) =>
  http.request({
    method: 'GET',
    prefix: '',
    path: '/_matrix/client/versions',
    auth: false,
    timeoutMs: requestTimeoutMs,
    retry: 'none',
    ...(signal === undefined ? {} : { signal }),
  });

/** Asks once, for 15 s at most: resolves when the server has answered, or could not be reached. Sync tells which. */
export const askOnce = (http: Pick<Http, 'request'>): Promise<void> =>
  askVersions(http).then(
    () => undefined,
    () => undefined,
  );

/** Resolves when the server answers (or sync stops) with whether the connection had failed. 400 and 404 count as answers (CHAT-7.5). */
export async function untilReachable(deps: KeepAliveDeps, atLeastMs: number): Promise<boolean> {
  const jitter = () => Math.floor(deps.random() * jitterMs);
  let didFail = false;
  await deps.sleep(Math.max(atLeastMs, firstDelayMs + jitter()));
  while (deps.running()) {
    try {
      await askVersions(deps.http, deps.signal);
      return didFail;
    } catch (thrown) {
      if (!deps.running()) return didFail;
      if ([400, 404].includes(statusOf(thrown) ?? 0)) {
        await deps.sleep(refusedDelayMs);
        return didFail;
      }
      didFail = true;
      deps.onFailed(unexpected(deps.log, 'keep-alive', thrown));
      await deps.sleep(pauseMs('keepAlive', 1) + jitter());
    }
  }
  return didFail;
}
