// Lists all people who reacted to a message, by emoji; the timeline names only the first few.
import { relationsOf } from '#stores/events/relations';
import { getEvent } from '#stores/events/timeline';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Reactors } from '#contract/areas/messages/timelineModels';
import { appFailure } from '#contract/wire/errors';
import { countReactions } from '../events/relations';
import { reactionPicture } from '../packs/emoticons';
import { loadPeople } from '../rooms/people';

/** Most people listed per emoji; the count covers the rest. */
const most = 500;

/**
 * By emoji, the one with the most people first; its people in the order in which they reacted, as far as this disk knows.
 * @throws AppFailure `not_found`
 */
export function reactorsOf(db: Store['db'], roomId: string, eventId: string): Reactors[] {
  const roomNo = roomNoOf(db, roomId);
  const event = roomNo === null ? null : getEvent(db, roomNo, eventId);
  if (roomNo === null || event === null || event.redactedBy !== null)
    throw appFailure('not_found', 'The message is not here');
  const reactions = relationsOf(db, roomNo, eventId, 'm.annotation');
  const counted = countReactions(reactions);
  const people = loadPeople(
    db,
    roomNo,
    counted.flatMap(({ senders }) => senders.slice(0, most)),
  );
  return counted
    .map(({ key, senders }) => ({
      key,
      ...reactionPicture(db, key, reactions),
      count: senders.length,
      people: senders.slice(0, most).map((userId) => people.get(userId)),
    }))
    .sort((a, b) => b.count - a.count);
}
