// The one place that makes the SDK's MatrixClient: unstarted, without its sync, store or token refresh, used as a typed request library
// and by crypto. Reached from online.ts only, because importing the SDK takes long.
import { createClient, type ICreateClientOpts, type MatrixClient } from 'matrix-js-sdk';
import type { StoredSession } from '../base/types';
import type { Http } from './http';
import { inParts, sendParts } from './toDevice';

type SdkLogger = NonNullable<ICreateClientOpts['logger']>;

/** The SDK prints ids and sometimes keys: none of it reaches our log. */
function silentLogger(): SdkLogger {
  const nothing = () => undefined;
  const silent: SdkLogger = {
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    getChild: () => silent,
  };
  return silent;
}

/** The client never starts; its requests go through `http`, which puts the current token on each. */
export function createMatrixClient(
  http: Pick<Http, 'fetchFn'>,
  session: StoredSession,
  cryptoCallbacks: NonNullable<ICreateClientOpts['cryptoCallbacks']>,
): MatrixClient {
  const client = createClient({
    baseUrl: session.baseUrl,
    userId: session.userId,
    deviceId: session.deviceId,
    accessToken: session.accessToken,
    fetchFn: http.fetchFn,
    cryptoCallbacks,
    logger: silentLogger(),
    disableVoip: true,
    timelineSupport: true,
  });
  const { http: api } = client;
  const authedRequest = api.authedRequest.bind(api);
  // The SDK's timers run on after the answer, and after the end of the session; `http` has a limit of its own.
  api.authedRequest = async (method, requestPath, query, body, options) => {
    const untimed = options === undefined ? options : { ...options, localTimeoutMs: undefined };
    const parts = inParts({ method, path: requestPath, body });
    if (parts === null) return authedRequest(method, requestPath, query, body, untimed);
    await sendParts(parts, (part) =>
      authedRequest(method, part.path, query, part.body as string, untimed),
    );
    return '{}' as never;
  };
  return client;
}
