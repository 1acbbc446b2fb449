// OAuth 2.0 at the sign-in service of a homeserver: the checks of the service, the address for the browser, the tokens. Must not know the
// store, the browser or the window. The library does the protocol; the limits are ours.
import * as oauth from 'oauth4webapi';
import { appFailure, AppFailure } from '#contract/wire/errors';
import type { StoredOauth } from '../../base/types';
import { isPrivate, type AnonymousDeps } from '../../http/anonymous';
import { readBody } from '../../http/body';
import { codeOf, isRetryable, timedOut, unreachable, worded } from '../../http/errors';
import type { NewTokens } from '../../http/tokens';
import { randomText } from '../random';

/** A service whose description was checked. */
export interface AuthService {
  readonly server: oauth.AuthorizationServer;
  /** The page where the account is managed; null: the service does not say. */
  readonly accountPage: string | null;
  /** The service signs the user's identity (OpenID Connect): then it is requested and checked. */
  readonly openid: boolean;
  readonly stable: boolean;
}

export const refusedTexts = {
  misconfigured: 'OIDC is misconfigured',
  lacking: 'Configured OIDC OP does not support required functions',
  noRegistration: 'Dynamic registration not supported',
  registration: 'Dynamic registration failed',
  registrationAnswer: 'Dynamic registration invalid response',
  exchange: 'Failed to exchange code for token',
  tokens: 'Invalid bearer token response',
  idToken: 'Invalid ID token',
} as const;

const unsupported = (text: string): AppFailure => appFailure('sign_in_unsupported', text);
const untrusted = (text: string): AppFailure => appFailure('sign_in_untrusted', text);

const lists = (document: Record<string, unknown>, name: string, wanted: string): boolean => {
  const told = document[name];
  return Array.isArray(told) && told.includes(wanted);
};

/** An address of a connection that others cannot read; null for any other one. */
export const privateUrl = (value: unknown): URL | null =>
  typeof value === 'string' && URL.canParse(value) && isPrivate(new URL(value))
    ? new URL(value)
    : null;

/**
 * The checks of a service's description, before anything is sent there.
 * @throws AppFailure `sign_in_unsupported` or `sign_in_untrusted`
 */
export function authServiceOf(document: Record<string, unknown>, stable: boolean): AuthService {
  if (!privateUrl(document['issuer'])) throw untrusted(refusedTexts.misconfigured);
  const authorization = privateUrl(document['authorization_endpoint']);
  if (authorization === null) throw untrusted(refusedTexts.misconfigured);
  if (document['registration_endpoint'] === undefined)
    throw unsupported(refusedTexts.noRegistration);
  for (const name of ['token_endpoint', 'revocation_endpoint', 'registration_endpoint']) {
    // The endpoint that the browser opens and the ones that get the code have to be one service.
    const endpoint = privateUrl(document[name]);
    if (endpoint?.origin !== authorization.origin) throw untrusted(refusedTexts.misconfigured);
  }
  const grants = document['grant_types_supported'];
  const able =
    lists(document, 'response_types_supported', 'code') &&
    (grants === undefined || lists(document, 'grant_types_supported', 'authorization_code')) &&
    lists(document, 'code_challenge_methods_supported', 'S256');
  if (!able) throw unsupported(refusedTexts.lacking);
  return {
    server: document as unknown as oauth.AuthorizationServer,
    accountPage: privateUrl(document['account_management_uri'])?.href ?? null,
    openid: lists(document, 'scopes_supported', 'openid'),
    stable,
  };
}

const mostBytes = 1024 * 1024;

