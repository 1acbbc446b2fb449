// A message and its room as the push rules look at them.
import type { StoredEvent } from '#stores/events/types';
import { getRoom, roomIdOf } from '#stores/rooms/rooms';
import { countMembers, getMember } from '#stores/rooms/state';
import type { Database } from '#stores/sqlite/statements';
import { readBeacon } from '../events/beacons';
import { pollTypes } from '../events/polls';
import { effective } from '../events/relations';
import { powerLevels } from '../rooms/permissions';
import type { PushEvent, PushRoom } from './evaluate';

/** The event with the content that people see. */
export function pushEvent(db: Database, event: StoredEvent): PushEvent {
  const { type, content: shown } = effective(event);
  // The relation of an encrypted event is in its unencrypted part; edits are recognised by it.
  const relation = event.raw.content['m.relates_to'];
  const content =
    event.plain === null || relation === undefined ? shown : { ...shown, 'm.relates_to': relation };
  return {
    type: isAsMessage(event, type) ? 'm.room.message' : type,
    content,
    sender: event.sender,
    stateKey: event.stateKey,
    roomId: roomIdOf(db, event.roomNo),
  };
}

/** Polls count as messages (MSC3930), and so do stickers and the beginning of a live location: the same rules apply to them. */
const isAsMessage = (event: StoredEvent, type: string): boolean =>
  type === 'm.sticker' || pollTypes.start.includes(type) || readBeacon(event)?.live === true;

/** The facts of a room for the conditions; each is looked up when one asks for it. */
export function roomFacts(db: Database, roomNo: number, ownUserId: string): PushRoom {
  return {
    joinedCount: () => getRoom(db, roomNo)?.joinedCount ?? countMembers(db, roomNo, 'join'),
    ownDisplayName: () => getMember(db, roomNo, ownUserId)?.displayName ?? null,
    mayNotify(userId, key) {
      const levels = powerLevels(db, roomNo, getRoom(db, roomNo)?.version ?? '1');
      return key === 'room' && levels.of(userId) >= levels.forRoomNotification();
    },
  };
}
