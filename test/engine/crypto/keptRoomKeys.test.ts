// Room keys of a device that the server deleted wait in the store until the new device has them.
import { settingNames } from '#stores/settings/settings';
import { keepRoomKeys, takeKeptRoomKeys } from '#engine/crypto/retireDevice';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

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
    if (taken.length > 0 && taken.length < 4_000) return Promise.reject(new Error('killed'));
    taken.push(...keys.map(({ session_id: id }) => id));
    return Promise.resolve();
  };
  await expect(takeKeptRoomKeys(temp.store, take)).rejects.toThrow('killed');
  expect(taken).toHaveLength(2_000);

  temp.reopen();
  const rest: string[] = [];
  await takeKeptRoomKeys(temp.store, (page) => {
    rest.push(...(JSON.parse(page) as { session_id: string }[]).map(({ session_id: id }) => id));
    return Promise.resolve();
  });
  expect([...taken, ...rest]).toEqual(exported.map(({ session_id: id }) => id));
  expect(settingNames(temp.store.db, 'roomKeysBefore.')).toEqual([]);
});
