// Writes power levels (CHAT-6.11). Works on a copy of what the server holds now: a stale copy would undo somebody else's change, and a
// refused write leaves nothing behind. What may be written is judged by permissions.ts and files/roles.ts.
import { errcodeOf } from '../http/errors';
import { isRecord } from '../base/record';
import type { Http } from '../http/http';
import { path } from '../http/url';

export interface LevelActs {
  /** Gives one or many people a level; null takes their entry out, so that the default holds for them. */
  set(roomId: string, userIds: string | readonly string[], level: number | null): Promise<void>;
}

export function createLevelActs(http: Pick<Http, 'request'>): LevelActs {
  /** A room may have none (CHAT-8.7). */
  async function read(roomId: string): Promise<Record<string, unknown>> {
    try {
      const content = await http.request<unknown>({
        method: 'GET',
        path: path`/rooms/${roomId}/state/m.room.power_levels/`,
        retry: 'limited',
      });
      return isRecord(content) ? content : {};
    } catch (thrown) {
      if (errcodeOf(thrown) === 'M_NOT_FOUND') return {};
      throw thrown;
    }
  }

  return {
    async set(roomId, userIds, level) {
      const content = await read(roomId);
      const users = new Map(Object.entries(isRecord(content['users']) ? content['users'] : {}));
      for (const userId of typeof userIds === 'string' ? [userIds] : userIds) {
        if (level === null) users.delete(userId);
        else users.set(userId, level);
      }
      await http.request({
        method: 'PUT',
        path: path`/rooms/${roomId}/state/m.room.power_levels`,
        body: { ...content, users: Object.fromEntries(users) },
        retry: 'limited',
      });
    },
  };
}
