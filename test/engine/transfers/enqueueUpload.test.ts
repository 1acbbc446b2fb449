// A drop whose rows were being put into the queue when the process ended: after the next start all are there, each once.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#engine/base/clock';
import { treePowerLevels } from '#engine/files/acts/create';
import type { Staging } from '#engine/media/staging';
import { createUploadEnqueuer } from '#engine/transfers/enqueueUpload';
import { createRowInserter, sliceRows } from '#engine/transfers/insertRows';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import type { Store } from '#stores/sqlite/store';
import { countTransfers, listTransfers, nextWaiting } from '#stores/transfers/transfers';
import { alice, create, member, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { silentLog } from '../../support/silentLog';

const roomId = '!tree:example.org';
const fileCount = 3 * sliceRows;

let temp: TempStore;
let disk: string;
beforeEach(() => {
  temp = tempStore();
  disk = mkdtempSync(join(tmpdir(), 'trellis-adding-'));
  mkdirSync(join(disk, 'Harvest', 'apples'), { recursive: true });
  for (let index = 0; index < fileCount; index += 1)
    writeFileSync(join(disk, 'Harvest', index % 2 === 0 ? '' : 'apples', `${index}.txt`), 'x');
  const { db } = temp.store;
  temp.store.write(() => {
    const no = ensureRoom(db, roomId);
    const events = [
      create('11'),
      member(alice, 'join', 'Alice'),
      state('m.room.encryption', '', { algorithm: 'm.megolm.v1.aes-sha2' }),
      state('m.room.power_levels', '', treePowerLevels({ [alice]: 100 })),
    ];
    putState(db, no, events, 1);
    updateRoom(db, no, { membership: 'join' });
  });
});
afterEach(() => {
  temp.remove();
  rmSync(disk, { recursive: true, force: true });
});

/** One process over the store; `writes`: how many transactions it has left. */
function start(writes = Number.POSITIVE_INFINITY) {
  const clock = systemClock();
  let left = writes;
  const store: Store = {
    ...temp.store,
    write: (change, durability) => {
      if (left <= 0) throw new Error('the process is gone');
      left -= 1;
      return temp.store.write(change, durability);
    },
  };
  const source = { path: join(disk, 'Harvest'), fileName: 'Harvest' };
  const staging = { peek: () => source, takeSource: () => source } as unknown as Staging;
  const deps = { staging, ownUserId: () => alice, uploadLimit: () => Promise.resolve(null) };
  const inserter = createRowInserter({ store, clock, log: silentLog });
  return createUploadEnqueuer({ ...deps, store, clock, inserter });
}

const request = {
  requestId: 'request-of-the-drop',
  roomId,
  tickets: ['ticket'],
  clash: 'keep_both' as const,
  versionOf: null,
};
const rowsNow = () => listTransfers(temp.store.db, 10_000);
const namesNow = () =>
  rowsNow()
    .map(({ name }) => name)
    .sort();
const allNames = [
  'Harvest',
  'apples',
  ...Array.from({ length: fileCount }, (_, index) => `${index}.txt`),
].sort();

// The note and the first slice, two slices, the last one, all is there, two slices released.
test.each([1, 3, 4, 5, 7])(
  'cut after %i transactions: the next start has all rows, each once',
  async (writes) => {
    await expect(start(writes).upload(request)).rejects.toThrow('the process is gone');
    // A transfer that cannot run yet is not shown.
    expect(rowsNow().every(({ state: now }) => now === 'waiting')).toBe(true);
    if (writes < 5) expect([rowsNow(), nextWaiting(temp.store.db, 0, 1)]).toEqual([[], []]);
    const next = start();
    await next.resume();
    expect(namesNow()).toEqual(allNames);
    expect(countTransfers(temp.store.db)).toMatchObject({ waiting: allNames.length });
    // Only what waits for nothing can run: the folder itself.
    expect(nextWaiting(temp.store.db, 0, 3).map(({ name }) => name)).toEqual(['Harvest']);
    // The window that was not answered asks again; the next start has nothing to do.
    await next.upload(request);
    await start().resume();
    expect(namesNow()).toEqual(allNames);
  },
);
