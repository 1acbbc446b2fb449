// Whether a file that cannot be read still waits for its key, or is known to have none: decided here for rows, counts and header. No SDK.
import type { StoredEvent } from '#stores/events/types';
import { isWithin, keysMayComeUntil, keyWaitMs } from '#stores/settings/awaitedKeys';
import { get } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { isUndecided } from '../kinds/encrypted';
import { codesOfMissingKeys } from '../kinds/undecryptable';

type Db = Store['db'];

/** A moment, and until when keys of old messages may come to the room. */
export interface KeysToCome {
  readonly nowMs: number;
  readonly untilMs: number;
}

export const keysToCome = (db: Db, roomId: string, nowMs: number): KeysToCome => ({
  nowMs,
  untilMs: keysMayComeUntil(db, roomId, nowMs),
});

const missingKeys = new Set(codesOfMissingKeys);

/**
 * Until when the file of this message waits; Infinity: until a change says more. Null: it does not wait. `event` null: it is not here.
 * One that nobody decrypts waits no longer than one without a key.
 */
export function waitsUntil(
  { nowMs, untilMs }: KeysToCome,
  event: StoredEvent | null,
): number | null {
  if (event !== null && !isUndecided(event) && !missingKeys.has(event.utdCode ?? '')) return null;
  const since = event?.receivedTs ?? 0;
  const end = Math.max(untilMs, isWithin(since, nowMs, keyWaitMs) ? since + keyWaitMs : 0);
  return end > nowMs ? end : null;
}

export interface Unreadable {
  /** Active entries whose message came and is not decrypted, without those that wait. */
  readonly count: number;
  /** When the first that waits stops; null when none does, or only a change will tell. */
  readonly nextMs: number | null;
}

export function countUnreadable(db: Db, roomNo: number, keys: KeysToCome): Unreadable {
  const { nowMs, untilMs } = keys;
  // In a room to which keys may come all of them wait.
  const allWait = untilMs > nowMs;
  const row = get<{ n: number; first_ms: number | null }>(
    db,
    `WITH sealed AS (
       SELECT event_id, received_ts, utd_code IN (SELECT value FROM json_each(?)) AS may
       FROM events WHERE room_no = ? AND utd_code IS NOT NULL
       UNION ALL SELECT e.event_id, e.received_ts, 1 FROM decrypt_queue q CROSS JOIN events e ON e.event_no = q.event_no
       WHERE e.room_no = ? AND e.utd_code IS NULL)
     SELECT coalesce(sum(NOT waits), 0) AS n, min(CASE WHEN waits THEN received_ts END) AS first_ms FROM (
       SELECT s.received_ts, s.may AND s.received_ts > ? AND s.received_ts <= ? AS waits
       FROM sealed s CROSS JOIN file_entries f ON f.room_no = ? AND f.event_id = s.event_id WHERE f.active = 1)`,
    JSON.stringify(codesOfMissingKeys),
    roomNo,
    roomNo,
    allWait ? Number.MIN_SAFE_INTEGER : nowMs - keyWaitMs,
    allWait ? Number.MAX_SAFE_INTEGER : nowMs,
    roomNo,
  );
  const first = row?.first_ms ?? null;
  const ownMs = first === null || first > nowMs ? 0 : first + keyWaitMs;
  const nextMs = first === null ? null : Math.max(untilMs, ownMs);
  return { count: row?.n ?? 0, nextMs: nextMs === Number.POSITIVE_INFINITY ? null : nextMs };
}
