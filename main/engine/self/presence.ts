// The presence of this account as others see it: the state that each sync sends, and a status text.
import { appFailure } from '#contract/wire/errors';
import type { OwnPresence } from '#contract/areas/rooms/presence';
import { comingAccountData, putAccountDataOut } from '#stores/settings/accountData';
import { getPresence, putPresence } from '#stores/settings/presence';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../base/record';
import { isPresence, type PresenceState } from '../events/presence';
import { statusOf } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';

const settingName = 'presence';
/** Account data of our own, `{away}`: no MSC has a presence that all devices of an account keep. */
const presenceType = 'org.trellis.presence';

interface Kept {
  readonly shares: boolean;
  /** Chosen before the account kept it: it counts until the account has a choice. */
  readonly away?: boolean;
}

const shares = (db: Store['db']): boolean => getSetting<Kept>(db, settingName)?.shares !== false;

function isAway(db: Store['db']): boolean {
  const ofAccount = comingAccountData(db, presenceType)?.['away'];
  return typeof ofAccount === 'boolean'
    ? ofAccount
    : getSetting<Kept>(db, settingName)?.away === true;
}

/** Reads from the disk whether presence is shared, and the status that the server named last. */
export const readOwnPresence = (db: Store['db'], userId: string | null): OwnPresence => ({
  shares: shares(db),
  away: isAway(db),
  status: userId === null ? null : (getPresence(db, userId)?.statusMessage ?? null),
});

export interface PresenceDeps {
  readonly http: Http;
  readonly store: Store;
  readonly ownUserId: string;
  /** Called when the presence has changed, so that the server gets it now. */
  readonly changed: () => void;
}

export interface Presence {
  /** The presence that the next sync sends. */
  now(): PresenceState;
  /** The user has not touched this computer for a while, or it is locked. */
  setIdle(idle: boolean): void;
  /** False: others see nothing of this account's presence from here on, and no status. @throws AppFailure */
  share(on: boolean): Promise<void>;
  /** @throws AppFailure `bad_request` 'Bad presence value: {value}' (CHAT-5.1) */
  set(presence: string): Promise<void>;
  /** Null removes the status. Answers whether the server stores it: some have no presence, and do not say so. @throws AppFailure */
  setStatus(text: string | null): Promise<boolean>;
}

export function createPresence({ http, store, ownUserId, changed }: PresenceDeps): Presence {
  let isIdle = false;
  /** The server is being told that presence is not shared any more. */
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

  /** Null: this server has no presence. */
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

  /** `away` null: the choice stays. */
  function keep(on: boolean, away: boolean | null): void {
    store.write((changes) => {
      const { away: before } = getSetting<Kept>(store.db, settingName) ?? {};
      const stays = away === null && before !== undefined;
      setSetting(store.db, settingName, { shares: on, ...(stays && { away: before }) });
      changes.topic('presence');
      if (away === null) return;
      putAccountDataOut(store.db, presenceType, { away });
      changes.topic('kept');
    });
  }

  async function share(on: boolean): Promise<void> {
    // A sync that still says "online" could arrive after the request, and would bring back presence and status.
    isLeaving = !on;
    try {
      if (!on) {
        changed();
        await put('offline', null);
      }
      keep(on, null);
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
      keep(true, presence === 'unavailable');
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
