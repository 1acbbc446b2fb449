// Sync with damaged tables in the store: no part of an answer is dropped.
import { getSetting } from '#stores/settings/settings';
import { BrokenInvariant } from '#engine/sync/slices';
import { storagePauseMs } from '#engine/sync/storage';
import { createMembership } from '#engine/rooms/membership';
import { systemClock } from '#engine/base/clock';
import { underRemoval } from '#stores/ingest/removal';
import { silentLog } from '../../support/silentLog';
import { create, encrypted, member, message, state } from '../../fixtures/events';
import type { SyncKit } from './kit';
import { answer, me, script, scriptedKit, type Script } from './scripted';

let made: Script;
let kit: SyncKit;
const roomId = '!room:example.org';
const begin = () => [create(), member(me, 'join')];

beforeEach(async () => {
  made = script();
  kit = scriptedKit(made);
  made.sync(answer({ [roomId]: { state: begin(), timeline: [message('first')] } }));
  kit.sync.start();
  await kit.until(() => kit.room(roomId) && kit.sync.gate.open());
});
afterEach(() => kit.stop());

test('a row that stands where the next event belongs costs no event: the tables are repaired', async () => {
  const next =
    (kit.store.db.prepare('SELECT max(event_no) AS n FROM events').get() as { n: number }).n + 2;
  kit.store.db.exec(`INSERT INTO decrypt_queue(event_no) VALUES (${next})`);
  const timeline = [message('before'), encrypted('session', { id: '$lost' }), message('after')];
  const next_batch = 'repaired';
  const told = answer({ [roomId]: { timeline } }, { next_batch });
  made.sync(told);
  made.sync(told);
  await kit.until(() => getSetting(kit.store.db, 'nextBatch') === next_batch);

  expect([kit.bodies(roomId), kit.logged]).toEqual([
    ['first', 'before', 'after'],
    [expect.stringContaining('contradict'), expect.stringContaining('repaired')],
  ]);
  expect(
    kit.store.db.prepare(`SELECT count(*) AS n FROM events WHERE event_id = '$lost'`).get(),
  ).toEqual({ n: 1 });
});

test('an invitation into a room that is still being removed waits, and keeps all that comes with it', async () => {
  const many = Array.from({ length: 1500 }, (_, at) => message(`words ${at}`));
  made.sync(answer({ [roomId]: { timeline: many } }));
  await kit.until(() => kit.bodies(roomId).length === 500);
  const membership = createMembership({
    http: kit.http,
    store: kit.store,
    ownUserId: me,
    clock: systemClock(),
    log: silentLog,
  });
  await membership.forget(roomId);
  expect([kit.room(roomId)?.membership, underRemoval(kit.store.db).length]).toEqual(['leave', 1]);
  const again = [message('again'), state('m.room.topic', '', { topic: 'new' })];
  made.sync(answer({ [roomId]: { state: begin(), timeline: again } }));
  await kit.until(() => kit.room(roomId)?.membership === 'join');
  await kit.until(() => underRemoval(kit.store.db).length === 0);
  expect([kit.bodies(roomId), kit.room(roomId)?.topic]).toEqual([['again'], 'new']);
});

test('what repairing does not cure is tried ever more seldom, up to six hours', () => {
  const broken = new BrokenInvariant('a row stands twice');
  const minutes = [2, 3, 4, 5, 9, 30].map((n) => (storagePauseMs(broken, n) ?? 0) / 60_000);
  expect(minutes).toEqual([5, 10, 20, 40, 360, 360]);
});
