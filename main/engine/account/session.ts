// The session row in the store: saved before its tokens are used, marked when the server refuses it, removed at sign-out.
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { appFailure } from '#contract/wire/errors';
import type { NewTokens } from '../http/tokens';
import type { StoredSession } from '../base/types';

export interface Sessions {
  current(): StoredSession | null;
  /** After a sign-in; a new user or device starts without a sync position. */
  save(session: StoredSession): void;
  tokensRefreshed(tokens: NewTokens): void;
  /**
   * The server refused the token: everything stays on the disk until the user decides (D8). The device is gone only when no answer
   * said that it is kept.
   */
  expired(deviceGone?: boolean): void;
  /** Ends the session and marks the profile: whatever happens next, its data are not shown to another user. */
  clear(): void;
}

/** The setting that says that a profile has to be emptied before it is served. */
export const emptyingMark = 'emptying';

export function createSessions(store: Store): Sessions {
  const read = () => getSetting<StoredSession>(store.db, 'session');
  let current = read();

  /** Set before listeners hear of the commit, because they ask for the session. */
  function become(next: StoredSession | null, work: () => void): void {
    const before = current;
    try {
      store.write((changes) => {
        work();
        changes.topic('session');
        current = next;
      });
    } catch (thrown) {
      current = before;
      throw thrown;
    }
  }

  const put = (session: StoredSession): void =>
    become(session, () => setSetting(store.db, 'session', session));

  return {
    current: () => current,
    save(session) {
      const before = current;
      if (before !== null && before.userId !== session.userId)
        throw appFailure('already_signed_in', 'This profile belongs to another account');
      const sameDevice = before?.userId === session.userId && before.deviceId === session.deviceId;
      become(session, () => {
        if (!sameDevice) deleteSetting(store.db, 'nextBatch');
        deleteSetting(store.db, 'filterId');
        setSetting(store.db, 'session', session);
      });
    },
    tokensRefreshed(tokens) {
      if (current !== null) put({ ...current, ...tokens });
    },
    expired(deviceGone = false) {
      if (current === null) return;
      const isBetter = current.deviceGone === true && !deviceGone;
      if (current.state !== 'expired' || isBetter)
        put({ ...current, state: 'expired', deviceGone });
    },
    clear: () =>
      become(null, () => {
        deleteSetting(store.db, 'session');
        setSetting(store.db, emptyingMark, true);
      }),
  };
}
