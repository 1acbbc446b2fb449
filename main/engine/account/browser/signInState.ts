// What is kept of a sign-in that is in the browser: where it leads, and what its answer has to fit. Sealed as all of the profile, for one
// answer, and for the newest attempt only. Must not hold tokens or the code verifier.
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { appFailure } from '#contract/wire/errors';

export interface SignInState {
  /** Ties the browser's answer to the attempt. */
  readonly state: string;
  readonly homeserverUrl: string;
  /** Null: this way has none. */
  readonly nonce: string | null;
  /** The identity server that the domain of the homeserver names; null: none. */
  readonly identityServerUrl: string | null;
}

export interface SignInStates {
  /** Before the browser is asked for; takes the place of what was kept before. */
  save(state: SignInState): void;
  /** For one answer. @throws AppFailure when it is not of the attempt that is kept (CALL-4.38) */
  take(state: string): SignInState;
  drop(): void;
}

const name = 'signInState';
/** The identity server of the account's domain, as it was found at sign-in. Read by whoever offers one. */
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
