// Guests: a session that a server gives without an account, the requests that it may not make, and its upgrade to an account. Must not save
// the session, nor know what rooms are.
import { localpartOf } from '#contract/plainNames';
import { appFailure, AppFailure } from '#contract/wire/errors';
import type { StoredSession } from '../base/types';
import { errcodeOf, statusOf } from '../http/errors';
import type { Http, HttpRequest } from '../http/http';
import { findServer } from './server';
import { sessionOf, signedOutHttp, type SignInDeps } from './signIn';

const limits = ['M_RESOURCE_LIMIT_EXCEEDED', 'M_USER_LIMIT_EXCEEDED', 'M_CONSENT_NOT_GIVEN'];

/** Servers have several codes for refusing guests; one that is full, or wants another step first, answers with another code. */
const takesNone = (thrown: unknown): boolean =>
  [401, 403, 404].includes(statusOf(thrown) ?? 0) && !limits.includes(errcodeOf(thrown) ?? '');

/**
 * POST /register?kind=guest.
 *
 * @throws AppFailure `guest_forbidden` where the server takes no guests
 */
export async function enterAsGuest(
  deps: SignInDeps,
  server: string,
  deviceName: string,
): Promise<StoredSession> {
  const { baseUrl } = await findServer(deps, server);
  const answer = await signedOutHttp(deps, baseUrl)
    .request<unknown>({
      method: 'POST',
      path: '/register',
      query: { kind: 'guest' },
      auth: false,
      retry: 'limited',
      body: { initial_device_display_name: deviceName },
    })
    .catch((thrown: unknown) => {
      throw takesNone(thrown)
        ? appFailure('guest_forbidden', 'The server takes no guests')
        : thrown;
    });
  return { ...sessionOf(answer, baseUrl, deps.clock), guest: true };
}

/** The data that turn a guest into an account: the same user and the same device, so that nothing of the profile is lost. */
export interface Upgrade {
  readonly userName: string;
  readonly serverName: string;
  readonly baseUrl: string;
  readonly deviceId: string;
  readonly guestToken: string;
}

/** Null: not a guest. */
export function upgradeOf(session: StoredSession | null): Upgrade | null {
  if (session?.guest !== true || session.state !== 'signed_in') return null;
  const { userId, serverName, baseUrl, deviceId, accessToken: guestToken } = session;
  const userName = localpartOf(userId);
  return { userName, serverName, baseUrl, deviceId, guestToken };
}

const stateOfRoom = /^\/rooms\/[^/]+\/state\//;
const joining = /^\/(?:join|rooms\/[^/]+\/join)(?:\/|$)/;

const mayNot = (): AppFailure => appFailure('guest_forbidden', 'Guests may not do this');

/** The http of a guest: it sends no state event (CHAT-6.10), and tells a room that takes no guests from one that lets nobody in. */
export function guestHttp(http: Http): Http {
  return {
    ...http,
    async request<T>(request: HttpRequest): Promise<T> {
      if (request.method === 'PUT' && stateOfRoom.test(request.path)) throw mayNot();
      try {
        return await http.request<T>(request);
      } catch (thrown) {
        // A ban, or a missing invitation, keeps its own error; Synapse tells the two from a guest's refusal only by the text.
        const isNoGuests =
          thrown instanceof AppFailure &&
          joining.test(request.path) &&
          errcodeOf(thrown) === 'M_FORBIDDEN' &&
          /guest/i.test(thrown.error.message);
        throw isNoGuests
          ? appFailure('guest_forbidden', thrown.error.message, { data: thrown.error.data })
          : thrown;
      }
    },
  };
}
