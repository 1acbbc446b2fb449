// Signing in through the browser: one attempt at a time, from the address that it opens to the session that it ends with. Keeps the secrets
// of the attempt (state, nonce, verifier) in this process; must not save the session, nor open the browser itself.
import { appFailure } from '#contract/wire/errors';
import type { AppError } from '#contract/wire/errors';
import type { StoredSession } from '../../base/types';
import { unexpected } from '../../base/unexpected';
import { beginDeviceGrant, type DeviceCode, type DeviceGrant } from './deviceGrant';
import { listen, type Heard, type Loopback } from './loopback';
import { register } from './client';
import { authServiceOf, browserUrl, exchange, newAttempt } from './oauth';
import { sessionOfTokens, undoSession } from './oauthSession';
import type { Pages } from '../pages';
import { newDeviceId, randomText } from '../random';
import { findServer } from '../server';
import type { SignInState, SignInStates } from './signInState';
import { endSession, signInWithToken, type SignInDeps } from '../signIn';
import { readAuthMetadata, ssoUrl } from '../ways';

export type BrowserSignIn =
  | { readonly state: 'idle' }
  /** `foreign`: an answer of another attempt came. `not_opened`: the system has no browser for it. */
  | { readonly state: 'waiting'; readonly note: 'foreign' | 'not_opened' | null }
  /** The user has to type the code, or read it with a camera, on another device. */
  | ({ readonly state: 'code' } & DeviceCode)
  | { readonly state: 'finishing' }
  | { readonly state: 'failed'; readonly error: AppError };

export interface BrowserRequest {
  readonly server: string;
  /** `device`: with a code, on another device. */
  readonly way: 'oauth' | 'create' | 'sso' | 'device';
  /** With `sso`: one of the server's providers; null: its only one. */
  readonly providerId: string | null;
  readonly deviceName: string;
  /** The device of a soft logout, to keep it; null makes a new one. */
  readonly deviceId: string | null;
}

export interface BrowserSignInDeps extends SignInDeps {
  readonly show: (state: BrowserSignIn) => void;
  readonly pages: Pages;
  readonly states: SignInStates;
  /** Saves the session; its failure ends the attempt, and also the session at the server unless that was saved. */
  readonly signedIn: (session: StoredSession) => Promise<void>;
  readonly isTaken: (session: StoredSession) => boolean;
}

export interface BrowserSignIns {
  /** Resolves when the browser was asked to open; an attempt that is running is cancelled. @throws AppFailure */
  begin(request: BrowserRequest): Promise<void>;
  openAgain(): void;
  notOpened(turn: number): void;
  cancel(): void;
}

/** An attempt that waits for its answer. */
interface Waiting {
  readonly url: string;
  /** The state that is stored until the answer comes. */
  readonly kept: SignInState;
  finish(answer: URLSearchParams, kept: SignInState): Promise<StoredSession>;
  /** Ends a session that was not saved. */
  undo(session: StoredSession): Promise<void>;
}

/** The attempt ends when no answer has come from the browser for so long. */
const longestWaitMs = 20 * 60_000;
/** The attempt ends after this number of wrong answers, so that its state cannot be guessed. */
const mostForeign = 20;

