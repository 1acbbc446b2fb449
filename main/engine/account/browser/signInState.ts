// The stored state of a sign-in that is in the browser: its target, and the values that the answer has to match. Encrypted like the whole
// profile, valid for one answer, and for the newest attempt only. Must not hold tokens or the code verifier.
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { appFailure } from '#contract/wire/errors';

export interface SignInState {
  /** Ties the browser's answer to the attempt. */
  readonly state: string;
  readonly homeserverUrl: string;
  /** Null: this kind of sign-in has none. */
  readonly nonce: string | null;
  /** The identity server that the domain of the homeserver names; null: none. */
  readonly identityServerUrl: string | null;
}

export interface SignInStates {
  /** To be called before the browser opens; replaces the state of an earlier attempt. */
  save(state: SignInState): void;
  /** Removes the state for one answer. @throws AppFailure when the answer is not of the stored attempt (CALL-4.38) */
  take(state: string): SignInState;
  drop(): void;
}

const name = 'signInState';
/** Setting: the identity server that the account's domain named at sign-in, to be offered to the user. */
export const offeredIdentityServer = 'identityServerOffered';

export const missingStateText = 'State required to finish logging in is not found in storage.';

export function createSignInStates(store: Store): SignInStates {
  return {
    save: (state) => store.write(() => setSetting(store.db, name, state)),
    take(state) {
      const kept = getSetting<SignInState>(store.db, name);
      if (kept?.state !== state) throw appFailure('sign_in_expired', missingStateText);
      store.write(() => {
        deleteSetting(store.db, name);
        setSetting(store.db, offeredIdentityServer, kept.identityServerUrl);
      });
      return kept;
    },
    drop() {
      if (getSetting(store.db, name) !== null) store.write(() => deleteSetting(store.db, name));
    },
  };
}
