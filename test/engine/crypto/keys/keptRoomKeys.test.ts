// Room keys of a device that the server deleted wait in the store until the new device has them.
import { settingNames } from '#stores/settings/settings';
import { keepRoomKeys, takeKeptRoomKeys } from '#engine/crypto/retireDevice';
import { tempStore, type TempStore } from '../../../native-stores/support/tempStore';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

const exported = Array.from({ length: 4_001 }, (_, at) => ({ session_id: `s${at}` }));

test('a hand-over that is cut off in the middle goes on after the restart, and no key is lost', async () => {
  keepRoomKeys(temp.store, JSON.stringify(exported));
  const taken: string[] = [];
  const take = (page: string): Promise<void> => {
    const keys = JSON.parse(page) as { session_id: string }[];
    // The process ends while the second page is taken.
    if (taken.length === 2_000) return Promise.reject(new Error('killed'));
    taken.push(...keys.map(({ session_id: id }) => id));
    return Promise.resolve();
  };
  const retry = (): Promise<void> => Promise.resolve();
  await expect(takeKeptRoomKeys(temp.store, { take, retry })).rejects.toThrow('killed');
  expect(taken).toHaveLength(2_000);

  temp.reopen();
  const rest: string[] = [];
  await takeKeptRoomKeys(temp.store, {
    take: (page) => {
      rest.push(...(JSON.parse(page) as { session_id: string }[]).map(({ session_id: id }) => id));
      return Promise.resolve();
    },
    retry,
  });
  expect([...taken, ...rest]).toEqual(exported.map(({ session_id: id }) => id));
  expect(settingNames(temp.store.db, 'roomKeysBefore.')).toEqual([]);
});

test('messages are tried once, after the last page, which stays until they were', async () => {
  keepRoomKeys(temp.store, JSON.stringify(exported));
  const steps: string[] = [];
  const left = (): number => settingNames(temp.store.db, 'roomKeysBefore.').length;
  const taker = (retry: () => Promise<void>) => ({
    take: () => Promise.resolve(void steps.push(`page, ${left()} left`)),
    retry: () => Promise.resolve(void steps.push(`retry, ${left()} left`)).then(retry),
  });
  const killed = taker(() => Promise.reject(new Error('killed')));
  await expect(takeKeptRoomKeys(temp.store, killed)).rejects.toThrow('killed');
  const batches = (name: string, count: number): string[] => Array<string>(count).fill(name);
  expect(steps).toEqual([
    ...batches('page, 3 left', 40),
    ...batches('page, 2 left', 40),
    ...['page, 1 left', 'retry, 1 left'],
  ]);

  temp.reopen();
  steps.length = 0;
  await takeKeptRoomKeys(
    temp.store,
    taker(() => Promise.resolve()),
  );
  expect(steps).toEqual(['page, 1 left', 'retry, 1 left']);
  expect(left()).toBe(0);
});

test('CHAT-9.19 keys go over in batches of 50 sessions', async () => {
  keepRoomKeys(temp.store, JSON.stringify(exported.slice(0, 2_120)));
  const sizes: number[] = [];
  const take = (batch: string): Promise<void> => {
    sizes.push((JSON.parse(batch) as unknown[]).length);
    return Promise.resolve();
  };
  await takeKeptRoomKeys(temp.store, { take, retry: () => Promise.resolve() });
  expect(sizes).toEqual([...Array<number>(42).fill(50), 20]);
});
