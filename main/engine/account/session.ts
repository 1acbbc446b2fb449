// The session row in the store: saved before its tokens are used, marked when the server refuses it, removed at sign-out.
import { deleteSetting, getSetting, setSetting } from '../../../native-stores/settings/settings';
import type { Store } from '../../../native-stores/sqlite/store';
import type { NewTokens } from '../http/tokens';
import type { StoredSession } from '../parts';

export interface Sessions {
  current(): StoredSession | null;
  /** After a sign-in; a new user or device starts without a sync position. */
  save(session: StoredSession): void;
  tokensRefreshed(tokens: NewTokens): void;
  /** The server refused the token: everything stays on the disk until the user decides (D8). */
  expired(deviceGone?: boolean): void;
  clear(): void;
}

export function createSessions(store: Store): Sessions {
  const read = () => getSetting<StoredSession>(store.db, 'session');
  let current = read();

  function put(session: StoredSession): void {
    store.write((changes) => {
      setSetting(store.db, 'session', session);
      changes.topic('session');
    });
    current = session;
  }

  return {
    current: () => current,
    save(session) {
      const before = current;
      store.write(() => {
        const sameDevice =
          before?.userId === session.userId && before.deviceId === session.deviceId;
        if (!sameDevice) deleteSetting(store.db, 'nextBatch');
        deleteSetting(store.db, 'filterId');
        put(session);
      });
    },
    tokensRefreshed(tokens) {
      if (current !== null) put({ ...current, ...tokens });
    },
    expired(deviceGone = false) {
      if (current !== null && current.state !== 'expired')
        put({ ...current, state: 'expired', deviceGone });
    },
    clear() {
      store.write((changes) => {
        deleteSetting(store.db, 'session');
        changes.topic('session');
      });
      current = null;
    },
  };
}
