// Counts that hold what ignored people said, where the connection fails while the rest of a room is asked for.
import { appFailure } from '#contract/wire/errors';
import { createUnheardCounts } from '#engine/rooms/unread/unheardCounts';
import { appendLive } from '#stores/ingest/timeline';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { account, putAccountData } from '#stores/settings/accountData';
import { alice, state } from '../../fixtures/events';
import { tempStore } from '../../native-stores/support/tempStore';
import { silentLog } from '../../support/silentLog';

test('a room that could not be asked for without a connection is asked for after the next sync', async () => {
  const temp = tempStore();
  const { store } = temp;
  store.write(() => {
    const ignored = { ignored_users: { '@bob:x': {} } };
    putAccountData(store.db, account, 'm.ignored_user_list', ignored);
    const roomNo = ensureRoom(store.db, '!crowd:x');
    updateRoom(store.db, roomNo, {
      ...{ membership: 'join', section: 'rooms' },
      ...{ unread: 2, serverUnread: 2 },
    });
    const at = { limited: true, prevBatch: 'p', receivedMs: 1, ownUserId: alice };
    appendLive(store.db, { roomNo, events: [state('org.example', '', {})], ...at });
  });
  const older = jest.fn().mockRejectedValue(appFailure('offline', 'fetch failed'));
  const counts = createUnheardCounts({
    ...{ store, ownUserId: alice, log: silentLog, backfill: { older } },
  });
  for (let at = 0; at < 2; at += 1) {
    counts.look();
    await new Promise(setImmediate);
  }
  expect(older).toHaveBeenCalledTimes(2);
  temp.remove();
});
