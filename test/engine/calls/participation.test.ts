// Entering and leaving a group call on a disk that takes no write, and in a room that this account was taken out of.
import { leavingSetting } from '#engine/events/groupCallDevices';
import { createParticipation } from '#engine/calls/group/participation';
import { appFailure } from '#contract/wire/errors';
import { getSetting } from '#stores/settings/settings';
import { alice } from '../../fixtures/events';
import { createTestClock } from '../http/testClock';
import { failingDisk, type FailingDisk } from '../../support/failingDisk';
import { silentLog } from '../../support/silentLog';
import { roomBench, type RoomBench } from '../views/support';

const roomId = '!room:example.org';
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

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** At a server that has the entry of this account, and refuses its writes where `refuses`. */
function participation(refuses = false) {
  const server = { entry: {} as unknown, reads: 0 };
  const request = async <T>({ method, path, body }: Asked): Promise<T> => {
    if (path.endsWith('/versions')) return { versions: [] } as T;
    if (method === 'GET' && path.includes('/state/')) server.reads += 1;
    if (refuses)
      throw appFailure('forbidden', 'Not in the room', {
        data: { status: 403, errcode: 'M_FORBIDDEN' },
      });
    if (method === 'PUT') server.entry = body;
    return (method === 'GET' && path.includes('/state/') ? server.entry : {}) as T;
  };
  const here = createParticipation({
    ...{ store: bench.temp.store, http: { request }, clock: createTestClock(), log: silentLog },
    ...{ ownUserId: alice, ownDeviceId: 'HERE' },
  });
  return { here, server };
}

const entered = {
  ...{ roomId, roomNo: 1, groupCallId: 'call', sessionId: 'session' },
  ...{ feeds: [], sinceMs: 0 },
};
const fillDisk = (): void =>
  disk.fail({ file: /events\.db$/, code: 'SQLITE_FULL', kind: 'write', from: 1 });

test('whoever leaves a group call while the disk is full is out of it for the others', async () => {
  const { here, server } = participation();
  await here.enter(entered);
  expect(JSON.stringify(server.entry)).toContain('HERE');
  fillDisk();
  await here.leave(roomId, 'call');
  expect(JSON.stringify(server.entry)).not.toContain('HERE');
  here.stop();
});

test('a group call is entered on a full disk', async () => {
  const { here, server } = participation();
  fillDisk();
  await here.enter(entered);
  expect(here.of('call')).not.toBeNull();
  expect(JSON.stringify(server.entry)).toContain('HERE');
  here.stop();
});

test('a leave that the server refuses for good is not tried again at each start', async () => {
  const { here } = participation(true);
  await expect(here.leave(roomId, 'call')).rejects.toMatchObject({ error: { code: 'forbidden' } });
  here.stop();
  expect(getSetting(bench.temp.store.db, leavingSetting)).toEqual([]);
});
