// Lists all people who have read a message; the timeline shows each person at the newest message that they read alone.
import { readersOf } from '#stores/events/readers';
import { ignoredUsers } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import type { MessageReader } from '#contract/areas/messages/timelineModels';
import { loadPeople } from '../rooms/people';
import { messageShownTo } from './messageShownTo';

/** Most people listed. */
const most = 1000;

/**
 * The latest reader first, without this account and the sender, as far as this disk knows (CHAT-3.25).
 * @param threadId the thread in which the message is read; null: the room's own timeline
 * @throws AppFailure `not_found`
 */
export function readBy(
  db: Store['db'],
  ownUserId: string | null,
  roomId: string,
  eventId: string,
  threadId: string | null,
): { readers: MessageReader[]; count: number } {
  const event = messageShownTo(db, ownUserId, roomId, eventId);
  const ignored = ignoredUsers(db);
  const found = readersOf(db, event.roomNo, event.eventNo, threadId).filter(
    ({ userId }) => userId !== ownUserId && userId !== event.sender && !ignored.has(userId),
  );
  const listed = found.slice(0, most);
  const people = loadPeople(
    db,
    event.roomNo,
    listed.map(({ userId }) => userId),
  );
  const readers = listed.map(({ userId, ts }) => ({ person: people.get(userId), readAtMs: ts }));
  return { readers, count: found.length };
}
