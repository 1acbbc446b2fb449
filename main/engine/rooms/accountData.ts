// Writes account data, tags and room account data to the server; sync brings back what was written.
import {
  account,
  getAccountData,
  ignoredType,
  ignoredUsers,
  putAccountData,
} from '#stores/settings/accountData';
import { appFailure } from '#contract/wire/errors';
import { errcodeOf } from '../http/errors';
import { isRecord } from '../base/record';
import { retryNetwork } from '../http/retry';
import { path } from '../http/url';
import { directRooms, withDirectRoom, withoutDirectRoom } from './direct';
import type { RoomsDeps } from './membership';
import { recomputeRoom } from './derive';
import { ignoredChanged } from './ignored';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Changes } from '#stores/sqlite/store';

/** Tags that exclude each other: setting one removes the other. */
const opposite: Readonly<Record<string, string>> = {
  'm.favourite': 'm.lowpriority',
  'm.lowpriority': 'm.favourite',
};

export interface AccountData {
  /** Sets global account data at the server (CHAT-7.14), and in the store at once. @throws AppFailure */
  write(type: string, content: Record<string, unknown>): Promise<void>;
  /**
   * Reads the server's content and writes the result of `change`; null writes nothing. Changes run one after the other, and entries that
   * other devices wrote meanwhile stay. @throws AppFailure, and what `change` throws
   */
  change(
    type: string,
    change: (now: Record<string, unknown> | null) => Record<string, unknown> | null,
  ): Promise<void>;
  setTag(roomId: string, tag: string, on: boolean): Promise<void>;
  /** Adds the room to the person's entry in `m.direct`; entries that other devices wrote meanwhile stay. */
  addDirect(userId: string, roomId: string): Promise<void>;
  /** Adds a user to `m.ignored_user_list`, or removes them; entries of other devices stay. Returns the `roomNo` of each affected room. */
  setIgnored(userId: string, ignored: boolean): Promise<readonly number[]>;
  /** Removes a forgotten room from `m.direct`. */
  removeDirect(roomId: string): Promise<void>;
}

export function createAccountData(deps: RoomsDeps): AccountData {
  const { http, store, ownUserId } = deps;
  let changing: Promise<unknown> = Promise.resolve();

  /** Tried again up to 5 times while the server cannot be reached (CHAT-7.11). */
  async function set(type: string, content: Record<string, unknown>): Promise<void> {
    await retryNetwork(deps.clock, () =>
      http.request({
        method: 'PUT',
        path: path`/user/${ownUserId}/account_data/${type}`,
        body: content,
        retry: 'limited',
      }),
    );
  }

  /** Null when the server has none (CHAT-7.12). */
  async function fetch(type: string): Promise<Record<string, unknown> | null> {
    try {
      return await http.request<Record<string, unknown>>({
        method: 'GET',
        path: path`/user/${ownUserId}/account_data/${type}`,
        retry: 'limited',
      });
    } catch (thrown) {
      if (errcodeOf(thrown) === 'M_NOT_FOUND') return null;
      throw thrown;
    }
  }

  const tagPath = (roomId: string): string => path`/user/${ownUserId}/rooms/${roomId}/tags`;

  async function putTag(roomId: string, tag: string, on: boolean): Promise<void> {
    await http.request({
      method: on ? 'PUT' : 'DELETE',
      path: tagPath(roomId) + path`/${tag}`,
      ...(on ? { body: {} } : {}),
      retry: 'limited',
    });
  }

  async function tagsAtServer(roomId: string): Promise<Record<string, unknown>> {
    const answer = await http.request<unknown>({
      ...{ method: 'GET', path: tagPath(roomId), retry: 'limited' },
    });
    const tags = isRecord(answer) ? answer['tags'] : null;
    return isRecord(tags) ? tags : {};
  }

  /** Runs the changes one after the other: each begins with the server's content, which the change before may have altered. */
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const work = changing.then(act);
    // The caller gets the failure; the next change starts again from the server's content.
    changing = work.catch(() => undefined);
    return work;
  }

  function changeType(
    type: string,
    change: (now: Record<string, unknown> | null) => Record<string, unknown> | null,
    written: (changes: Changes) => void = () => undefined,
  ): Promise<void> {
    return inTurn(async () => {
      const next = change(await fetch(type));
      if (next === null) return;
      await set(type, next);
      // Written before sync brings it, so that windows show it at once.
      store.write((changes) => {
        putAccountData(store.db, account, type, next);
        changes.topic('accountData');
        written(changes);
      });
    });
  }

  /** Moves the room into or out of the list of direct chats at once. */
  const changeDirect = (roomId: string, change: Parameters<typeof changeType>[1]): Promise<void> =>
    changeType('m.direct', change, (changes) => {
      const roomNo = roomNoOf(store.db, roomId);
      if (roomNo !== null) recomputeRoom(store.db, roomNo, ownUserId, changes);
    });

  return {
    change: (type, change) => changeType(type, change),
    setIgnored(userId, ignored) {
      if (userId === ownUserId) throw appFailure('bad_request', 'Nobody ignores themselves');
      return inTurn(async () => {
        const now = await fetch(ignoredType);
        const known = isRecord(now?.['ignored_users']) ? now['ignored_users'] : {};
        const { [userId]: _, ...others } = known;
        const next = { ...now, ignored_users: ignored ? { ...known, [userId]: {} } : others };
        if (Object.hasOwn(known, userId) !== ignored) await set(ignoredType, next);
        return store.write((changes) => {
          const before = ignoredUsers(store.db);
          putAccountData(store.db, account, ignoredType, next);
          changes.topic('accountData');
          return ignoredChanged(store.db, before, ignoredUsers(store.db), ownUserId, changes);
        });
      });
    },
    async write(type, content) {
      await set(type, content);
      store.write((changes) => {
        putAccountData(store.db, account, type, content);
        changes.topic('accountData');
      });
    },
    async setTag(roomId, tag, on) {
      await putTag(roomId, tag, on);
      const other = opposite[tag];
      // Another device may have set it a moment ago.
      const tags = on && other !== undefined ? await tagsAtServer(roomId) : {};
      if (other !== undefined && Object.hasOwn(tags, other)) await putTag(roomId, other, false);
      const roomNo = roomNoOf(store.db, roomId);
      if (roomNo === null) return;
      store.write((changes) => {
        const known = getAccountData(store.db, roomNo, 'm.tag')?.['tags'];
        const { [tag]: _, ...rest } = isRecord(known) ? known : {};
        const others = Object.fromEntries(
          Object.entries(rest).filter(([name]) => !on || name !== other),
        );
        putAccountData(store.db, roomNo, 'm.tag', { tags: on ? { ...others, [tag]: {} } : others });
        recomputeRoom(store.db, roomNo, ownUserId, changes);
        changes.room(roomNo);
      });
    },
    addDirect: (userId, roomId) =>
      changeDirect(roomId, (now) =>
        directRooms(now).get(roomId) === userId ? null : withDirectRoom(now, userId, roomId),
      ),
    removeDirect: (roomId) =>
      changeDirect(roomId, (now) =>
        directRooms(now).has(roomId) ? withoutDirectRoom(now, roomId) : null,
      ),
  };
}
