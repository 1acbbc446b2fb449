// Whether this account is online: holds the parts that need the network or the SDK, which are loaded only after the store has
// answered, and makes callers that need them wait. One at a time; ends with the session.
import { appFailure } from '#contract/wire/errors';
import type { AppError } from '#contract/wire/errors';
import { createListeners } from './base/listeners';
import type { Log, StoredSession } from './base/types';
import type { Online } from './online';
import { reported, unexpected } from './base/unexpected';

export interface Network {
  /**
   * Loads the SDK and its WebAssembly in a later turn, once, while the user is still typing: that is most of the time of a sign-in here.
   */
  prepare(): void;
  /** Begins for the session; resolves when sync runs. `password` is the one just typed, for the encryption set-up. */
  begin(session: StoredSession, password: string | null): Promise<Online>;
  /** The parts that run now; null while signed out or still loading. */
  now(): Online | null;
  /** Waits until it runs. Throws `signed_out` without a session. */
  ready(): Promise<Online>;
  /** Why it could not begin. */
  failure(): AppError | null;
  end(): Promise<void>;
  onChange(listener: () => void): () => void;
}

export interface NetworkDeps {
  readonly create: (session: StoredSession, password: string | null) => Promise<Online>;
  readonly load: () => Promise<void>;
  readonly log: Log;
}

export function createNetwork({ create, load, log }: NetworkDeps): Network {
  const { tell, add: onChange } = createListeners();
  let beginning: Promise<Online> | null = null;
  let current: Online | null = null;
  let failed: AppError | null = null;
  let prepared = false;

  return {
    prepare() {
      if (prepared || beginning !== null) return;
      prepared = true;
      setImmediate(() => {
        load().catch(reported(log, 'loading the SDK'));
      });
    },
    begin(session, password) {
      failed = null;
      const work = create(session, password).then(
        (online) => {
          // `end` may have been called meanwhile: it then stops these parts itself.
          if (beginning === work) current = online;
          tell();
          return online;
        },
        (thrown: unknown) => {
          const error = unexpected(log, 'going online', thrown);
          log.error('going online failed', { code: error.code });
          if (beginning === work) {
            beginning = null;
            failed = error;
          }
          tell();
          throw thrown;
        },
      );
      beginning = work;
      return work;
    },
    now: () => current,
    async ready() {
      if (beginning === null)
        throw failed === null
          ? appFailure('signed_out', 'Client is not running')
          : appFailure(failed.code, failed.message);
      return beginning;
    },
    failure: () => failed,
    async end() {
      const work = beginning;
      beginning = null;
      current = null;
      // `begin` has logged its failure.
      const online = await work?.catch(() => null);
      await online?.stop();
      tell();
    },
    onChange,
  };
}
