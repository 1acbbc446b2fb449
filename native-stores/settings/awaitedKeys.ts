// Rooms whose invitation was accepted and whose keys of old messages may still come: durable, so that a restart goes on waiting, and
// readable without the library, because views say of such a room that it waits.
import { getSetting, setSetting } from './settings';
import { ofConnection, type Database } from '../sqlite/statements';

export interface Awaited {
  readonly roomId: string;
  readonly inviter: string;
  readonly sinceMs: number;
}

const settingName = 'awaitedKeyBundles';
/** Later bundles of the same inviter are not taken: the room may have changed hands. */
export const mostWaitMs = 24 * 3_600_000;
/** So long after the join, or after a message came, its key may be on its way: with the next sync, or from the backup. */
export const keyWaitMs = 10_000;
/** Taking a bundle that comes later than this is not told: what cannot be read was said long ago. */
const soonMs = 300_000;

/** Whether less than `mostMs` passed since then. A time to come, by a clock that was set back, begins no wait. */
export function isWithin(sinceMs: number, nowMs: number, mostMs: number): boolean {
  const ms = nowMs - sinceMs;
  return ms >= 0 && ms < mostMs;
}

/** Those that still may come, also while a clock is set right by a little. */
export const awaitedKeys = (db: Database, nowMs: number): Awaited[] =>
  (getSetting<Awaited[]>(db, settingName) ?? []).filter(
    ({ sinceMs }) => sinceMs < nowMs + soonMs && nowMs - sinceMs < mostWaitMs,
  );

export const saveAwaited = (db: Database, list: readonly Awaited[]): void =>
  setSetting(db, settingName, list);

/** How many bundles of each room are being taken in this process. */
const createTaking = () => new Map<string, number>();

/** To be called when a bundle is looked for; the answer is to be called when that is over. */
export function beginTaking(db: Database, { roomId, sinceMs }: Awaited, nowMs: number): () => void {
  if (nowMs - sinceMs >= soonMs) return () => undefined;
  const taking = ofConnection(db, createTaking);
  taking.set(roomId, (taking.get(roomId) ?? 0) + 1);
  return () => {
    const left = (taking.get(roomId) ?? 1) - 1;
    if (left > 0) taking.set(roomId, left);
    else taking.delete(roomId);
  };
}

/** Until when keys of old messages may come to the room; Infinity while they are being taken, 0 when none are awaited. */
export function keysMayComeUntil(db: Database, roomId: string, nowMs: number): number {
  if (ofConnection(db, createTaking).has(roomId)) return Number.POSITIVE_INFINITY;
  const one = awaitedKeys(db, nowMs).find((each) => each.roomId === roomId);
  const waits = one !== undefined && isWithin(one.sinceMs, nowMs, keyWaitMs);
  return waits ? one.sinceMs + keyWaitMs : 0;
}
