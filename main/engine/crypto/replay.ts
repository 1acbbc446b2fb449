// Refuses a Megolm message that the server shows a second time under another event id. Which index of which session belongs to which
// event is kept as a row of `relations`, under a type that no message can name.
import { eventHash } from '../../../native-stores/events/eventHash';
import { insertRelation } from '../../../native-stores/events/relations';
import type { StoredEvent } from '../../../native-stores/events/types';
import { get } from '../../../native-stores/sqlite/statements';
import type { Store } from '../../../native-stores/sqlite/store';

// Relation types of messages come from JSON strings that are not empty; a redaction removes rows by event number, so the number is
// stored negative: a redacted message must not become new again.
const indexType = '';

/** The message index of a Megolm ciphertext: version 3, then field 1 as a varint. Null when it is no such message. */
export function megolmIndex(ciphertext: unknown): number | null {
  if (typeof ciphertext !== 'string') return null;
  const bytes = Buffer.from(ciphertext.slice(0, 16), 'base64');
  if (bytes[0] !== 3 || bytes[1] !== 0x08) return null;
  let value = 0;
  for (let at = 2; at < Math.min(bytes.length, 7); at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - 2));
    if ((byte & 0x80) === 0) return value;
  }
  return null;
}

function hashOf(roomId: string, event: StoredEvent): number | null {
  const { session_id: sessionId, ciphertext } = event.raw.content;
  const index = megolmIndex(ciphertext);
  return index === null || typeof sessionId !== 'string'
    ? null
    : eventHash(roomId, `${sessionId}\0${index}`);
}

/**
 * Claims session and index for this event, inside the transaction that stores its plaintext. False: another event has them already,
 * so this one is a replay.
 */
export function claimMegolmIndex(store: Store, roomId: string, event: StoredEvent): boolean {
  const hash = hashOf(roomId, event);
  if (hash === null) return true;
  const { db } = store;
  const owner = get<{ event_no: number }>(
    db,
    'SELECT event_no FROM relations WHERE target_hash = ? AND rel_type = ? AND room_no = ? LIMIT 1',
    hash,
    indexType,
    event.roomNo,
  );
  if (owner !== null) return owner.event_no === -event.eventNo;
  insertRelation(db, event.roomNo, hash, indexType, event.sender, '', -event.eventNo);
  return true;
}
