// Tells which messages moderators hid (MSC3531), by the room's state and its events. Reads the store, changes nothing.
import type { StoredEvent } from '#stores/events/types';
import { changedAmong, changesOf, whoChanged } from '#stores/events/visibility';
import { getRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Hidden } from '../kinds/kind';
import { powerLevels } from './permissions';

type Db = Store['db'];

/** A change is placed among so many that came before it; the newest of all counts. */
const mostChanges = 31;

/** Users who may send the `m.visibility` state event may hide messages, by the rule of the installed SDK. */
function moderators(db: Db, roomNo: number): (userId: string) => boolean {
  const levels = powerLevels(db, roomNo, getRoom(db, roomNo)?.version ?? '1');
  const least = Math.min(
    levels.forState('m.visibility'),
    levels.forState('org.matrix.msc3531.visibility'),
  );
  return (userId) => levels.of(userId) >= least;
}

/** Hidden messages by event number. For a room without hidden messages it costs one read of an empty table. */
export function hiddenAmong(
  db: Db,
  events: Iterable<Pick<StoredEvent, 'eventNo'>>,
): ReadonlyMap<number, Hidden> {
  const found = new Map<number, Hidden>();
  const changed = changedAmong(
    db,
    [...events].map(({ eventNo }) => eventNo),
  );
  for (const [roomNo, targets] of Map.groupBy(changed, (target) => target.roomNo)) {
    const counted = whoChanged(db, roomNo).filter(moderators(db, roomNo));
    if (counted.length === 0) continue;
    for (const { eventNo, targetHash } of targets) {
      const [newest] = changesOf(db, targetHash, counted, mostChanges);
      if (newest?.visible === false) found.set(eventNo, { reason: newest.reason });
    }
  }
  return found;
}

/** Numbers of the events that this account is not shown. Moderators and the sender still see a hidden message. */
export function keptFrom(
  db: Db,
  userId: string,
  events: readonly Pick<StoredEvent, 'eventNo' | 'roomNo' | 'sender'>[],
): ReadonlySet<number> {
  const hidden = hiddenAmong(db, events);
  const kept = events.filter(
    ({ eventNo, roomNo, sender }) =>
      hidden.has(eventNo) && sender !== userId && !moderators(db, roomNo)(userId),
  );
  return new Set(kept.map(({ eventNo }) => eventNo));
}

/** Hidden messages among those of one room, and whether this account may still see them. */
export function hiddenFor(
  db: Db,
  roomNo: number,
  userId: string,
  events: Iterable<StoredEvent>,
): { readonly hidden: ReadonlyMap<number, Hidden>; readonly seesHidden: boolean } {
  const hidden = hiddenAmong(db, events);
  return { hidden, seesHidden: hidden.size > 0 && moderators(db, roomNo)(userId) };
}
