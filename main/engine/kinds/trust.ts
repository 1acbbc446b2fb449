// Tells how well a message's sender is proven, for views, previews and notifications. No SDK.
import type { StoredEvent } from '#stores/events/types';
import { beforeEncryption } from '#stores/rooms/encryption';
import { getRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Trust } from '#contract/areas/encryption/trust';
import { shownMessage } from '../events/relations';

type Db = Store['db'];

/** True for a message in clear that came after the room's encryption began. */
export function cameInClear(
  room: { readonly encryption: unknown },
  before: (eventNo: number) => boolean,
  event: StoredEvent,
): boolean {
  if (room.encryption === null || event.redactedBy !== null) return false;
  return event.type !== 'm.room.encrypted' && !before(event.eventNo);
}

/** Trust of one message with its edits, outside a timeline: in a preview, a notification, a file. */
export function trustOfMessage(
  db: Db,
  event: StoredEvent,
  edits: readonly StoredEvent[] = [],
): Trust {
  if (event.redactedBy !== null) return 'ok';
  // The room is read only for events in clear, because lists ask for thousands of messages.
  const room = event.type === 'm.room.encrypted' ? null : getRoom(db, event.roomNo);
  if (room !== null && cameInClear(room, beforeEncryption(db, event.roomNo), event))
    return 'not_encrypted';
  return shownMessage(event, edits).trust;
}
