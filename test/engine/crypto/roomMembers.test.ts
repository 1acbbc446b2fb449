// Recipients of an encrypted message: read from the store once for many messages, until the members change.
import type { Statement } from 'better-sqlite3';
import { createCryptoRoom } from '#engine/crypto/room';
import { member } from '../../fixtures/events';
import { roomBench } from '../views/support';

test('the members of a room are read once for many messages, and anew when they changed', async () => {
  const bench = roomBench();
  const { temp, roomNo } = bench;
  const tracked: string[] = [];
  const room = createCryptoRoom(
    temp.store,
    roomNo,
    () => Promise.resolve(),
    (userIds) => Promise.resolve(void tracked.push(...userIds)),
  );
  const reads = jest.spyOn(
    Object.getPrototypeOf(temp.store.db.prepare('SELECT 1')) as Statement,
    'all',
  );
  const targets = async (): Promise<string[]> =>
    (await room.getEncryptionTargetMembers()).map(({ userId }) => userId);
  const before = await targets();
  expect(reads).toHaveBeenCalled();
  reads.mockClear();
  for (let n = 0; n < 50; n += 1) await targets();
  expect(reads).not.toHaveBeenCalled();
  bench.setState([member('@dora:example.org', 'join')]);
  room.membersChanged();
  expect((await targets()).sort()).toEqual([...before, '@dora:example.org'].sort());
  expect(reads).toHaveBeenCalled();
  expect(tracked).toEqual(['@dora:example.org']);
  reads.mockRestore();
  temp.remove();
});
