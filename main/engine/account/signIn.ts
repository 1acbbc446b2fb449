// Password sign-in, its errors, and the sign-out request. The password is passed through and never kept here.
import { serverNameOf } from '#contract/plainNames';
import { appFailure, AppFailure } from '#contract/wire/errors';
import { errcodeOf, notMatrix, statusOf } from '../http/errors';
import { isRecord } from '../base/record';
import { createHttp, type Http } from '../http/http';
import type { Clock, Log, StoredSession } from '../base/types';
import { findServer } from './server';

export interface SignInDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly log: Log;
}

interface Device {
  readonly deviceName: string;
  /** The device of a soft logout, to keep it; null makes a new one. */
  readonly deviceId: string | null;
}

export interface PasswordSignIn extends Device {
  readonly server: string;
  /** Local part, whole user id, e-mail address, or telephone number with its country. */
  readonly user: string;
  readonly password: string;
}

/** @throws AppFailure `wrong_password`, `account_deactivated`, `rate_limited`, or what `findServer` throws */
export async function signInWithPassword(
  deps: SignInDeps,
  request: PasswordSignIn,
): Promise<StoredSession> {
  const server = await findServer(deps, request.server);
  return signInAt(deps, server.baseUrl, request);
}

/** POST /login with a password at a known address. */
export function signInAt(
  deps: SignInDeps,
  baseUrl: string,
  request: Omit<PasswordSignIn, 'server'>,
): Promise<StoredSession> {
  return logIn(deps, baseUrl, request, {
    type: 'm.login.password',
    identifier: identifierOf(request.user.trim()),
    password: request.password,
  });
}

/** POST /login with the token that a single sign-on ended with. */
export function signInWithToken(
  deps: SignInDeps,
  baseUrl: string,
  request: Device,
  token: string,
): Promise<StoredSession> {
  return logIn(deps, baseUrl, request, { type: 'm.login.token', token }).catch(
    (thrown: unknown) => {
      const refused = thrown instanceof AppFailure && thrown.error.code === 'wrong_password';
      throw refused ? appFailure('sign_in_refused', 'The login token was refused') : thrown;
    },
  );
}

async function logIn(
  deps: SignInDeps,
  baseUrl: string,
  device: Device,
  proof: Record<string, unknown>,
): Promise<StoredSession> {
  const answer = await signedOutHttp(deps, baseUrl)
    .request<unknown>({
      method: 'POST',
      path: '/login',
      auth: false,
      retry: 'limited',
      body: {
        ...proof,
        initial_device_display_name: device.deviceName,
        refresh_token: true,
        ...(device.deviceId === null ? {} : { device_id: device.deviceId }),
      },
    })
    .catch((thrown: unknown) => {
      throw signInFailure(thrown);
    });
  return sessionOf(answer, baseUrl, deps.clock);
}

/** POST /logout. False when the server could not be asked: the session may live on there. */
export async function signOutAtServer(http: Http): Promise<boolean> {
  try {
    await http.request({
      method: 'POST',
      path: '/logout',
      body: {},
      retry: 'none',
      timeoutMs: 10_000,
      inhibitLogout: true,
    });
    return true;
  } catch (thrown) {
    // The server no longer knows the token, which is what the request wanted.
    return statusOf(thrown) === 401;
  }
}

/** For requests before there is a session. */
export function signedOutHttp(deps: SignInDeps, baseUrl: string): Http {
  return createHttp({
    baseUrl,
    session: () => null,
    onTokenRefreshed: () => undefined,
    onUnknownToken: () => undefined,
    ...deps,
  });
}

/** For the few requests of a session that is not saved yet. */
export const httpOf = (deps: SignInDeps, session: StoredSession): Http =>
  createHttp({
    baseUrl: session.baseUrl,
    session: () => session,
    onTokenRefreshed: () => undefined,
    onUnknownToken: () => undefined,
    ...deps,
  });

/** Ends a session that was not saved. */
export async function endSession(deps: SignInDeps, session: StoredSession): Promise<void> {
  await signOutAtServer(httpOf(deps, session));
}

function identifierOf(user: string): Record<string, string> {
  const number = user.replace(/[\s().-]/g, '');
  if (/^\+\d{6,15}$/.test(number)) {
    return { type: 'm.id.thirdparty', medium: 'msisdn', address: number.slice(1) };
  }
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(user)) {
    return { type: 'm.id.thirdparty', medium: 'email', address: user };
  }
  return { type: 'm.id.user', user };
}

function signInFailure(thrown: unknown): unknown {
  if (!(thrown instanceof AppFailure)) return thrown;
  const data = thrown.error.data;
  if (errcodeOf(thrown) === 'M_USER_DEACTIVATED') {
    return appFailure('account_deactivated', thrown.error.message, { data });
  }
  if (statusOf(thrown) === 403) return appFailure('wrong_password', thrown.error.message, { data });
  return thrown;
}

/** The session in the answer to a sign-in or a registration. @throws AppFailure `not_matrix` */
export function sessionOf(answer: unknown, baseUrl: string, clock: Clock): StoredSession {
  if (!isRecord(answer)) throw notMatrix();
  const { user_id: userId, device_id: deviceId, access_token: accessToken } = answer;
  if (
    typeof userId !== 'string' ||
    typeof deviceId !== 'string' ||
    typeof accessToken !== 'string' ||
    !/^@[^:]*:.+/.test(userId)
  ) {
    throw notMatrix();
  }
  const expires = answer['expires_in_ms'];
  const refreshToken = answer['refresh_token'];
  return {
    userId,
    deviceId,
    accessToken,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : null,
    expiresAtMs: typeof expires === 'number' ? clock.now() + expires : null,
    baseUrl,
    serverName: serverNameOf(userId),
    state: 'signed_in',
  };
}
