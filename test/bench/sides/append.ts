// R4 and R6: single new events into a store that holds many. node append.js <ours|floor> <JSON of AppendOptions>; prints a Sample of
// the median per event.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAnswer } from '#engine/sync/answer';
import { applyAnswer } from '#engine/sync/apply';
import type { Clock } from '#engine/base/types';
import { createRoomsView } from '#engine/views/rooms';
import { createTimelineView } from '#engine/views/timeline/timeline';
import { eventHash } from '#stores/events/eventHash';
import type { RawEvent } from '#stores/events/types';
import { openStore, setPragmas } from '#stores/profile/open';
import { connect } from '#stores/sqlite/connect';
import type { Store } from '#stores/sqlite/store';
import { eventId, seeded, sentence } from '../../fixtures/generator';
import { quiet } from '../quiet';
import { benchKey, digestOf, ownUserId, type Sample } from '../shapes';
import { median, p95 } from '../statistics';

export interface AppendOptions {
  readonly folder: string;
  readonly events: number;
  /** Into the first room only (R6), else spread over all (R4). */
  readonly firstRoom: boolean;
  /** A window looks at the room list and at the first room. */
  readonly watched: boolean;
}

const warmUp = 50;

/** Time for views stands still while one event is applied and jumps between two, so that each event is shown by itself. */
function jumpingClock(): Clock & { jump(): void } {
  let elapsed = 0;
  let due: (() => void)[] = [];
  return {
    now: () => Date.now(),
    monotonic: () => elapsed,
    setTimeout(work) {
      due.push(work);
      return () => {
        due = due.filter((other) => other !== work);
      };
    },
    jump() {
      elapsed += 60_000;
      for (const work of due.splice(0)) work();
    },
  };
}

interface NewEvent {
  readonly roomId: string;
  readonly event: RawEvent;
  readonly bytes: Buffer;
}

function newEvents({ folder, events, firstRoom }: AppendOptions): NewEvent[] {
  const rooms = JSON.parse(readFileSync(join(folder, 'rooms.json'), 'utf8')) as string[];
  const random = seeded(99);
  return Array.from({ length: warmUp + events }, (_, index) => {
    const roomId = rooms[firstRoom ? 0 : (index * 7919) % rooms.length] ?? '';
    const event: RawEvent = {
      event_id: eventId(random),
      type: 'm.room.message',
      sender: '@user3:example.org',
      origin_server_ts: 1_790_000_000_000 + index,
      content: { msgtype: 'm.text', body: sentence(random) },
      unsigned: { age: 100 },
    };
    const room = { timeline: { events: [event], limited: false, prev_batch: `n${index}` } };
    const answer = {
      next_batch: `n${index}`,
      rooms: { join: { [roomId]: room } },
      device_one_time_keys_count: { signed_curve25519: 50 },
    };
    return { roomId, event, bytes: Buffer.from(JSON.stringify(answer)) };
  });
}

const pause = (): Promise<void> => Promise.resolve();

function watch(store: Store, clock: Clock, roomId: string): () => number {
  let shown = 0;
  const fail = (error: { message: string }): never => {
    throw new Error(error.message);
  };
  const deps = { store, ownUserId: () => ownUserId, clock };
  const views = [
    createRoomsView(
      deps,
      { text: '', collapsed: [], limit: 200 },
      { set: () => (shown += 1), fail },
    ),
    createTimelineView(
      deps,
      { roomId, threadId: null, around: null, limit: 50 },
      { set: () => (shown += 1), fail },
    ),
  ];
  store.onCommit((changes) => views.forEach((view) => view.refresh(changes)));
  return () => shown;
}