/** One request of the library: only to the service, without redirects, limited in time and size. */
export function requests(
  deps: AnonymousDeps,
  service: { readonly endpoint: string },
  timeoutMs: number,
) {
  const { origin, protocol } = new URL(service.endpoint);
  const customFetch = async (
    url: string,
    init: oauth.CustomFetchOptions<string, unknown>,
  ): Promise<Response> => {
    if (new URL(url).origin !== origin) throw untrusted(refusedTexts.misconfigured);
    const timer = new AbortController();
    const cancel = deps.clock.setTimeout(() => timer.abort(), timeoutMs);
    try {
      const sent = { ...init, redirect: 'manual', signal: timer.signal } as RequestInit;
      const response = await deps.fetch(url, sent);
      const { status, headers } = response;
      const body = await readBody(response, mostBytes);
      return new Response(body.length === 0 ? null : body.toString('utf8'), { status, headers });
    } catch (thrown) {
      if (thrown instanceof AppFailure) throw thrown;
      throw timer.signal.aborted ? timedOut() : unreachable(thrown);
    } finally {
      cancel();
    }
  };
  return { [oauth.customFetch]: customFetch, [oauth.allowInsecureRequests]: protocol === 'http:' };
}

export const waitMs = 30_000;

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** The data of an attempt until the browser comes back. */
export interface Attempt {
  readonly service: AuthService;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export const newAttempt = (
  service: AuthService,
  clientId: string,
  redirectUri: string,
): Attempt => ({
  service,
  clientId,
  redirectUri,
  state: randomText(8),
  nonce: randomText(8),
  verifier: randomText(64),
});

const matrixScopes = {
  stable: 'urn:matrix:client:',
  unstable: 'urn:matrix:org.matrix.msc2967.client:',
};

/** The scopes of the request: all of the Matrix API, as this device. */
export function scopesOf(stable: boolean, deviceId: string): string[] {
  const prefix = stable ? matrixScopes.stable : matrixScopes.unstable;
  return [`${prefix}api:*`, `${prefix}device:${deviceId}`];
}

/** The address that the browser opens. `create` asks for a new account. */
export async function browserUrl(
  attempt: Attempt,
  deviceId: string,
  create: boolean,
): Promise<string> {
  const { service, clientId, redirectUri, state, nonce, verifier } = attempt;
  const scopes = scopesOf(service.stable, deviceId);
  const url = new URL(service.server.authorization_endpoint ?? '');
  const query = {
    response_type: 'code',
    response_mode: 'query',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: (service.openid ? ['openid', ...scopes] : scopes).join(' '),
    state,
    ...(service.openid ? { nonce } : {}),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(create ? { prompt: 'create' } : {}),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** The client as the library needs it. */
export const clientOf = (clientId: string): oauth.Client => ({
  client_id: clientId,
  token_endpoint_auth_method: 'none',
});

/**
 * Exchanges the browser's answer for tokens. The library checks state, issuer, and the signed identity.
 * @throws AppFailure `sign_in_refused` when the user or the service refused, `sign_in_untrusted` for an answer that does not fit
 */
export async function exchange(
  deps: AnonymousDeps,
  attempt: Attempt,
  answer: URLSearchParams,
): Promise<NewTokens> {
  const { service, clientId, redirectUri, state, nonce, verifier } = attempt;
  const { server, openid } = service;
  const client = clientOf(clientId);
  const options = requests(deps, { endpoint: server.token_endpoint ?? '' }, waitMs);
  let status = 0;
  try {
    const checked = oauth.validateAuthResponse(server, client, answer, state);
    const none = oauth.None();
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      none,
      checked,
      redirectUri,
      verifier,
      options,
    );
    status = response.status;
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      response,
      openid ? { expectedNonce: nonce, requireIdToken: true } : {},
    );
    return newTokens(deps, tokens);
  } catch (thrown) {
    // The library reads the page of a broken service as tokens that do not fit.
    if (status >= 500) throw appFailure('server_error', refusedTexts.exchange, { retryable: true });
    throw exchangeFailure(thrown, status >= 400);
  }
}

const known = ({ error }: AppFailure): boolean =>
  Object.values<string>(refusedTexts).includes(error.message);

/** `refused`: the HTTP status was a refusal. */
export function exchangeFailure(thrown: unknown, refused = false): AppFailure {
  // Failures without a code of their own here: no answer, or one that is too long.
  if (thrown instanceof AppFailure)
    return known(thrown) ? thrown : worded(thrown, refusedTexts.exchange);
  const saidNo =
    refused ||
    thrown instanceof oauth.AuthorizationResponseError ||
    thrown instanceof oauth.ResponseBodyError;
  if (saidNo) return appFailure('sign_in_refused', refusedTexts.exchange);
  const code = thrown instanceof oauth.OperationProcessingError ? thrown.code : undefined;
  const ofIdToken = code === oauth.JWT_CLAIM_COMPARISON || code === oauth.JWT_TIMESTAMP_CHECK;
  return untrusted(ofIdToken ? refusedTexts.idToken : refusedTexts.tokens);
}

/** The library has checked that the token is of bearer type, and `expires_in` a number. */
export function newTokens(
  { clock }: AnonymousDeps,
  tokens: oauth.TokenEndpointResponse,
): NewTokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = tokens;
  if (tokens.token_type !== 'bearer') throw untrusted(refusedTexts.tokens);
  // Without a refresh token the session would end with the first access token.
  if (refreshToken === undefined && seconds !== undefined) throw untrusted(refusedTexts.tokens);
  return {
    accessToken,
    refreshToken: refreshToken ?? null,
    expiresAtMs: seconds === undefined ? null : clock.now() + seconds * 1000,
  };
}

