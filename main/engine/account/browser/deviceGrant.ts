// The device grant (RFC 8628) at the server's OAuth 2.0 service: a code that the user types, or reads, on another device, and the polling
// for the answer. Must not show anything; the caller decides how long to wait.
import * as oauth from 'oauth4webapi';
import { appFailure, type AppFailure } from '#contract/wire/errors';
import type { StoredSession } from '../../base/types';
import {
  authServiceOf,
  clientOf,
  deviceGrantType,
  exchangeFailure,
  newTokens,
  privateUrl,
  refusedTexts,
  requests,
  scopesOf,
  waitMs,
  type AuthService,
} from './oauth';
import { register } from './client';
import { sessionOfTokens, undoSession } from './oauthSession';
import { newDeviceId } from '../random';
import { findServer } from '../server';
import type { SignInDeps } from '../signIn';
import { readAuthMetadata } from '../ways';

/** The code and address that the user needs on the other device. */
export interface DeviceCode {
  /** The code that the user types there. */
  readonly userCode: string;
  /** The page where the user types it. */
  readonly url: string;
  /** The same page with the code in its address, for a camera; null: the service has none. */
  readonly wholeUrl: string | null;
  /** Epoch ms. */
  readonly expiresAtMs: number;
}

export interface DeviceGrant {
  readonly code: DeviceCode;
  /** The device id that the tokens will have. */
  readonly deviceId: string;
  /**
   * Polls until the user has answered; null when `pause` says that the attempt was cancelled.
   * @throws AppFailure `sign_in_refused`, `sign_in_expired`, `sign_in_untrusted`
   */
  session(pause: (ms: number) => Promise<boolean>): Promise<StoredSession | null>;
  undo(session: StoredSession): Promise<void>;
}

const untrusted = (): AppFailure => appFailure('sign_in_untrusted', refusedTexts.misconfigured);
const expired = (): AppFailure => appFailure('sign_in_expired', 'The code has run out');

/** RFC 8628, 3.2 and 3.5. */
const usualSeconds = 5;
const slowerSeconds = 5;
/** Longest polling interval; a service that wants a longer one is polled at this one. */
const mostSeconds = 60;
const longestMs = 60 * 60_000;

interface Asked {
  readonly deviceCode: string;
  readonly seconds: number;
  readonly code: DeviceCode;
}

/** @throws AppFailure for a code that cannot be shown, or an address that is not private */
function askedOf(deps: SignInDeps, answer: oauth.DeviceAuthorizationResponse): Asked {
  const url = privateUrl(answer.verification_uri);
  const whole = answer.verification_uri_complete;
  const wholeUrl = whole === undefined ? null : privateUrl(whole);
  const isSound = /^[\x21-\x7e]{1,40}$/.test(answer.user_code);
  // The code for the camera has to lead to the same service as the code that is typed.
  if (url === null || !isSound || (wholeUrl !== null && wholeUrl.origin !== url.origin))
    throw untrusted();
  const leftMs = Math.min(longestMs, answer.expires_in * 1000);
  return {
    deviceCode: answer.device_code,
    seconds: Math.min(mostSeconds, answer.interval ?? usualSeconds),
    code: {
      userCode: answer.user_code,
      url: url.href,
      wholeUrl: wholeUrl?.href ?? null,
      expiresAtMs: deps.clock.now() + leftMs,
    },
  };
}

async function askForCode(
  deps: SignInDeps,
  { server, stable }: AuthService,
  clientId: string,
  deviceId: string,
): Promise<Asked> {
  const endpoint = server.device_authorization_endpoint ?? '';
  const client = clientOf(clientId);
  const scope = scopesOf(stable, deviceId).join(' ');
  try {
    const response = await oauth.deviceAuthorizationRequest(
      server,
      client,
      oauth.None(),
      { scope },
      requests(deps, { endpoint }, waitMs),
    );
    return askedOf(deps, await oauth.processDeviceAuthorizationResponse(server, client, response));
  } catch (thrown) {
    throw exchangeFailure(thrown);
  }
}

/** The error code of the token endpoint for a poll before the user has answered. */
const codeOf = (thrown: unknown): string | null =>
  thrown instanceof oauth.ResponseBodyError ? thrown.error : null;

/** Asks for a code. @throws AppFailure `sign_in_unsupported` where the service has no such grant */
export async function beginDeviceGrant(
  deps: SignInDeps,
  request: { readonly server: string; readonly deviceId: string | null },
): Promise<DeviceGrant> {
  const { baseUrl } = await findServer(deps, request.server);
  const metadata = await readAuthMetadata(deps, baseUrl);
  if (metadata === null)
    throw appFailure('sign_in_unsupported', 'OIDC authentication not supported');
  const service = authServiceOf(metadata.document, metadata.stable);
  const { server } = service;
  const endpoint = privateUrl(server.device_authorization_endpoint);
  if (endpoint === null) throw appFailure('sign_in_unsupported', refusedTexts.lacking);
  if (endpoint.origin !== new URL(server.token_endpoint ?? '').origin) throw untrusted();
  const clientId = await register(deps, service, [deviceGrantType]);
  const deviceId = request.deviceId ?? newDeviceId();
  const asked = await askForCode(deps, service, clientId, deviceId);
  const { code } = asked;
  const client = clientOf(clientId);

  const tokens = async () => {
    const response = await oauth.deviceCodeGrantRequest(
      server,
      client,
      oauth.None(),
      asked.deviceCode,
      requests(deps, { endpoint: server.token_endpoint ?? '' }, waitMs),
    );
    if (response.status >= 500 || response.status === 429)
      throw appFailure('server_error', refusedTexts.exchange, { retryable: true });
    return newTokens(deps, await oauth.processDeviceCodeResponse(server, client, response));
  };

  /** How long to wait before the next question. @throws AppFailure when there is none */
  const nextSeconds = (seconds: number, thrown: unknown): number => {
    const said = codeOf(thrown);
    if (said === 'authorization_pending') return seconds;
    if (said === 'slow_down') return Math.min(mostSeconds, seconds + slowerSeconds);
    if (said === 'expired_token') throw expired();
    const failure = exchangeFailure(thrown);
    // The service did not refuse: the connection is bad, or the service is busy.
    if (!failure.error.retryable) throw failure;
    return Math.min(mostSeconds, seconds * 2);
  };

  return {
    code,
    deviceId,
    async session(pause) {
      let { seconds } = asked;
      for (;;) {
        if (!(await pause(seconds * 1000))) return null;
        if (deps.clock.now() > code.expiresAtMs) throw expired();
        try {
          const device = { baseUrl, deviceId };
          return await sessionOfTokens(deps, { service, clientId }, device, await tokens());
        } catch (thrown) {
          seconds = nextSeconds(seconds, thrown);
        }
      }
    },
    undo: (session) => undoSession(deps, { service, clientId }, session),
  };
}
