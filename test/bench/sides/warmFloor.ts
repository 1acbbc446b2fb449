// Floor of R1 and R10: a fresh process that reads the same rows with plain SQL from the same encrypted file; one answer to each question.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { benchKey, firstEvents, firstRooms, type WarmQuery } from '../shapes';

interface RoomFacts {
  readonly room_id: string;
  readonly name: string;
  readonly unread: number;
  readonly activity_ms: number;
  readonly last: string | null;
}

interface EventFacts {
  readonly json: string;
  readonly redacted_by: string | null;
  /** A redacted edit has lost the content that said what it was. */
  readonly relation: string | null;
}

let opened: Database.Database | null = null;

function open(folder: string): Database.Database {
  const db = new Database(join(folder, 'events.db'));
  db.pragma(`cipher = 'chacha20'`);
  db.pragma(`key = "raw:${Buffer.from(benchKey).toString('hex')}"`);
  db.pragma('journal_mode = WAL');
  db.pragma('cache_size = -65536');
  return db;
}

process.on('message', ({ folder, roomId }: WarmQuery) => {
  const db = (opened ??= open(folder));
  const total = db
    .prepare(`SELECT count(*) FROM rooms WHERE membership IN ('join', 'invite', 'knock')`)
    .pluck()
    .get();
  const rooms = db
    .prepare<[number], RoomFacts>(
      `SELECT r.room_id, r.name, r.unread, r.activity_ms, e.json AS last FROM rooms r
       LEFT JOIN events e ON e.event_no = r.last_event_no
       WHERE r.section = 'rooms' AND r.membership IN ('join', 'invite', 'knock')
       ORDER BY r.activity_ms DESC, r.room_no DESC LIMIT ?`,
    )
    .all(firstRooms);
  const events = db
    .prepare<[string, number], EventFacts>(
      `SELECT e.json, e.redacted_by, (SELECT r.rel_type FROM relations r WHERE r.event_no = e.event_no) AS relation
       FROM timeline t JOIN events e ON e.event_no = t.event_no
       WHERE t.timeline_no = (SELECT l.timeline_no FROM timelines l JOIN rooms r ON r.room_no = l.room_no
         WHERE r.room_id = ? AND l.root_event_id IS NULL)
       ORDER BY t.chunk_no DESC, t.pos DESC LIMIT ?`,
    )
    .all(roomId, firstEvents);
  process.send?.({
    total,
    rooms: rooms.map((row) => ({ ...row, last: JSON.parse(row.last ?? 'null') as unknown })),
    events: events.map((row) => ({
      event: JSON.parse(row.json) as unknown,
      redacted: row.redacted_by !== null,
      relation: row.relation,
    })),
  });
});
process.on('disconnect', () => {
  opened?.close();
  process.exit(0);
});
