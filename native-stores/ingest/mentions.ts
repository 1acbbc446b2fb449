// Which decrypted messages mention this account: a server lists those of plain rooms alone. Every decrypted message waits here, from the
// transaction of its plaintext on, until main/engine/push has judged it.
import { eventColumns, toStoredEvent, type EventRow, type StoredEvent } from '../events/types';
import { deleteSetting, getSetting, setSetting } from '../settings/settings';
import { all, run, type Database } from '../sqlite/statements';

/** Name of the setting: decrypted events with numbers below it were stored before anybody judged them. */
const mark = 'mentionsBelow';
/** Event numbers that are looked at in one step below the mark. */
const step = 200;
const mostAtOnce = 50;

export const leaveToJudge = (db: Database, eventNo: number): void =>
  void run(db, 'INSERT OR IGNORE INTO mention_queue(event_no) VALUES (?)', eventNo);

/** The message was redacted, or cannot be read after all. */
export function forgetMention(db: Database, eventNo: number): void {
  run(db, 'DELETE FROM mention_queue WHERE event_no = ?', eventNo);
  run(db, 'DELETE FROM mentions WHERE event_no = ?', eventNo);
}

const queued = (db: Database): StoredEvent[] =>
  all<EventRow>(
    db,
    `SELECT ${eventColumns} FROM mention_queue q CROSS JOIN events e ON e.event_no = q.event_no
     ORDER BY q.event_no DESC LIMIT ${mostAtOnce}`,
  ).map(toStoredEvent);

const decryptedBelow = (db: Database, below: number): StoredEvent[] =>
  all<EventRow>(
    db,
    `SELECT ${eventColumns} FROM events e WHERE e.event_no >= ? AND e.event_no < ? AND e.plain IS NOT NULL`,
    below - step,
    below,
  ).map(toStoredEvent);

/** True while a decrypted message waits to be judged. */
export const isAnyUnjudged = (db: Database): boolean =>
  getSetting(db, mark) !== null || all(db, 'SELECT 1 FROM mention_queue LIMIT 1').length > 0;

/** Judges some of those that wait, new ones first. Answers whether any of them is a mention. */
export function judgeSome(db: Database, mentions: (event: StoredEvent) => boolean): boolean {
  const fresh = queued(db);
  const below = fresh.length > 0 ? null : getSetting<number>(db, mark);
  const events = below === null ? fresh : decryptedBelow(db, below);
  let found = false;
  for (const event of events) {
    const { eventNo, roomNo, ts, receivedTs } = event;
    run(db, 'DELETE FROM mention_queue WHERE event_no = ?', eventNo);
    if (event.plain === null || event.redactedBy !== null || !mentions(event)) continue;
    found = true;
    run(
      db,
      'INSERT OR IGNORE INTO mentions(event_no, room_no, ts) VALUES (?,?,?)',
      eventNo,
      roomNo,
      Math.min(ts, receivedTs),
    );
  }
  if (below === null) return found;
  if (below > step) setSetting(db, mark, below - step);
  else deleteSetting(db, mark);
  return found;
}

export interface StoredMention {
  readonly roomId: string;
  readonly eventId: string;
  readonly sender: string;
  readonly sentAtMs: number;
  /** By this they are in order; never later than the moment of receipt. */
  readonly atMs: number;
}

/** The newest mentions of encrypted rooms, newest first; directories have none. */
export function newestMentions(db: Database, limit: number): StoredMention[] {
  return all<{ room_id: string; event_id: string; sender: string; ts: number; at_ms: number }>(
    db,
    `SELECT r.room_id, e.event_id, e.sender, e.ts, m.ts AS at_ms FROM mentions m INDEXED BY mentions_time
     CROSS JOIN rooms r ON r.room_no = m.room_no CROSS JOIN events e ON e.event_no = m.event_no
     WHERE r.is_tree = 0 ORDER BY m.ts DESC, m.event_no DESC LIMIT ? + 0`,
    limit,
  ).map(({ room_id: roomId, event_id: eventId, sender, ts: sentAtMs, at_ms: atMs }) => ({
    ...{ roomId, eventId, sender, sentAtMs, atMs },
  }));
}