/** The data of the service that a session stores. */
export const storedOauth = ({
  service,
  clientId,
}: Pick<Attempt, 'service' | 'clientId'>): StoredOauth => ({
  issuer: service.server.issuer,
  tokenEndpoint: service.server.token_endpoint ?? '',
  revocationEndpoint: service.server.revocation_endpoint ?? '',
  clientId,
  accountPage: service.accountPage,
});

const serverOf = (stored: StoredOauth): oauth.AuthorizationServer => ({
  issuer: stored.issuer,
  token_endpoint: stored.tokenEndpoint,
  revocation_endpoint: stored.revocationEndpoint,
});

/** @throws AppFailure; with a status only when the service said no */
export async function refreshAtService(
  deps: AnonymousDeps,
  stored: StoredOauth,
  refreshToken: string,
): Promise<NewTokens> {
  const server = serverOf(stored);
  const client = clientOf(stored.clientId);
  const options = requests(deps, { endpoint: stored.tokenEndpoint }, 300_000);
  const none = oauth.None();
  const answer = await oauth.refreshTokenGrantRequest(server, client, none, refreshToken, options);
  const { ok, status } = answer;
  try {
    const tokens = await oauth.processRefreshTokenResponse(server, client, answer);
    // Some services keep the refresh token and do not repeat it.
    return newTokens(deps, { refresh_token: refreshToken, ...tokens });
  } catch (thrown) {
    if (thrown instanceof AppFailure) throw thrown;
    if (ok || status < 400) throw untrusted(refusedTexts.tokens);
    const code = codeOf(status, null);
    const data = { status, errcode: null };
    throw appFailure(code, 'The tokens were not renewed', { retryable: isRetryable(code), data });
  }
}

/** Ends the session at the service. False when the service could not be told. */
export async function revoke(
  deps: AnonymousDeps,
  stored: StoredOauth,
  tokens: { readonly accessToken: string; readonly refreshToken: string | null },
): Promise<boolean> {
  const { refreshToken, accessToken } = tokens;
  const server = serverOf(stored);
  const client = clientOf(stored.clientId);
  const limits = requests(deps, { endpoint: stored.revocationEndpoint }, 10_000);
  const hint = refreshToken === null ? 'access_token' : 'refresh_token';
  const options = { ...limits, additionalParameters: { token_type_hint: hint } };
  try {
    const token = refreshToken ?? accessToken;
    const none = oauth.None();
    const answer = await oauth.revocationRequest(server, client, none, token, options);
    await oauth.processRevocationResponse(answer);
    return true;
  } catch {
    // Best effort, as for any other sign-out: the caller tells the user.
    return false;
  }
}
