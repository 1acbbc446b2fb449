// Own messages that somebody in their room got no key of, because they had no device to read with: one row each, so that no message costs
// more than the one before it, and who they are, by room. Ids only; what was said stands with the event.
import {
  deleteSetting,
  getSetting,
  setSetting,
  settingNames,
  settingsWithPrefix,
} from './settings';
import type { Database } from '../sqlite/statements';

/** Users who did not get the room key of one message. */
export interface MissedBy {
  readonly userIds: readonly string[];
  /** Users who join later must not read the message: its key is in no bundle of old keys. */
  readonly hidden: boolean;
}

export interface Missed {
  readonly userId: string;
  /** The user who invited them, if they had not joined when the first such message was sent; else null. */
  readonly inviter: string | null;
}

export interface MissedMessage extends MissedBy {
  readonly id: string;
}

const roomPrefix = 'missed.';
const messages = (roomId: string): string => `missedBy.${roomId} `;

/** Users who lack the key of any message in the room. */
export const missedIn = (db: Database, roomId: string): readonly Missed[] =>
  getSetting<Missed[]>(db, roomPrefix + roomId) ?? [];

/** Rooms in which somebody missed something. */
export const roomsWithMissed = (db: Database): readonly string[] =>
  settingNames(db, roomPrefix).map((name) => name.slice(roomPrefix.length));

export interface MissedEvents {
  /** All who missed something in the room. */
  readonly userIds: readonly string[];
  /** Those who missed this message. */
  of(eventId: string): readonly string[];
}

/** Each message is looked up when asked for. */
export function missedEvents(db: Database, roomId: string): MissedEvents {
  const userIds = missedIn(db, roomId).map(({ userId }) => userId);
  return {
    userIds,
    of: (eventId) => (userIds.length === 0 ? [] : (missedBy(db, roomId, eventId)?.userIds ?? [])),
  };
}

/** All that this person missed in the room. */
export const missedOf = (db: Database, roomId: string, userId: string): readonly MissedMessage[] =>
  [...settingsWithPrefix(db, messages(roomId))].flatMap(([id, value]) => {
    const missed = value as MissedBy;
    return missed.userIds.includes(userId) ? [{ id, ...missed }] : [];
  });

/** Takes the place of what was known of this message; `id` is its local key, until the server has given it one. */
export function setMissed(
  db: Database,
  roomId: string,
  id: string,
  missed: MissedBy,
  inviterOf: (userId: string) => string | null,
): void {
  const name = messages(roomId) + id;
  if (missed.userIds.length === 0) return deleteSetting(db, name);
  setSetting(db, name, missed);
  const known = missedIn(db, roomId);
  const added = missed.userIds.filter((id) => known.every(({ userId }) => userId !== id));
  if (added.length === 0) return;
  const people = added.map((userId): Missed => ({ userId, inviter: inviterOf(userId) }));
  setSetting(db, roomPrefix + roomId, [...known, ...people]);
}

export const missedBy = (db: Database, roomId: string, id: string): MissedBy | null =>
  getSetting<MissedBy>(db, messages(roomId) + id);

/** The message has another id from now on, or with null none. True: it was missed by somebody. */
export function moveMissed(db: Database, roomId: string, from: string, to: string | null): boolean {
  const missed = missedBy(db, roomId, from);
  if (missed === null) return false;
  deleteSetting(db, messages(roomId) + from);
  if (to !== null) setSetting(db, messages(roomId) + to, missed);
  return true;
}

/** These messages this person can read now, or need not any more. Nobody is remembered who missed nothing else. */
export function endMissed(
  db: Database,
  roomId: string,
  userId: string,
  ended: readonly MissedMessage[],
): void {
  for (const { id, userIds, hidden } of ended) {
    const left = userIds.filter((one) => one !== userId);
    if (left.length === 0) deleteSetting(db, messages(roomId) + id);
    else setSetting(db, messages(roomId) + id, { userIds: left, hidden } satisfies MissedBy);
  }
  if (missedOf(db, roomId, userId).length > 0) return;
  const others = missedIn(db, roomId).filter((one) => one.userId !== userId);
  if (others.length === 0) deleteSetting(db, roomPrefix + roomId);
  else setSetting(db, roomPrefix + roomId, others);
}
