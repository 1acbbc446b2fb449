// The requests of a registration: whether a server registers people, whether a name is free, and one turn of POST /register.
import { appFailure } from '#contract/wire/errors';
import { isRecord } from '../base/record';
import type { StoredSession } from '../base/types';
import { errcodeOf, isRefusal, notMatrix, statusOf } from '../http/errors';
import type { Http } from '../http/http';
import { demandOf, type AuthDemand, type AuthDict } from '../http/interactiveAuth';
import { emailWanted, stages } from './authFlow';
import type { Upgrade } from './guest';
import { newAccountFailure } from './newAccountErrors';
import { sessionOf, signInAt, type SignInDeps } from './signIn';

const register = (http: Http, body: Record<string, unknown>): Promise<unknown> =>
  http.request<unknown>({ method: 'POST', path: '/register', auth: false, retry: 'none', body });

/** @throws AppFailure `registration_closed` where the server registers nobody */
export async function readOffer(http: Http): Promise<'none' | 'optional' | 'required'> {
  try {
    await register(http, {});
  } catch (thrown) {
    const demand = demandOf(thrown);
    if (demand !== null && demand.flows.length > 0) return emailWanted(demand.flows);
    throw newAccountFailure(thrown, 'registration_closed');
  }
  // The empty request must not succeed: no server makes an account without any data.
  throw notMatrix();
}

export type UserNameProblem = 'user_in_use' | 'user_invalid' | 'user_exclusive';

/** GET /register/available. Null: the name is free. @throws AppFailure */
export async function userNameProblem(
  http: Http,
  userName: string,
): Promise<UserNameProblem | null> {
  // Some servers cannot even read the question about other signs.
  if (/[^a-z0-9._=\-/+:]/.test(userName)) return 'user_invalid';
  try {
    await http.request({
      method: 'GET',
      path: '/register/available',
      query: { username: userName },
      auth: false,
      retry: 'none',
    });
    return null;
  } catch (thrown) {
    const failure = newAccountFailure(thrown, 'registration_closed');
    const { code } = (failure as { error?: { code?: string } }).error ?? {};
    if (code === 'user_in_use' || code === 'user_invalid' || code === 'user_exclusive') return code;
    throw failure;
  }
}

export interface NewAccount {
  readonly userName: string;
  readonly password: string;
  readonly deviceName: string;
  /** The guest that becomes the account. */
  readonly upgrade?: Upgrade | undefined;
}

/** The result of a turn of POST /register: the account, or the stages that are missing. */
export type RegisterAnswer =
  | { readonly type: 'account'; readonly answer: unknown }
  | { readonly type: 'demand'; readonly demand: AuthDemand };

/** @throws AppFailure of `newAccountFailure`, or `email_unconfirmed` */
export async function registerTurn(
  http: Http,
  account: NewAccount,
  session: string | null,
  auth: AuthDict | null,
): Promise<RegisterAnswer> {
  try {
    const answer = await register(http, {
      username: account.userName,
      password: account.password,
      initial_device_display_name: account.deviceName,
      refresh_token: true,
      inhibit_login: false,
      ...(account.upgrade !== undefined && {
        guest_access_token: account.upgrade.guestToken,
        device_id: account.upgrade.deviceId,
      }),
      ...(session === null ? {} : { auth: { ...auth, session } }),
    });
    return { type: 'account', answer };
  } catch (thrown) {
    const demand = demandOf(thrown);
    if (demand !== null) return { type: 'demand', demand };
    // Synapse refuses this stage without repeating the demand.
    if (auth?.['type'] === stages.email && statusOf(thrown) === 401)
      throw appFailure('email_unconfirmed', 'The link in the mail was not opened');
    const isClosed = errcodeOf(thrown) === 'M_FORBIDDEN' || statusOf(thrown) === 404;
    throw newAccountFailure(thrown, isClosed ? 'registration_closed' : 'bad_request');
  }
}

/** The server has forgotten the completed stages: they start again. */
export const isForgotten = (thrown: unknown): boolean =>
  isRefusal(thrown) && ['M_UNKNOWN', 'M_NOT_FOUND', null].includes(errcodeOf(thrown));

/** Signs in where the server made the account without a session. */
export function sessionOfNew(
  deps: SignInDeps,
  http: Http,
  { password, deviceName, upgrade }: NewAccount,
  answer: unknown,
): Promise<StoredSession> {
  const { baseUrl } = http;
  if (isRecord(answer) && answer['access_token'] === undefined) {
    const user = answer['user_id'];
    if (typeof user !== 'string') throw notMatrix();
    return signInAt(deps, baseUrl, {
      ...{ user, password, deviceName },
      deviceId: upgrade?.deviceId ?? null,
    });
  }
  return Promise.resolve(sessionOf(answer, baseUrl, deps.clock));
}
