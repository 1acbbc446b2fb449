// A list of notifications that stays open while much comes: its newest page is asked for again and again.
import type { NotifiedMessage } from '#contract/areas/notifications';
import type { Network } from '#engine/network';
import { createForestSource } from '#engine/files/forest';
import { createNotifiedView } from '#engine/notified/view';
import { tempStore } from '../../native-stores/support/tempStore';
import { testClock } from '../views/support';

const entry = (at: number) => ({
  ...{ room_id: '!far:b.org', read: true, actions: [], ts: at },
  event: {
    ...{ event_id: `$e${at}`, type: 'm.room.message', sender: '@b:b.org' },
    ...{ origin_server_ts: at, content: {} },
  },
});

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

test('it ends at 3,000 entries, of which the newest stay', async () => {
  const temp = tempStore();
  const clock = testClock();
  let newest = 30;
  const request = async () => ({
    notifications: Array.from({ length: 30 }, (_, at) => entry(newest - at)),
    next_token: 'older',
  });
  const ready = async () => ({ http: { request }, crypto: null });
  let rows: readonly NotifiedMessage[] = [];
  const view = createNotifiedView(
    {
      ...{ store: temp.store, clock, ownUserId: () => '@alice:b.org' },
      forest: createForestSource(temp.store, () => '@alice:b.org'),
      network: { ready } as unknown as Pick<Network, 'ready'>,
    },
    { mentions: false },
    {
      set: (next) => void (rows = next),
      fail: (error) => {
        throw new Error(error.code);
      },
    },
  );
  await view.paginate('back', 30);
  const comes = {
    rooms: new Set(),
    members: new Set(),
    topics: new Set(),
    timelines: new Map([[1, {}]]),
  };
  for (let page = 0; page < 105; page += 1) {
    newest += 29;
    view.refresh(comes as unknown as Parameters<typeof view.refresh>[0]);
    clock.pass(3_000);
    await settled();
  }
  clock.pass(3_000);
  expect(rows[0]?.eventId).toBe(`$e${newest}`);
  expect(rows).toHaveLength(3_000);
  expect(await view.paginate('back', 30)).toEqual({ reachedStart: true });
  view.close();
  temp.remove();
}, 60_000);