export function createBrowserSignIns(deps: BrowserSignInDeps): BrowserSignIns {
  const { clock, log, show, pages, states } = deps;
  let attempt = 0;
  let turn = 0;
  let foreign = 0;
  let waiting: Waiting | null = null;
  let loopback: Loopback | null = null;
  let cancelTimer: () => void = () => undefined;

  const end = (state: BrowserSignIn): void => {
    attempt += 1;
    // An attempt that is finishing takes the stored state itself.
    if (waiting !== null && state.state !== 'finishing') states.drop();
    waiting = null;
    cancelTimer();
    loopback?.close();
    loopback = null;
    pages.end();
    show(state);
  };

  const ask = (): void => {
    if (waiting === null) return;
    cancelTimer();
    const expired = appFailure('sign_in_expired', 'Nothing came back from the browser').error;
    cancelTimer = clock.setTimeout(() => end({ state: 'failed', error: expired }), longestWaitMs);
    show({ state: 'waiting', note: null });
    turn = pages.ask(waiting.url);
  };

  const heard = (answer: URLSearchParams): Heard => {
    if (waiting === null) return 'foreign';
    if (answer.get('state') !== waiting.kept.state) {
      foreign += 1;
      log.warn('an answer of another sign-in', { foreign });
      const error = appFailure('sign_in_untrusted', 'Too many answers of other sign-ins').error;
      if (foreign >= mostForeign) end({ state: 'failed', error });
      else show({ state: 'waiting', note: 'foreign' });
      return 'foreign';
    }
    const current = waiting;
    end({ state: 'finishing' });
    const { state } = current.kept;
    void finish(current, attempt, async () => current.finish(answer, states.take(state)));
    return 'taken';
  };

  const finish = async (
    one: Pick<Waiting, 'undo'>,
    number: number,
    give: () => Promise<StoredSession | null>,
  ): Promise<void> => {
    try {
      const session = await give();
      if (session === null) return;
      if (number !== attempt) return await one.undo(session);
      show({ state: 'finishing' });
      try {
        await deps.signedIn(session);
      } catch (thrown) {
        if (!deps.isTaken(session)) await one.undo(session);
        throw thrown;
      }
      if (number === attempt) show({ state: 'idle' });
    } catch (thrown) {
      const error = unexpected(log, 'sign-in by the browser', thrown);
      log.warn('sign-in by the browser failed', { code: error.code });
      if (number === attempt) show({ state: 'failed', error });
    }
  };

  /** False: the attempt was cancelled meanwhile. */
  const pause = (number: number, ms: number): Promise<boolean> =>
    new Promise((resolve) => {
      const stop = clock.setTimeout(() => resolve(number === attempt), ms);
      cancelTimer = () => {
        stop();
        resolve(false);
      };
    });

  const beginCode = async (request: BrowserRequest, number: number): Promise<void> => {
    const grant: DeviceGrant = await beginDeviceGrant(deps, request);
    if (number !== attempt) throw appFailure('cancelled', 'Another sign-in began');
    show({ state: 'code', ...grant.code });
    void finish(grant, number, () => grant.session((ms) => pause(number, ms)));
  };

  return {
    async begin(request) {
      end({ state: 'idle' });
      const number = attempt;
      foreign = 0;
      if (request.way === 'device') return beginCode(request, number);
      const listener = await listen(heard);
      try {
        const prepared = await prepare(deps, request, listener.url);
        if (number !== attempt) throw appFailure('cancelled', 'Another sign-in began');
        states.save(prepared.kept);
        waiting = prepared;
        loopback = listener;
      } catch (thrown) {
        listener.close();
        throw thrown;
      }
      ask();
    },
    openAgain: ask,
    notOpened(of) {
      if (waiting !== null && of === turn) show({ state: 'waiting', note: 'not_opened' });
    },
    cancel: () => end({ state: 'idle' }),
  };
}

async function prepare(
  deps: SignInDeps,
  request: BrowserRequest,
  redirectUri: string,
): Promise<Waiting> {
  const { baseUrl, sso, identityServer } = await findServer(deps, request.server);
  const place = { homeserverUrl: baseUrl, identityServerUrl: identityServer };
  if (request.way !== 'sso') return prepareOauth(deps, request, place, redirectUri);
  const provider = sso.find(({ id }) => id === request.providerId);
  if (provider === undefined)
    throw appFailure('sign_in_unsupported', 'The server has no such way to sign in');
  const state = randomText(8);
  return {
    url: ssoUrl(baseUrl, provider, `${redirectUri}?state=${state}`),
    kept: { ...place, state, nonce: null },
    async finish(answer, { homeserverUrl }) {
      const token = answer.get('loginToken');
      if (token === null || token.length > 4096)
        throw appFailure('sign_in_refused', 'The answer has no login token');
      return signInWithToken(deps, homeserverUrl, request, token);
    },
    undo: (session) => endSession(deps, session),
  };
}

async function prepareOauth(
  deps: SignInDeps,
  request: BrowserRequest,
  place: Pick<SignInState, 'homeserverUrl' | 'identityServerUrl'>,
  redirectUri: string,
): Promise<Waiting> {
  const metadata = await readAuthMetadata(deps, place.homeserverUrl);
  if (metadata === null)
    throw appFailure('sign_in_unsupported', 'OIDC authentication not supported');
  const service = authServiceOf(metadata.document, metadata.stable);
  const attempt = newAttempt(service, await register(deps, service), redirectUri);
  const deviceId = request.deviceId ?? newDeviceId();
  return {
    url: await browserUrl(attempt, deviceId, request.way === 'create'),
    kept: { ...place, state: attempt.state, nonce: attempt.nonce },
    finish: async (answer, { homeserverUrl, nonce }) => {
      const tokens = await exchange(deps, { ...attempt, nonce: nonce ?? '' }, answer);
      return sessionOfTokens(deps, attempt, { baseUrl: homeserverUrl, deviceId }, tokens);
    },
    undo: (session) => undoSession(deps, attempt, session),
  };
}
