// Finds the position at which a room's encryption began. Later events in clear are marked, so the position must never move towards the present:
// a server may repeat `m.room.encryption` after messages in clear.
import { positionOf } from '../events/timeline';
import { textOf, type RawEvent } from '../events/types';
import { get, run, type Database } from '../sqlite/statements';

interface Position {
  readonly ord: number;
  readonly pos: number;
}

const isBefore = (a: Position, b: Position): boolean =>
  a.ord < b.ord || (a.ord === b.ord && a.pos < b.pos);

/** Number of the event that began it; null while the room is not encrypted. */
function encryptedSince(db: Database, roomNo: number): number | null {
  const row = get<{ encrypted_since: number | null }>(
    db,
    'SELECT encrypted_since FROM rooms WHERE room_no = ?',
    roomNo,
  );
  return row?.encrypted_since ?? null;
}

/** True for events that stand before the beginning of encryption; false where the beginning is not on the disk. */
export function beforeEncryption(db: Database, roomNo: number): (eventNo: number) => boolean {
  const since = encryptedSince(db, roomNo);
  const began = since === null ? null : positionOf(db, since);
  if (began === null) return () => false;
  return (eventNo) => {
    const position = positionOf(db, eventNo);
    return position !== null && isBefore(position, began);
  };
}

/** Changes whenever {@link beforeEncryption} may answer otherwise. */
export function encryptionSign(db: Database, roomNo: number): string {
  const since = encryptedSince(db, roomNo);
  return `${since} ${since !== null && positionOf(db, since) !== null}`;
}

/** An event took its place in the timeline: an older page may show that encryption began earlier than was known. */
export function settleEncryptedSince(
  db: Database,
  roomNo: number,
  event: RawEvent,
  eventNo: number,
): void {
  if (event.type !== 'm.room.encryption' || event.state_key !== '') return;
  const since = encryptedSince(db, roomNo);
  if (textOf(event.content['algorithm']) === null || since === null || since === eventNo) return;
  const [began, own] = [positionOf(db, since), positionOf(db, eventNo)];
  if (began === null || own === null || !isBefore(own, began)) return;
  run(db, 'UPDATE rooms SET encrypted_since = ? WHERE room_no = ?', eventNo, roomNo);
}
