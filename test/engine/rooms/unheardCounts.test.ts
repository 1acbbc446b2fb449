// Counts that hold what ignored people said, where the connection fails while the rest of a room is asked for; rooms that stand in nobody's way.
import { appFailure } from '#contract/wire/errors';
import { notMatrix, timedOut } from '#engine/http/errors';
import { recomputeRoom } from '#engine/rooms/derive';
import { createUnheardCounts } from '#engine/rooms/unread/unheardCounts';
import { appendLive } from '#stores/ingest/timeline';
import { ensureRoom, getRoom, updateRoom } from '#stores/rooms/rooms';
import { account, putAccountData } from '#stores/settings/accountData';
import { alice, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { silentLog } from '../../support/silentLog';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
  const { store } = temp;
  store.write(() => {
    const ignored = { ignored_users: { '@bob:x': {} } };
    putAccountData(store.db, account, 'm.ignored_user_list', ignored);
  });
});
afterEach(() => temp.remove());

/** A room with two unread messages that are not here. */
function room(roomId: string, limited = true): number {
  const { store } = temp;
  return store.write(() => {
    const roomNo = ensureRoom(store.db, roomId);
    updateRoom(store.db, roomNo, {
      ...{ membership: 'join', section: 'rooms' },
      ...{ unread: 2, serverUnread: 2 },
    });
    gap(roomNo, limited);
    return roomNo;
  });
}

function gap(roomNo: number, limited: boolean): void {
  const at = { limited, prevBatch: limited ? 'p' : null, receivedMs: 1, ownUserId: alice };
  appendLive(temp.store.db, { roomNo, events: [state('org.example', '', {})], ...at });
}

const countsWith = (older: (roomId: string) => Promise<unknown>) =>
  createUnheardCounts({
    ...{ store: temp.store, ownUserId: alice, log: silentLog, backfill: { older } },
  });

/** All looks of a sync have come to their ends. */
async function looked(counts: ReturnType<typeof countsWith>): Promise<void> {
  counts.look();
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

test('a room that could not be asked for without a connection is asked for after the next sync', async () => {
  room('!crowd:x');
  const older = jest.fn().mockRejectedValue(appFailure('offline', 'fetch failed'));
  const counts = countsWith(older);
  for (let at = 0; at < 2; at += 1) await looked(counts);
  expect(older).toHaveBeenCalledTimes(2);
});

test.each([
  ['is too slow with', timedOut],
  ['answers with nonsense', notMatrix],
])(
  'a server that %s one room is not asked for it after each sync, and the others have their turn',
  async (_, failure) => {
    room('!other:x');
    room('!broken:x');
    const asked: string[] = [];
    const counts = countsWith(async (roomId) => {
      asked.push(roomId);
      if (roomId === '!broken:x') throw failure();
    });
    for (let at = 0; at < 3; at += 1) await looked(counts);
    expect(asked.filter((roomId) => roomId === '!broken:x')).toHaveLength(1);
    expect(asked).toContain('!other:x');
  },
);

test('a room of which a part went missing later is asked for, though the server counts no more than before', async () => {
  const roomNo = room('!crowd:x', false);
  const { store } = temp;
  store.write(() => updateRoom(store.db, roomNo, { unread: 1 }));
  const older = jest.fn().mockResolvedValue({});
  const counts = countsWith(older);
  await looked(counts);
  expect(older).not.toHaveBeenCalled();
  store.write(() => {
    gap(roomNo, true);
    updateRoom(store.db, roomNo, { unread: 2 });
  });
  await looked(counts);
  expect(older).toHaveBeenCalled();
});

test('what lies in a gap stays counted, though nothing was read and the beginning of the room is here', () => {
  const roomNo = room('!crowd:x', false);
  const { store } = temp;
  store.write((changes) => {
    gap(roomNo, true);
    recomputeRoom(store.db, roomNo, alice, changes);
  });
  expect(getRoom(store.db, roomNo)?.unread).toBe(2);
});
