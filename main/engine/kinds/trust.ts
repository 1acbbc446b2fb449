// What it proves that a message came from its sender, for whatever shows it. No SDK.
import type { StoredEvent } from '#stores/events/types';
import { beforeEncryption } from '#stores/rooms/encryption';
import { getRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Trust } from '#contract/areas/encryption/trust';
import { shownMessage } from '../events/relations';

type Db = Store['db'];

/** In clear, after the room's encryption began. */
export function cameInClear(
  room: { readonly encryption: unknown },
  before: (eventNo: number) => boolean,
  event: StoredEvent,
): boolean {
  if (room.encryption === null || event.redactedBy !== null) return false;
  return event.type !== 'm.room.encrypted' && !before(event.eventNo);
}

/** Of one message with its edits, outside a timeline: a preview, a notification, a file. */
export function trustOfMessage(
  db: Db,
  event: StoredEvent,
  edits: readonly StoredEvent[] = [],
): Trust {
  if (event.redactedBy !== null) return 'ok';
  // The room is read only for what came in clear: lists ask for thousands.
  const room = event.type === 'm.room.encrypted' ? null : getRoom(db, event.roomNo);
  if (room !== null && cameInClear(room, beforeEncryption(db, event.roomNo), event))
    return 'not_encrypted';
  return shownMessage(event, edits).trust;
}
