// The peer of conformance: matrix-js-sdk's own client with its own rust crypto (in memory), sync and file-tree classes.
import {
  createClient,
  ClientEvent,
  RoomStateEvent,
  SyncState,
  type MatrixClient,
} from 'matrix-js-sdk';
import type { MSC3089TreeSpace } from 'matrix-js-sdk/lib/models/MSC3089TreeSpace';
import type { Homeserver } from '../../homeserver/homeserver.cjs';
import { password } from './kit';

export interface SdkPeer {
  readonly client: MatrixClient;
  readonly userId: string;
  tree(roomId: string): MSC3089TreeSpace;
  join(roomId: string): Promise<void>;
  /** Looks after each sync and each state event. */
  until(what: string, test: () => boolean): Promise<void>;
  stop(): void;
}

export async function sdkPeer(server: Homeserver, username: string): Promise<SdkPeer> {
  const { userId, deviceId, accessToken } = await server.registerUser({ username, password });
  const client = createClient({
    baseUrl: server.baseUrl,
    userId,
    deviceId,
    accessToken,
    disableVoip: true,
    timelineSupport: true,
  });
  await client.initRustCrypto({ useIndexedDB: false });
  await client.startClient({ initialSyncLimit: 50, pollTimeout: 5_000 });
  const listeners = new Set<() => void>();
  const tell = (): void => [...listeners].forEach((listener) => listener());
  client.on(ClientEvent.Sync, tell);
  client.on(RoomStateEvent.Events, tell);

  const until = (what: string, test: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        listeners.delete(look);
        reject(new Error(`the SDK waited in vain: ${what}`));
      }, 20_000);
      const look = (): void => {
        if (!test()) return;
        clearTimeout(timer);
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });

  // Its trees take a room that was just made for unknown until a sync has told of it.
  const createRoom = client.createRoom.bind(client);
  client.createRoom = async (options) => {
    const made = await createRoom(options);
    await until('a room that it made', () => client.getRoom(made.room_id) !== null);
    return made;
  };

  await until('first sync', () => client.getSyncState() === SyncState.Syncing);
  await client.getCrypto()?.bootstrapCrossSigning({
    authUploadDeviceSigningKeys: async (request) => {
      const identifier = { type: 'm.id.user', user: userId };
      await request({ type: 'm.login.password', identifier, password });
    },
  });

  return {
    client,
    userId,
    tree(roomId) {
      const tree = client.unstableGetFileTreeSpace(roomId);
      if (tree === null) throw new Error('the SDK takes it for no tree');
      return tree;
    },
    async join(roomId) {
      await until('invited', () => client.getRoom(roomId)?.getMyMembership() === 'invite');
      await client.joinRoom(roomId);
      await until('joined', () => client.getRoom(roomId)?.getMyMembership() === 'join');
    },
    until,
    stop: () => client.stopClient(),
  };
}
