// Alice and Bob as built engines, Carol as a plain SDK client, one encrypted room, a real server; Alice behind the fault proxy.
import { on, startFaultProxy, type FaultProxy } from '../../../faults/faultProxy';
import { startHomeserver } from '../../../homeserver/homeserver.cjs';
import { devicesSigned, keysPublished } from '../../../support/keysPublished';
import { removeBuiltCopy } from './build';
import {
  createEngineProcess,
  type EngineProcessOptions,
  type EngineUnderTest,
} from './engineProcess';
import { startPlainClient, type PlainClient } from './plainClient';

export type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;

export const password = 'quiet purple anvil';
export const names = {
  alice: 'Alice Quillfeather',
  bob: 'Bob Marrowstone',
  carol: 'Carol Witness',
};

export interface Stage {
  readonly homeserver: Homeserver;
  readonly proxy: FaultProxy;
  readonly alice: EngineUnderTest;
  readonly bob: EngineUnderTest;
  readonly carol: PlainClient;
  readonly roomId: string;
  readonly ids: Readonly<Record<'alice' | 'bob' | 'carol', string>>;
  /** Encrypted messages as the server has them, oldest first. */
  stored(): { readonly eventId: string; readonly sender: string }[];
  /** Texts that a person has sent, in the server's order, as the witness decrypts them; null for an unreadable one. */
  truth(sender: string): (string | null)[];
  /** The published keys of a person's devices. */
  deviceKeys(userId: string): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly alice?: EngineProcessOptions;
  /** Room keys change after so many messages, so that sharing them is hit as well. */
  readonly rotateAfter?: number;
}

async function makeRoom(
  homeserver: Homeserver,
  token: string,
  invite: readonly string[],
  rotateAfter: number,
): Promise<string> {
  const encryption = { algorithm: 'm.megolm.v1.aes-sha2', rotation_period_msgs: rotateAfter };
  const body = {
    preset: 'private_chat',
    name: 'Kill room',
    invite,
    initial_state: [{ type: 'm.room.encryption', state_key: '', content: encryption }],
  };
  const answer = await homeserver.request('POST', '/_matrix/client/v3/createRoom', { token, body });
  return (answer as { room_id: string }).room_id;
}

async function signIn(engine: EngineUnderTest, server: string, user: string): Promise<void> {
  engine.start();
  await engine.until('the engine', () => engine.running());
  await engine.client.call('signIn', { server, user, password });
  await engine.until('sync', () => engine.sync()?.state === 'SYNCING');
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const homeserver = await startHomeserver();
  const proxy = await startFaultProxy(homeserver.baseUrl);
  // The server's own document would lead past the proxy.
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  const register = (username: keyof typeof names) =>
    homeserver.registerUser({ username, password, displayName: names[username] });
  const accounts = {
    alice: await register('alice'),
    bob: await register('bob'),
    carol: await register('carol'),
  };
  const ids = {
    alice: accounts.alice.userId,
    bob: accounts.bob.userId,
    carol: accounts.carol.userId,
  };
  const invite = [ids.bob, ids.carol];
  const { accessToken } = accounts.alice;
  const roomId = await makeRoom(homeserver, accessToken, invite, options.rotateAfter ?? 100);
  const alice = createEngineProcess(options.alice);
  const bob = createEngineProcess();
  const stop = async (carol: PlainClient | null): Promise<void> => {
    await Promise.allSettled([alice.destroy(), bob.destroy(), carol?.stop()]);
    await proxy.close();
    await homeserver.stop();
    removeBuiltCopy();
  };
  let carol: PlainClient | null = null;
  try {
    [carol] = await Promise.all([
      startPlainClient(homeserver.baseUrl, accounts.carol),
      signIn(alice, proxy.url, 'alice'),
      signIn(bob, homeserver.baseUrl, 'bob'),
    ]);
    await keysPublished(homeserver, Object.values(ids));
    await devicesSigned(homeserver, [ids.alice, ids.bob]);
    await Promise.all([carol.join(roomId), bob.client.call('acceptInvite', { roomId })]);
    for (const engine of [alice, bob]) {
      engine.openTimeline(roomId);
      await engine.until('the room', () =>
        engine.rooms().some((row) => row.kind === 'room' && row.membership === 'join'),
      );
    }
  } catch (thrown) {
    await stop(carol);
    throw thrown;
  }
  const witness = carol;
  const stored = (): { eventId: string; sender: string }[] =>
    homeserver.databaseQuery(
      `SELECT event_id AS eventId, sender FROM events WHERE room_id = ? AND type = 'm.room.encrypted' ORDER BY stream_ordering`,
      roomId,
    ) as { eventId: string; sender: string }[];
  return {
    homeserver,
    proxy,
    alice,
    bob,
    carol: witness,
    roomId,
    ids,
    stored,
    truth: (sender) =>
      stored()
        .filter((event) => event.sender === sender)
        .map(({ eventId }) => witness.events.get(eventId)?.body ?? null),
    deviceKeys: async (userId) => {
      const { accessToken: token } = accounts.carol;
      const body = { device_keys: { [userId]: [] } };
      const path = '/_matrix/client/v3/keys/query';
      const answer = await homeserver.request('POST', path, { token, body });
      const { device_keys: all } = answer as {
        device_keys: Record<string, Record<string, unknown>>;
      };
      return all[userId] ?? {};
    },
    close: () => stop(witness),
  };
}
