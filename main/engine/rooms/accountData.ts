// Writes account data, tags and room account data to the server; what was written comes back through sync.
import { account, getAccountData, putAccountData } from '#stores/settings/accountData';
import { errcodeOf } from '../http/errors';
import { isRecord } from '../base/record';
import { retryNetwork } from '../http/retry';
import { path } from '../http/url';
import { directRooms, withDirectRoom } from './direct';
import type { RoomsDeps } from './membership';
import { recomputeRoom } from './derive';
import { roomNoOf } from '#stores/rooms/rooms';

export interface AccountData {
  /** Tried again up to 5 times while the server cannot be reached (CHAT-7.11). */
  set(type: string, content: Record<string, unknown>): Promise<void>;
  /** Null when the server has none (CHAT-7.12). */
  fetch(type: string): Promise<Record<string, unknown> | null>;
  setOfRoom(roomId: string, type: string, content: Record<string, unknown>): Promise<void>;
  setTag(roomId: string, tag: string, on: boolean): Promise<void>;
  /** Notes in `m.direct` that the room is direct with this person. */
  addDirect(userId: string, roomId: string): Promise<void>;
}

const tries = 5;

export function createAccountData(deps: RoomsDeps): AccountData {
  const { http, store, ownUserId } = deps;

  async function set(type: string, content: Record<string, unknown>): Promise<void> {
    await retryNetwork(deps.clock, tries, () =>
      http.request({
        method: 'PUT',
        path: path`/user/${ownUserId}/account_data/${type}`,
        body: content,
        retry: 'limited',
      }),
    );
  }

  return {
    set,
    async fetch(type) {
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
    },
    async setOfRoom(roomId, type, content) {
      await http.request({
        method: 'PUT',
        path: path`/user/${ownUserId}/rooms/${roomId}/account_data/${type}`,
        body: content,
        retry: 'limited',
      });
    },
    async setTag(roomId, tag, on) {
      await http.request({
        method: on ? 'PUT' : 'DELETE',
        path: path`/user/${ownUserId}/rooms/${roomId}/tags/${tag}`,
        ...(on ? { body: {} } : {}),
        retry: 'limited',
      });
      const roomNo = roomNoOf(store.db, roomId);
      if (roomNo === null) return;
      store.write((changes) => {
        const known = getAccountData(store.db, roomNo, 'm.tag')?.['tags'];
        const { [tag]: _, ...others } = isRecord(known) ? known : {};
        putAccountData(store.db, roomNo, 'm.tag', { tags: on ? { ...others, [tag]: {} } : others });
        recomputeRoom(store.db, roomNo, ownUserId, changes);
        changes.room(roomNo);
      });
    },
    async addDirect(userId, roomId) {
      const now = getAccountData(store.db, account, 'm.direct');
      if (directRooms(now).get(roomId) === userId) return;
      const next = withDirectRoom(now, userId, roomId);
      await set('m.direct', next);
      // Before sync brings it, so that a second room made at once does not overwrite the first.
      store.write((changes) => {
        putAccountData(store.db, account, 'm.direct', next);
        changes.topic('accountData');
        const roomNo = roomNoOf(store.db, roomId);
        if (roomNo !== null) recomputeRoom(store.db, roomNo, ownUserId, changes);
      });
    },
  };
}
