// Writes power levels (CHAT-6.11). What may be written is judged by permissions.ts and files/roles.ts.
import { isRecord } from '../base/record';
import type { Http } from '../http/http';
import { changeState } from './stateContent';

export interface LevelActs {
  /** Gives one or many people a level; null takes their entry out, so that the default holds for them. */
  set(roomId: string, userIds: string | readonly string[], level: number | null): Promise<void>;
}

export const createLevelActs = (http: Pick<Http, 'request'>): LevelActs => ({
  set: (roomId, userIds, level) =>
    changeState(http, roomId, 'm.room.power_levels', (content) => {
      const users = new Map(Object.entries(isRecord(content['users']) ? content['users'] : {}));
      for (const userId of typeof userIds === 'string' ? [userIds] : userIds) {
        if (level === null) users.delete(userId);
        else users.set(userId, level);
      }
      return { ...content, users: Object.fromEntries(users) };
    }),
});
