// A disk that did not work for a while: what the person is told is made up when it works again, without any further news.
import { patient } from '#engine/base/clock';
import { createPush } from '#engine/push/push';
import { nothingFound } from '#engine/sync/roomContext';
import { getEvent } from '#stores/events/timeline';
import { setPlain } from '#stores/ingest/decryption';
import type { StoredEvent } from '#stores/events/types';
import { getRoom, updateRoom } from '#stores/rooms/rooms';
import { alice, message } from '../../fixtures/events';
import { failingDisk, type FailingDisk, type Kind } from '../../support/failingDisk';
import { silentLog } from '../../support/silentLog';
import { roomBench, type RoomBench } from '../views/support';

let disk: FailingDisk;
let bench: RoomBench;
beforeAll(() => {
  disk = failingDisk();
});
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => {
  disk.heal();
  bench.temp.remove();
});
afterAll(() => disk.restore());

const longestWaitMs = 10_000;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const fail = (kind: Kind, code: string): void =>
  disk.fail({ file: /events\.db$/, code, kind, from: 1 });

function start() {
  const gone: string[] = [];
  const badges: string[] = [];
  const notices: string[] = [];
  const push = createPush({
    store: bench.temp.store,
    ownUserId: alice,
    inView: () => false,
    notify: ({ body }) => void notices.push(body),
    play: () => false,
    unnotify: (roomId) => void gone.push(roomId),
    badge: (unread) => void badges.push(String(unread)),
    clock: patient(bench.clock),
    log: silentLog,
  });
  bench.clock.pass(1_000);
  return { push, gone, badges, notices };
}

function unread(count: number): void {
  const { store } = bench.temp;
  store.write((changes) => {
    updateRoom(store.db, bench.roomNo, { unread: count });
    changes.room(bench.roomNo);
  });
}

function said(): StoredEvent {
  const event = message('Lunch?', { ts: bench.clock.now() });
  bench.live([event]);
  const stored = getEvent(bench.temp.store.db, bench.roomNo, event.event_id);
  if (stored === null) throw new Error('not stored');
  return stored;
}

test.each([
  ['at once', 1],
  ['after the pause', 2],
])(
  'the badge that could not be added up %s is exact when the disk reads again',
  async (_when, last) => {
    const { push, badges } = start();
    for (let count = 1; count < last; count += 1) {
      unread(count);
      await turn();
    }
    unread(last);
    fail('read', 'SQLITE_IOERR_READ');
    await turn();
    bench.clock.pass(250);
    expect(badges).not.toContain(String(last));
    expect(disk.count()).toBeGreaterThan(0);
    disk.heal();
    bench.clock.pass(longestWaitMs);
    expect(badges.at(-1)).toBe(String(last));
    push.stop();
  },
);

test('what was read while the disk did not is taken back when it reads again', async () => {
  const { push, gone } = start();
  const event = said();
  unread(1);
  await turn();
  push.found({ ...nothingFound(), live: new Map([[bench.roomNo, [event]]]) });
  await turn();
  unread(0);
  fail('read', 'SQLITE_IOERR_READ');
  await turn();
  expect(gone).toEqual([]);
  disk.heal();
  bench.clock.pass(longestWaitMs);
  expect(gone).toEqual([bench.roomId]);
  push.stop();
});

test.each(['found', 'decrypted'] as const)(
  'a message that was %s when the disk did not read is told when it reads again, once',
  (how) => {
    const { push, notices } = start();
    if (how === 'decrypted') {
      const { store } = bench.temp;
      const type = 'm.room.encrypted';
      const sealed = {
        ...message('', { id: '$sealed', ts: bench.clock.now() }),
        type,
        content: {},
      };
      bench.live([sealed]);
      const stored = getEvent(store.db, bench.roomNo, '$sealed');
      if (stored === null) throw new Error('not stored');
      push.found({ ...nothingFound(), live: new Map([[bench.roomNo, [stored]]]) });
      store.write((changes) =>
        setPlain(
          store.db,
          stored.eventNo,
          { type: 'm.room.message', content: { msgtype: 'm.text', body: 'Lunch?' } },
          changes,
        ),
      );
      fail('read', 'SQLITE_IOERR_READ');
      push.decrypted([stored.eventNo], false);
    } else {
      const live = new Map([[bench.roomNo, [said()]]]);
      fail('read', 'SQLITE_IOERR_READ');
      push.found({ ...nothingFound(), live });
    }
    expect([disk.count() > 0, notices]).toEqual([true, []]);
    disk.heal();
    bench.clock.pass(longestWaitMs);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('Lunch?');
    bench.clock.pass(longestWaitMs);
    expect(notices).toHaveLength(1);
    push.stop();
  },
);

test('an encrypted room is counted when a full disk takes data again', async () => {
  const { push } = start();
  const { roomNo, temp } = bench;
  const { db } = temp.store;
  temp.store.write(() =>
    updateRoom(db, roomNo, { encryption: { algorithm: 'm.megolm.v1.aes-sha2' } }),
  );
  const event = said();
  fail('write', 'SQLITE_FULL');
  push.found({ ...nothingFound(), live: new Map([[roomNo, [event]]]) });
  await turn();
  expect([disk.count() > 0, getRoom(db, roomNo)?.unread]).toEqual([true, 0]);
  disk.heal();
  bench.clock.pass(longestWaitMs);
  expect(getRoom(db, roomNo)?.unread).toBe(1);
  push.stop();
});
