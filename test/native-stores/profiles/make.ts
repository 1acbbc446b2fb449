// Makes the fixture profiles: with TRELLIS_MAKE_PROFILES=1, the test beside it first writes those that are missing. A file that is
// checked in is never made anew: it stands for what a build of that time wrote.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { eventHash } from '#stores/events/eventHash';
import { migrations } from '#stores/migrations/all';
import type { RawEvent } from '#stores/events/types';

export const profileKey = Buffer.alloc(32, 'trellis fixture ');
export const profileFile = (version: number): string =>
  join(__dirname, `events-${String(version).padStart(4, '0')}.db`);

const sender = '@bob:example.org';
export const rooms = ['!talk:example.org', '!plans:example.org'];

const event = (
  id: string,
  at: number,
  type: string,
  content: Record<string, unknown>,
): RawEvent => ({
  event_id: id,
  type,
  sender,
  origin_server_ts: 1_740_830_400_000 + at,
  content,
});

/** Events of each room, oldest first. */
export const written: readonly RawEvent[] = [
  event('$one', 1, 'm.room.message', { msgtype: 'm.text', body: 'one' }),
  event('$two', 2, 'm.room.message', { msgtype: 'm.text', body: 'two — with an ö and 🙂' }),
  event('$file', 3, 'm.room.message', {
    msgtype: 'm.file',
    body: 'paper.pdf',
    url: 'mxc://example.org/paper',
    info: { mimetype: 'application/pdf', size: 1234 },
  }),
  event('$last', 4, 'm.room.message', { msgtype: 'm.text', body: 'after a gap' }),
];
export const topic: RawEvent = {
  ...event('$topic', 5, 'm.room.topic', { topic: 'What was put in' }),
  state_key: '',
};
export const draft = { text: 'not sent yet', replyTo: null, editing: null };
export const waiting = { msgtype: 'm.text', body: 'waits in the outbox' };

type Connection = BetterSqlite.Database;

/** By the statements of the first schema, and by none of today's code. */
function fillFirst(db: Connection): void {
  const insert = db.prepare(
    `INSERT INTO events(room_no, event_hash, event_id, type, state_key, sender, ts, received_ts, json) VALUES (?,?,?,?,?,?,?,?,?)`,
  );
  for (const [index, roomId] of rooms.entries()) {
    const roomNo = index + 1;
    db.prepare(
      `INSERT INTO rooms(room_no, room_id, membership, version, name, name_folded, topic) VALUES (?,?,'join','10',?,?,?)`,
    ).run(roomNo, roomId, `Room ${roomNo}`, `room ${roomNo}`, topic.content['topic']);
    const put = (one: RawEvent) =>
      insert.run(
        roomNo,
        eventHash(roomId, one.event_id),
        one.event_id,
        one.type,
        one.state_key ?? null,
        one.sender,
        one.origin_server_ts,
        one.origin_server_ts,
        JSON.stringify(one),
      ).lastInsertRowid;
    for (const [no, token] of [null, 'the gap'].entries())
      db.prepare('INSERT INTO chunks(room_no, chunk_no, ord, prev_token) VALUES (?,?,?,?)').run(
        roomNo,
        no + 1,
        no + 1,
        token,
      );
    for (const [at, one] of written.entries())
      db.prepare('INSERT INTO timeline(room_no, chunk_no, pos, event_no) VALUES (?,?,?,?)').run(
        roomNo,
        at < 3 ? 1 : 2,
        at,
        put(one),
      );
    db.prepare('INSERT INTO state(room_no, type, state_key, event_no) VALUES (?,?,?,?)').run(
      roomNo,
      topic.type,
      '',
      put(topic),
    );
  }
  db.prepare('INSERT INTO drafts(room_no, content, updated_ms) VALUES (1,?,1)').run(
    JSON.stringify(draft),
  );
  db.prepare(
    `INSERT INTO outbox(local_key, request_id, room_no, seq, txn_id, status, type, content, created_ms)
     VALUES ('~key','request',2,1,'txn','queued','m.room.message',?,1)`,
  ).run(JSON.stringify(waiting));
  db.prepare(`INSERT INTO settings(name, value) VALUES ('nextBatch', '"s1"')`).run();
}

function make(version: number): void {
  mkdirSync(__dirname, { recursive: true });
  const file = profileFile(version);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  const db = new BetterSqlite(part);
  db.pragma(`cipher = 'chacha20'`);
  db.pragma('page_size = 1024');
  db.pragma(`key = "raw:${profileKey.toString('hex')}"`);
  const steps = migrations.filter((step) => step.version <= version);
  for (const step of steps) {
    db.exec(step.sql);
    if (step.version === 10) fillFirst(db);
    db.pragma(`user_version = ${step.version}`);
  }
  for (const step of steps) step.fill?.(db);
  db.exec('VACUUM');
  db.close();
  renameSync(part, file);
}

export function makeMissing(): void {
  for (const { version } of migrations) if (!existsSync(profileFile(version))) make(version);
}
