// Own messages that somebody in their room had no device to read with when they were sent, by person. Ids only; what was said stands
// with the event.
import { deleteSetting, getSetting, setSetting, settingNames } from './settings';
import type { Database } from '../sqlite/statements';

export interface Missed {
  readonly userId: string;
  /** Who had invited them, while they had not joined when the first was sent; else null. */
  readonly inviter: string | null;
  /** In the order of sending. */
  readonly eventIds: readonly string[];
}

const prefix = 'missed.';
const mostKept = 200;

export const missedIn = (db: Database, roomId: string): readonly Missed[] =>
  getSetting<Missed[]>(db, prefix + roomId) ?? [];

/** What somebody in the room could not read. */
export const missedEvents = (db: Database, roomId: string): ReadonlySet<string> =>
  new Set(missedIn(db, roomId).flatMap(({ eventIds }) => eventIds));

/** Rooms in which somebody missed something. */
export const roomsWithMissed = (db: Database): readonly string[] =>
  settingNames(db, prefix).map((name) => name.slice(prefix.length));

export function addMissed(
  db: Database,
  roomId: string,
  userIds: readonly string[],
  eventId: string,
  inviterOf: (userId: string) => string | null,
): void {
  const known = missedIn(db, roomId);
  const added = userIds.map((userId): Missed => {
    const before = known.find((one) => one.userId === userId);
    const inviter = before === undefined ? inviterOf(userId) : before.inviter;
    return { userId, inviter, eventIds: [...(before?.eventIds ?? []), eventId].slice(-mostKept) };
  });
  setSetting(db, prefix + roomId, [
    ...known.filter(({ userId }) => !userIds.includes(userId)),
    ...added,
  ]);
}

/** Answers what this person had missed, which is forgotten with that. */
export function endMissed(db: Database, roomId: string, userId: string): readonly string[] {
  const known = missedIn(db, roomId);
  const left = known.filter((one) => one.userId !== userId);
  if (left.length === 0) deleteSetting(db, prefix + roomId);
  else setSetting(db, prefix + roomId, left);
  return known.find((one) => one.userId === userId)?.eventIds ?? [];
}