async function ours(options: AppendOptions): Promise<Sample> {
  const clock = jumpingClock();
  const store = openStore({ folder: options.folder, key: benchKey, log: quiet });
  const events = newEvents(options);
  const shown = options.watched ? watch(store, clock, events[0]?.roomId ?? '') : () => 0;
  const deps = { store, ownUserId, log: quiet, clock, onPushRules: () => undefined };
  const times: number[] = [];
  const shownBefore = shown();
  for (const { bytes } of events) {
    clock.jump();
    const beganMs = performance.now();
    await applyAnswer(deps, await readAnswer(bytes, pause), false, pause, () => true);
    // Views work after the commit; watched, an event counts when both have shown it.
    while (options.watched && shown() - shownBefore < 2 * (times.length + 1))
      await new Promise((resolve) => setImmediate(resolve));
    times.push(performance.now() - beganMs);
  }
  if (options.watched && shown() - shownBefore !== 2 * events.length)
    throw new Error(`shown ${shown() - shownBefore} times for ${events.length} events`);
  const read = store.db.prepare<[number, string], { json: string }>(
    'SELECT json FROM events WHERE event_hash = ? AND event_id = ?',
  );
  return result(times, events, (roomId, id) => read.get(eventHash(roomId, id), id)?.json);
}

/** One row of the same columns and indexes, one FULL commit. With `firstRoom` also its place in the timeline. */
function floor(options: AppendOptions): Sample {
  const db = connect(join(options.folder, 'events.db'), benchKey);
  setPragmas(db);
  const events = newEvents(options);
  const rooms = new Map(
    db
      .prepare<
        [],
        { room_id: string; room_no: number; timeline_no: number; chunk_no: number; pos: number }
      >(
        `SELECT r.room_id, r.room_no, l.timeline_no, max(t.chunk_no) AS chunk_no, max(t.pos) AS pos
         FROM rooms r JOIN timelines l ON l.room_no = r.room_no AND l.root_event_id IS NULL
         JOIN timeline t ON t.timeline_no = l.timeline_no GROUP BY r.room_no`,
      )
      .all()
      .map((row) => [row.room_id, row] as const),
  );
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const insert = db.prepare(
    `INSERT INTO events(room_no, event_hash, event_id, type, sender, ts, received_ts, json) VALUES (?,?,?,?,?,?,?,?)`,
  );
  const place = db.prepare(
    'INSERT INTO timeline(timeline_no, chunk_no, pos, event_no) VALUES (?,?,?,?)',
  );
  const times: number[] = [];
  for (const { roomId, event } of events) {
    const room = rooms.get(roomId);
    if (room === undefined) throw new Error('no such room');
    const beganMs = performance.now();
    begin.run();
    const { lastInsertRowid } = insert.run(
      room.room_no,
      eventHash(roomId, event.event_id),
      event.event_id,
      event.type,
      event.sender,
      event.origin_server_ts,
      event.origin_server_ts,
      JSON.stringify(event),
    );
    if (options.firstRoom)
      place.run(room.timeline_no, room.chunk_no, (room.pos += 1), lastInsertRowid);
    commit.run();
    times.push(performance.now() - beganMs);
  }
  const read = db.prepare<[number, string], { json: string }>(
    'SELECT json FROM events WHERE event_hash = ? AND event_id = ?',
  );
  return result(times, events, (roomId, id) => read.get(eventHash(roomId, id), id)?.json);
}

function result(
  times: readonly number[],
  events: readonly NewEvent[],
  read: (roomId: string, id: string) => string | undefined,
): Sample {
  const measured = times.slice(warmUp);
  const stored = events.map(({ roomId, event }) => {
    const { event_id: id, content } = JSON.parse(read(roomId, event.event_id) ?? '{}') as RawEvent;
    return [id, content['body']];
  });
  return { ms: median(measured), digest: digestOf(stored), notes: { p95Ms: p95(measured) } };
}

async function main(): Promise<void> {
  const [side, json = '{}'] = process.argv.slice(2);
  const options = JSON.parse(json) as AppendOptions;
  const sample = side === 'ours' ? await ours(options) : floor(options);
  // Killed before anything is checkpointed: without its log the store is as it was, ready for the next sample.
  process.stdout.write(JSON.stringify(sample), () => process.kill(process.pid, 'SIGKILL'));
}

void main();
