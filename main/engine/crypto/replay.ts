// Refuses a Megolm message that the server shows a second time under another event id. Which index of which session belongs to which
// event is kept as a row of `relations`, under a type that no message can name.
import { eventHash } from '#stores/events/eventHash';
import { insertRelation } from '#stores/events/relations';
import type { StoredEvent } from '#stores/events/types';
import { get } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';

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

/** An event that is not stored yet has no number. */
export type MegolmEvent = Pick<StoredEvent, 'roomNo' | 'raw'> & { readonly eventNo: number | null };

/** Session ids are unique everywhere, so the room is no part of it: that shows a message of another room too. */
function hashOf(event: MegolmEvent): number | null {
  const { session_id: sessionId, ciphertext } = event.raw.content;
  const index = megolmIndex(ciphertext);
  return index === null || typeof sessionId !== 'string'
    ? null
    : eventHash('megolm', `${sessionId}\0${index}`);
}

/** Whose session and index these are: nobody's yet, this event's, that of another event, or of one in another room. */
export type MegolmOwner = 'free' | 'own' | 'other' | 'elsewhere';

function ownerOf(store: Store, event: MegolmEvent, hash: number): MegolmOwner {
  const owner = get<{ event_no: number; room_no: number }>(
    store.db,
    'SELECT event_no, room_no FROM relations WHERE target_hash = ? AND rel_type = ? LIMIT 1',
    hash,
    indexType,
  );
  if (owner === null) return 'free';
  if (owner.room_no !== event.roomNo) return 'elsewhere';
  const isOwn = event.eventNo !== null && owner.event_no === -event.eventNo;
  return isOwn ? 'own' : 'other';
}

export function megolmOwner(store: Store, event: MegolmEvent): MegolmOwner {
  const hash = hashOf(event);
  return hash === null ? 'free' : ownerOf(store, event, hash);
}

/** Claims session and index for this event, inside the transaction that stores its plaintext. */
export function claimMegolmIndex(store: Store, event: StoredEvent): MegolmOwner {
  const hash = hashOf(event);
  if (hash === null) return 'free';
  const owner = ownerOf(store, event, hash);
  if (owner === 'free')
    insertRelation(store.db, event.roomNo, hash, indexType, event.sender, '', -event.eventNo);
  return owner;
}
