// Computes the right to vote in a room's polls and to end them, by the rules of permissions.ts.
import { getRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { writtenType, type PollRights } from '../events/polls';
import { powerLevels, type PowerLevels } from './permissions';

type Db = Store['db'];

const mayRedact = (levels: PowerLevels, userId: string): boolean =>
  levels.of(userId) >= levels.forMessage('m.room.redaction') &&
  levels.of(userId) >= levels.forAct('redact');

/** In an encrypted room the level of `m.room.encrypted` counts: the server sees nothing else. */
export function pollRights(db: Db, roomNo: number, ownUserId: string): PollRights {
  const room = getRoom(db, roomNo);
  const levels = powerLevels(db, roomNo, room?.version ?? '1');
  const maySend = (type: string): boolean =>
    room?.membership === 'join' &&
    levels.of(ownUserId) >= levels.forMessage(room.encryption === null ? type : 'm.room.encrypted');
  return {
    vote: maySend(writtenType.response),
    end: maySend(writtenType.end),
    mayRedact: (userId) => mayRedact(levels, userId),
  };
}
