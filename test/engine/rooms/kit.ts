// The acts on rooms of one synced person, and the stage of two.
import { createAccountData } from '#engine/rooms/accountData';
import { createRoomActs } from '#engine/rooms/create';
import type { NewRoom } from '#engine/rooms/newRoom';
import { createMembership } from '#engine/rooms/membership';
import { createProfiles } from '#engine/rooms/profile';
import type { HttpRequest } from '#engine/http/http';
import { createReading } from '#engine/rooms/unread/reading';
import { createBackfill } from '#engine/timeline/backfill';
import { systemClock } from '#engine/base/clock';
import type { Clock } from '#engine/base/types';
import { startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { silentLog } from '../../support/silentLog';
import { person, recordingFetch, syncKit } from '../sync/kit';

export async function roomKit(
  server: Homeserver,
  baseUrl: string,
  username: string,
  clock: Clock = systemClock(),
) {
  const registered = await server.registerUser({ username, password: 'pw', displayName: username });
  const recorded = recordingFetch();
  const kit = syncKit(baseUrl, registered, { fetch: recorded.fetch });
  const deps = {
    http: kit.http,
    store: kit.store,
    ownUserId: kit.userId,
    clock,
    log: silentLog,
  };
  const membership = createMembership(deps);
  const accountData = createAccountData(deps);
  const acts = createRoomActs({ ...deps, membership, accountData, newVersion: () => '12' });
  const direct = person(server, registered);
  kit.sync.start();
  await kit.until(() => kit.sync.gate.open());
  return {
    ...kit,
    recorded,
    /** The same person through the server's own interface. */
    direct,
    /** Account data as the server has it. */
    accountDataOf: (type: string) =>
      direct.call('GET', `/user/${encodeURIComponent(kit.userId)}/account_data/${type}`),
    membership,
    /** The same, and each request is shown first. */
    membershipWith: (look: (request: HttpRequest) => void) =>
      createMembership({
        ...deps,
        http: {
          ...kit.http,
          request: <T>(request: HttpRequest) => {
            look(request);
            return kit.http.request<T>(request);
          },
        },
      }),
    accountData,
    acts: {
      ...acts,
      create: async (room: NewRoom) => (await acts.create(room)).roomId,
    },
    /** The room, and who was not invited. */
    made: acts.create,
    profiles: createProfiles(kit.http),
    reading: createReading({
      ...deps,
      onOwnReceipt: () => undefined,
      inThreads: () => ({ unread: 0, highlights: 0 }),
    }),
    readingAgain: () =>
      createReading({
        ...deps,
        onOwnReceipt: () => undefined,
        inThreads: () => ({ unread: 0, highlights: 0 }),
      }),
    backfill: createBackfill({ ...deps, onEncrypted: () => undefined }),
  };
}

export type RoomKit = Awaited<ReturnType<typeof roomKit>>;

export interface RoomsStage {
  readonly server: Homeserver;
  /** In front of the server for Alice alone. */
  readonly proxy: FaultProxy;
  readonly alice: RoomKit;
  readonly bob: RoomKit;
  close(): Promise<void>;
}

export async function openRooms(): Promise<RoomsStage> {
  const server = await startHomeserver();
  const proxy = await startFaultProxy(server.baseUrl);
  const alice = await roomKit(server, proxy.url, 'alice');
  const bob = await roomKit(server, server.baseUrl, 'bob');
  return {
    server,
    proxy,
    alice,
    bob,
    async close() {
      await alice.stop();
      await bob.stop();
      await proxy.close();
      await server.stop();
    },
  };
}

let requests = 0;
export const newRoom = (fields: Partial<NewRoom> = {}): NewRoom => {
  requests += 1;
  return {
    requestId: `request-${requests}-00000`,
    name: 'Room',
    topic: null,
    direct: false,
    encrypted: false,
    public: false,
    invite: [],
    ...fields,
  };
};
