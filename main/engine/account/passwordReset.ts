// A new password for an account whose password was forgotten: a mail proves the address, then the password is set. The new password is in
// memory until it is set or the reset is cancelled. Must not sign in.
import type { PasswordReset } from '#contract/areas/account/registration';
import { appFailure, AppFailure } from '#contract/wire/errors';
import { statusOf } from '../http/errors';
import type { Http } from '../http/http';
import { demandOf, type AuthDict } from '../http/interactiveAuth';
import { keepAsking } from './asking';
import { stages } from './authFlow';
import { emailAuth, requestMail, type EmailProof } from './emailToken';
import { isLost, newAccountFailure } from './newAccountErrors';
import { findServer } from './server';
import { signedOutHttp, type SignInDeps } from './signIn';

export interface NewPassword {
  readonly password: string;
  /** All devices of the account are signed out. */
  readonly signOutOthers: boolean;
}

export interface PasswordResetDeps extends SignInDeps {
  readonly show: (state: PasswordReset) => void;
}

export interface PasswordResets {
  begin(server: string, address: string): Promise<void>;
  /** Resolves when it is set, or when it waits for the link. */
  set(wanted: NewPassword): Promise<void>;
  sendMailAgain(): Promise<void>;
  cancel(): void;
}

interface Attempt {
  readonly server: string;
  readonly http: Http;
  proof: EmailProof;
  /** The server's session of the stages. */
  session: string | null;
  /** An answer was lost: perhaps the server has the proof already, and it counts once. */
  unsure: boolean;
}

export function createPasswordResets(deps: PasswordResetDeps): PasswordResets {
  const { show } = deps;
  let current: Attempt | null = null;
  let stopAsking: () => void = () => undefined;

  const end = (state: PasswordReset): void => {
    current = null;
    stopAsking();
    show(state);
  };

  const showSent = ({ server, proof }: Attempt, waits: boolean): void =>
    show({ state: 'sent', server, address: proof.address, waits });

  const asked = (): Attempt => {
    if (current === null) throw appFailure('cancelled', 'No password is being set anew');
    return current;
  };

  const attemptToSet = async (attempt: Attempt, wanted: NewPassword): Promise<void> => {
    await setPassword(attempt, wanted);
    if (attempt === current) end({ state: 'done', server: attempt.server });
  };

  return {
    async begin(server, address) {
      end({ state: 'idle' });
      const { baseUrl } = await findServer(deps, server);
      const http = signedOutHttp(deps, baseUrl);
      const proof = await requestMail(http, '/account/password', address.trim());
      current = { server, http, proof, session: null, unsure: false };
      showSent(current, false);
    },
    async set(wanted) {
      const attempt = asked();
      stopAsking();
      try {
        await attemptToSet(attempt, wanted);
      } catch (thrown) {
        const waits = thrown instanceof AppFailure && thrown.error.code === 'email_unconfirmed';
        if (attempt === current) showSent(attempt, waits);
        if (!waits) throw thrown;
        if (attempt !== current) return;
        stopAsking = keepAsking(
          deps,
          () => attemptToSet(attempt, wanted),
          (error) => {
            if (attempt === current) end({ state: 'failed', error });
          },
        );
      }
    },
    async sendMailAgain() {
      const attempt = asked();
      attempt.proof = await requestMail(
        attempt.http,
        '/account/password',
        attempt.proof.address,
        attempt.proof,
      );
    },
    cancel: () => end({ state: 'idle' }),
  };
}

/** @throws AppFailure `email_unconfirmed`, `email_unknown`, `weak_password`, `email_unsupported` */
async function setPassword(attempt: Attempt, wanted: NewPassword): Promise<void> {
  // The first request only reads the server's demand; after a lost answer the next one reads its progress.
  const isFirst = attempt.session === null;
  if (isFirst || attempt.unsure) {
    if (await isSet(attempt, wanted, isFirst ? null : {})) return;
  }
  if (!(await isSet(attempt, wanted, emailAuth(attempt.proof))))
    throw appFailure('email_unconfirmed', 'The link in the mail was not opened');
}

/** One turn of POST /account/password. False: the server wants more. */
async function isSet(
  attempt: Attempt,
  { password, signOutOthers }: NewPassword,
  auth: AuthDict | null,
): Promise<boolean> {
  const { http, session } = attempt;
  const named = session === null ? {} : { session };
  try {
    await http.request({
      method: 'POST',
      path: '/account/password',
      auth: false,
      retry: 'none',
      body: {
        new_password: password,
        logout_devices: signOutOthers,
        ...(auth === null ? {} : { auth: { ...auth, ...named } }),
      },
    });
    return true;
  } catch (thrown) {
    const demand = demandOf(thrown);
    attempt.unsure = isLost(thrown);
    if (demand !== null) {
      attempt.session = demand.session ?? attempt.session;
      return false;
    }
    if (statusOf(thrown) === 401 && auth?.['type'] === stages.email) return false;
    const isUnknown = statusOf(thrown) === 404;
    throw newAccountFailure(thrown, isUnknown ? 'email_unknown' : 'email_unsupported');
  }
}
