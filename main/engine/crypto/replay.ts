// Refuses a Megolm message that the server delivers a second time under another event id. The owner of each index of a session is a row of
// `relations`, under a type that no message can have.
import { eventHash } from '#stores/events/eventHash';
import { insertRelation } from '#stores/events/relations';
import { getEventByNo, positionOf } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { get, run } from '#stores/sqlite/statements';
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

/** Session ids are unique everywhere, so the room is not part of the hash: that also finds a message of another room. */
function hashOf(event: MegolmEvent): number | null {
  const { session_id: sessionId, ciphertext } = event.raw.content;
  const index = megolmIndex(ciphertext);
  return index === null || typeof sessionId !== 'string'
    ? null
    : eventHash('megolm', `${sessionId}\0${index}`);
}

/** The owner of a session and index: none yet, this event, another event, one that is a later copy of this one, or one in another room. */
export type MegolmOwner = 'free' | 'own' | 'other' | 'copy' | 'elsewhere';

/**
 * True when the owner is a later event that was only decrypted sooner, as the newest are. A visible message never gives way to a later
 * event, and a redacted one to none, since its text would become new again.
 */
function isLaterCopy({ db }: Store, eventNo: number, ownerNo: number): boolean {
  if (ownerNo < eventNo) return false;
  const owner = getEventByNo(db, ownerNo);
  if (owner === null || owner.plain === null || owner.redactedBy !== null) return false;
  const place = positionOf(db, eventNo);
  const behind = positionOf(db, ownerNo);
  if (place === null || behind === null) return place !== null;
  return place.ord === behind.ord ? place.pos < behind.pos : place.ord < behind.ord;
}

interface Claim {
  readonly owner: MegolmOwner;
  readonly ownerNo: number | null;
}

function claimOf(store: Store, { roomNo, eventNo }: MegolmEvent, hash: number): Claim {
  const row = get<{ event_no: number; room_no: number }>(
    store.db,
    'SELECT event_no, room_no FROM relations WHERE target_hash = ? AND rel_type = ? LIMIT 1',
    hash,
    indexType,
  );
  if (row === null) return { owner: 'free', ownerNo: null };
  const ownerNo = -row.event_no;
  if (row.room_no !== roomNo) return { owner: 'elsewhere', ownerNo };
  if (eventNo === null) return { owner: 'other', ownerNo };
  if (ownerNo === eventNo) return { owner: 'own', ownerNo };
  return { owner: isLaterCopy(store, eventNo, ownerNo) ? 'copy' : 'other', ownerNo };
}

export function megolmOwner(store: Store, event: MegolmEvent): MegolmOwner {
  const hash = hashOf(event);
  return hash === null ? 'free' : claimOf(store, event, hash).owner;
}

const release = ({ db }: Store, hash: number, eventNo: number): void =>
  void run(
    db,
    'DELETE FROM relations WHERE target_hash = ? AND rel_type = ? AND event_no = ?',
    hash,
    indexType,
    -eventNo,
  );

/**
 * Claims session and index for this event, inside the transaction that stores its plaintext.
 * @param retract removes the plaintext of a later copy, whose claim this event takes over
 */
export function claimMegolmIndex(
  store: Store,
  event: StoredEvent,
  retract: (copy: StoredEvent) => void,
): MegolmOwner {
  const hash = hashOf(event);
  if (hash === null) return 'free';
  const { owner, ownerNo } = claimOf(store, event, hash);
  const copy = owner === 'copy' && ownerNo !== null ? getEventByNo(store.db, ownerNo) : null;
  if (copy !== null) {
    release(store, hash, copy.eventNo);
    retract(copy);
  }
  if (owner === 'free' || owner === 'copy')
    insertRelation(store.db, event.roomNo, hash, indexType, event.sender, '', -event.eventNo);
  return owner;
}

/** Releases the claim of an event that proved to be a copy, so that the event with the original ciphertext can claim the index. */
export function releaseMegolmIndex(store: Store, event: StoredEvent): void {
  const hash = hashOf(event);
  if (hash !== null) release(store, hash, event.eventNo);
}
