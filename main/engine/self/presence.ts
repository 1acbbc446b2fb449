// What others are told of whether this person is here: what each sync says, and a status in words.
import { appFailure } from '#contract/wire/errors';
import type { OwnPresence } from '#contract/areas/rooms/presence';
import { getPresence, putPresence } from '#stores/settings/presence';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../base/record';
import { isPresence, type PresenceState } from '../events/presence';
import { statusOf } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';

const settingName = 'presence';

interface Kept {
  readonly shares: boolean;
  readonly away?: boolean;
}

const shares = (db: Store['db']): boolean => getSetting<Kept>(db, settingName)?.shares !== false;
const isAway = (db: Store['db']): boolean => getSetting<Kept>(db, settingName)?.away === true;

/** From the disk: whether others are told, and the status that the server named last. */
export const readOwnPresence = (db: Store['db'], userId: string | null): OwnPresence => ({
  shares: shares(db),
  away: isAway(db),
  status: userId === null ? null : (getPresence(db, userId)?.statusMessage ?? null),
});

export interface PresenceDeps {
  readonly http: Http;
  readonly store: Store;
  readonly ownUserId: string;
  /** What is told has changed: the server shall hear it now. */
  readonly changed: () => void;
}

export interface Presence {
  /** What the next sync says. */
  now(): PresenceState;
  /** Nobody has touched this computer for a while, or it is locked. */
  setIdle(idle: boolean): void;
  /** False: others see nothing of this account from here on, its status neither. @throws AppFailure */
  share(on: boolean): Promise<void>;
  /** @throws AppFailure `bad_request` 'Bad presence value: {value}' (CHAT-5.1) */
  set(presence: string): Promise<void>;
  /** Null takes it away. Answers whether the server keeps it: some have no presence, and say nothing. @throws AppFailure */
  setStatus(text: string | null): Promise<boolean>;
}

export function createPresence({ http, store, ownUserId, changed }: PresenceDeps): Presence {
  let isIdle = false;
  /** The server is being told that nothing is shared any more. */
  let isLeaving = false;
  const now = (): PresenceState => {
    if (isLeaving || !shares(store.db)) return 'offline';
    return isIdle || isAway(store.db) ? 'unavailable' : 'online';
  };

  const put = (presence: PresenceState, status: string | null): Promise<unknown> =>
    http.request({
      method: 'PUT',
      path: path`/presence/${ownUserId}/status`,
      body: { presence, ...(status !== null && { status_msg: status }) },
      retry: 'limited',
    });

  /** Null: this server knows no presence. */
  async function ask(): Promise<{ state: PresenceState; status: string | null } | null> {
    try {
      const answer = await http.request<unknown>({
        method: 'GET',
        path: path`/presence/${ownUserId}/status`,
        retry: 'limited',
      });
      const { presence, status_msg: status } = isRecord(answer) ? answer : {};
      if (!isPresence(presence)) return null;
      return {
        state: presence,
        status: typeof status === 'string' && status !== '' ? status : null,
      };
    } catch (thrown) {
      const code = statusOf(thrown);
      if (code === 403 || code === 404) return null;
      throw thrown;
    }
  }

  function keep(kept: Kept): void {
    store.write((changes) => {
      setSetting(store.db, settingName, kept);
      changes.topic('presence');
    });
  }

  async function share(on: boolean): Promise<void> {
    // A sync that still said "online" could come after the word, and would bring back person and status.
    isLeaving = !on;
    try {
      if (!on) {
        changed();
        await put('offline', null);
      }
      keep({ shares: on });
    } finally {
      isLeaving = false;
      changed();
    }
  }

  return {
    now,
    setIdle(idle) {
      if (idle === isIdle) return;
      isIdle = idle;
      if (shares(store.db)) changed();
    },
    share,
    async set(presence) {
      if (!isPresence(presence)) throw appFailure('bad_request', `Bad presence value: ${presence}`);
      if (presence === 'offline') return share(false);
      keep({ shares: true, away: presence === 'unavailable' });
      changed();
    },
    async setStatus(text) {
      await put(now(), text);
      const told = await ask();
      if (told?.status !== text) return false;
      store.write((changes) => {
        const before = getPresence(store.db, ownUserId);
        const lastActiveMs = before?.lastActiveMs ?? null;
        putPresence(store.db, {
          userId: ownUserId,
          ...{ state: told.state, lastActiveMs, statusMessage: told.status },
        });
        changes.topic('presence');
      });
      return true;
    },
  };
}
