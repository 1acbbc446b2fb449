// How the store behaves with the bench's mix: the same data from the same seed, and statements that do not grow with the room.
import { appendLive } from '#stores/ingest/timeline';
import { pageOfTimeline } from '#stores/events/timeline';
import { ensureRoom } from '#stores/rooms/rooms';
import { undecryptedOf } from '#stores/ingest/decryption';
import { putState } from '#stores/ingest/state';
import { all } from '#stores/sqlite/statements';
import { generateLive, generateRoom, generateSync } from '../fixtures/generator';
import { tempStore, type TempStore } from './support/tempStore';

const options = { seed: 5, rooms: 3, eventsPerRoom: 400, ownUserId: '@me:example.org' };

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

test('one seed is one world, and the mix is the one that was asked for', () => {
  expect(JSON.stringify(generateSync(options))).toBe(JSON.stringify(generateSync(options)));
  const { timeline } = generateRoom({ ...options, eventsPerRoom: 5_000 }, 0);
  const share = (wanted: (type: string, edit: boolean) => boolean): number =>
    timeline.filter((event) => wanted(event.type, 'm.new_content' in event.content)).length / 5_000;
  expect(share((type, edit) => type === 'm.room.message' && !edit)).toBeCloseTo(0.6, 1);
  expect(share((type) => type === 'm.reaction')).toBeCloseTo(0.2, 1);
  expect(share((_, edit) => edit)).toBeCloseTo(0.1, 1);
  expect(share((type) => type === 'm.room.redaction')).toBeCloseTo(0.1, 1);
  expect(new Set(timeline.map((event) => event.event_id.length))).toEqual(new Set([44]));
});

test('the whole mix goes in and comes back, twice the same answer changes nothing', () => {
  const { store } = temp;
  const room = generateRoom(options, 1);
  const put = (): number =>
    store.write(() => {
      const roomNo = ensureRoom(store.db, room.roomId);
      putState(store.db, roomNo, room.state, 1);
      return appendLive(store.db, {
        roomNo,
        events: room.timeline,
        limited: false,
        prevBatch: null,
        receivedMs: 1,
        ownUserId: options.ownUserId,
      }).inserted.length;
    });
  expect([put(), put()]).toEqual([400, 0]);
  const more = generateLive(options, 1, 10);
  expect(more.roomId).toBe(room.roomId);
  const page = pageOfTimeline(store.db, { roomNo: 1, limit: 1_000 });
  expect(page.events.map((event) => event.eventId)).toEqual(
    room.timeline.map((event) => event.event_id),
  );
  const redacted = new Set(
    room.timeline.filter((event) => event.redacts !== undefined).map((event) => event.redacts),
  );
  for (const event of page.events)
    if (redacted.has(event.eventId)) expect(event.raw.content).toEqual({});
});

test('statements on the way of a live event use an index', () => {
  const plans = [
    'SELECT event_no FROM events WHERE event_hash = 1 AND event_id = 2 AND room_no = 3',
    'SELECT max(pos) FROM timeline WHERE timeline_no = 1 AND chunk_no = 2',
    'SELECT pos FROM timeline WHERE timeline_no = 1 AND event_no = 2',
    'SELECT timeline_no FROM timelines WHERE room_no = 1 AND root_event_id IS NULL',
    'SELECT event_no FROM waiting_redactions WHERE target_hash = 1 ORDER BY event_no',
    'SELECT 1 FROM outbox WHERE room_no = 1 LIMIT 1',
    `SELECT * FROM outbox WHERE room_no = 1 AND status <> 'sent' ORDER BY seq LIMIT 1`,
    `SELECT 1 FROM outbox WHERE room_no = 1 AND status = 'not_sent' LIMIT 1`,
    `SELECT min(room_no) FROM outbox WHERE room_no > 1 AND status <> 'sent'`,
    `SELECT min(seq) FROM outbox WHERE room_no = 1 AND status <> 'sent'`,
    'SELECT coalesce(max(seq), 0) + 1 FROM outbox',
    `SELECT * FROM rooms WHERE section = 'rooms' AND membership IN ('join', 'invite', 'knock')
     ORDER BY activity_ms DESC, room_no DESC LIMIT 200`,
    'SELECT * FROM members WHERE room_no = 1 AND name_key = 2',
    'SELECT event_no FROM events WHERE local_key = 1',
  ].map((sql) =>
    all<{ detail: string }>(temp.store.db, `EXPLAIN QUERY PLAN ${sql}`)
      .map((row) => row.detail)
      .join('; '),
  );
  expect(plans.filter((plan) => /SCAN (?!CONSTANT)|TEMP B-TREE/.test(plan))).toEqual([]);
});

test.each([null, 1])(
  'what cannot be decrypted is found by an index, in all rooms or one (%s)',
  (roomNo) => {
    const { db } = temp.store;
    const prepare = jest.spyOn(db, 'prepare');
    undecryptedOf(db, roomNo, 2_000);
    const [sql = ''] = prepare.mock.calls[0] ?? [];
    prepare.mockRestore();
    const values = roomNo === null ? [2_000] : [roomNo, 2_000];
    const plan = db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => detail);
    expect(plan.filter((step) => /\bevents_undecrypted\b/.test(step))).toHaveLength(1);
    // The plan has no scan of the table, where each row carries its message.
    expect(plan.filter((step) => /^SCAN (e|events)$/.test(step))).toEqual([]);
  },
);
