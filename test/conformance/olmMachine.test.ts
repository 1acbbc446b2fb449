// The real crypto library on the store: what it is for. As it is used by the app (no key of its own: the file is
// encrypted), and with a store key, where it hashes its keys and encrypts its values itself.
import {
  BackupDecryptionKey,
  DecryptionSettings,
  DehydratedDeviceKey,
  DeviceId,
  DeviceLists,
  EncryptionAlgorithm,
  EncryptionSettings,
  initAsync,
  OlmMachine,
  RequestType,
  RoomId,
  RoomSettings,
  StoreHandle,
  TrustRequirement,
  UserId,
} from '@matrix-org/matrix-sdk-crypto-wasm';

import { installIndexedDb } from '#stores/indexeddb/index';
import { createTestStore, type TestStore } from './support';

const alice = '@alice:example.org';
const bob = '@bob:example.org';
const roomId = '!room:example.org';
const room = (): RoomId => new RoomId(roomId);
const decryption = (): DecryptionSettings => new DecryptionSettings(TrustRequirement.Untrusted);

interface Outgoing {
  readonly id: string;
  readonly type: RequestType;
  readonly body: string;
}
interface Uploaded {
  readonly device_keys?: object;
  readonly one_time_keys?: Readonly<Record<string, unknown>>;
}

async function openMachine(key: Uint8Array | null): Promise<OlmMachine> {
  const handle =
    key === null
      ? await StoreHandle.open('account', null)
      : await StoreHandle.openWithKey('account', key);
  return OlmMachine.initFromStore(new UserId(alice), new DeviceId('ALICE'), handle);
}

/** Answers the machine's requests as a server would that knows these device keys. */
async function answer(machine: OlmMachine, deviceKeys: object): Promise<Uploaded> {
  let uploaded: Uploaded = {};
  for (const request of (await machine.outgoingRequests()) as unknown as Outgoing[]) {
    const body: unknown = JSON.parse(request.body);
    let reply: unknown = {};
    if (request.type === RequestType.KeysUpload) {
      uploaded = body as Uploaded;
      const count = Object.keys(uploaded.one_time_keys ?? {}).length;
      reply = { one_time_key_counts: { signed_curve25519: count } };
    } else if (request.type === RequestType.KeysQuery) {
      reply = { device_keys: deviceKeys, failures: {} };
    }
    await machine.markRequestAsSent(request.id, request.type, JSON.stringify(reply));
  }
  return uploaded;
}

/** Bob, in memory: sends Alice a room key over Olm and returns it with a way to encrypt. */
async function bobSharesRoomKey(uploaded: Uploaded): Promise<{
  readonly toDevice: unknown;
  readonly encrypt: (text: string) => Promise<string>;
}> {
  const machine = await OlmMachine.initialize(new UserId(bob), new DeviceId('BOB'));
  await answer(machine, {});
  await machine.updateTrackedUsers([new UserId(alice)]);
  await answer(machine, { [alice]: { ALICE: uploaded.device_keys } });
  const claim = await machine.getMissingSessions([new UserId(alice)]);
  if (claim === null || claim === undefined) throw new Error('no claim of one-time keys');
  const [oneTimeKey] = Object.entries(uploaded.one_time_keys ?? {});
  const claimed = { one_time_keys: { [alice]: { ALICE: Object.fromEntries([oneTimeKey ?? []]) } } };
  await machine.markRequestAsSent(claim.id, claim.type, JSON.stringify(claimed));
  const [shared] = await machine.shareRoomKey(
    room(),
    [new UserId(alice)],
    new EncryptionSettings(),
  );
  if (shared === undefined) throw new Error('no room key was shared');
  const { messages } = JSON.parse(shared.body) as {
    messages: Record<string, Record<string, unknown>>;
  };
  let count = 0;
  return {
    toDevice: { sender: bob, type: 'm.room.encrypted', content: messages[alice]?.['ALICE'] },
    async encrypt(text) {
      const body = JSON.stringify({ msgtype: 'm.text', body: text });
      const content: unknown = JSON.parse(
        await machine.encryptRoomEvent(room(), 'm.room.message', body),
      );
      return JSON.stringify({
        type: 'm.room.encrypted',
        event_id: `$${(count += 1)}`,
        sender: bob,
        origin_server_ts: 1_700_000_000_000,
        room_id: roomId,
        content,
      });
    },
  };
}

async function textOf(machine: OlmMachine, event: string): Promise<string> {
  const decrypted = await machine.decryptRoomEvent(event, room(), decryption());
  return (JSON.parse(decrypted.event) as { content: { body: string } }).content.body;
}

describe.each([
  ['without a key of its own', null],
  ['with a store key', new Uint8Array(32).fill(9)],
])('the crypto library, %s', (_name, key) => {
  let store: TestStore;
  let uninstall: () => void;
  let machine: OlmMachine;

  const restart = async (): Promise<void> => {
    machine.close();
    uninstall();
    uninstall = installIndexedDb(store.reopen());
    machine = await openMachine(key);
  };

  beforeAll(() => initAsync());
  beforeEach(async () => {
    store = createTestStore();
    uninstall = installIndexedDb(store.handle);
    machine = await openMachine(key);
  });
  afterEach(() => {
    machine.close();
    uninstall();
    expect(store.fatal).toEqual([]);
    store.remove();
  });

  test('keeps its identity over close and reopen', async () => {
    const before = machine.identityKeys.ed25519.toBase64();
    await restart();
    expect(machine.identityKeys.ed25519.toBase64()).toBe(before);
  });

  test('receives a room key over Olm and decrypts, before and after a restart', async () => {
    const uploaded = await answer(machine, {});
    const sender = await bobSharesRoomKey(uploaded);
    await machine.receiveSyncChanges(
      JSON.stringify([sender.toDevice]),
      new DeviceLists(),
      new Map([['signed_curve25519', 49]]),
      new Set(),
      decryption(),
    );
    expect(await textOf(machine, await sender.encrypt('first'))).toBe('first');
    await restart();
    expect(await textOf(machine, await sender.encrypt('second'))).toBe('second');
    const together = await Promise.all(
      Array.from({ length: 50 }, (_, i) => sender.encrypt(`text ${i}`)),
    );
    const texts = await Promise.all(together.map((event) => textOf(machine, event)));
    expect(new Set(texts).size).toBe(50);
  });

  test('keeps sessions, backup state, cross-signing, settings and secrets', async () => {
    await answer(machine, {});
    for (let i = 0; i < 120; i++) {
      await machine.invalidateGroupSession(room());
      await machine.shareRoomKey(room(), [], new EncryptionSettings());
    }
    await machine.bootstrapCrossSigning(true);
    const backup = BackupDecryptionKey.createRandomKey();
    await machine.saveBackupDecryptionKey(backup, '1');
    await machine.enableBackupV1(backup.megolmV1PublicKey.publicKeyBase64, '1');
    const upload = await machine.backupRoomKeys();
    if (upload === undefined) throw new Error('nothing to back up');
    await machine.markRequestAsSent(upload.id, upload.type, '{"count": 100, "etag": "1"}');
    const chosen = new RoomSettings();
    chosen.algorithm = EncryptionAlgorithm.MegolmV1AesSha2;
    chosen.sessionRotationPeriodMs = 1234;
    await machine.setRoomSettings(room(), chosen);
    await machine.updateTrackedUsers([new UserId(bob)]);
    await machine
      .dehydratedDevices()
      .saveDehydratedDeviceKey(DehydratedDeviceKey.createRandomKey());

    const state = async (): Promise<unknown> => {
      const counts = await machine.roomKeyCounts();
      const crossSigning = await machine.exportCrossSigningKeys();
      const dehydration = await machine.dehydratedDevices().getDehydratedDeviceKey();
      // Its type says a promise of a promise.
      const settings = (await machine.getRoomSettings(room())) as unknown as
        RoomSettings | undefined;
      return {
        sessions: counts.total,
        backedUp: counts.backedUp,
        master: crossSigning?.masterKey,
        backup: (await machine.getBackupKeys()).decryptionKey?.toBase64(),
        backupEnabled: await machine.isBackupEnabled(),
        dehydration: dehydration?.toBase64(),
        period: settings?.sessionRotationPeriodMs,
        tracked: [...(await machine.trackedUsers())].map(String).sort(),
        exported: (JSON.parse(await machine.exportRoomKeys(() => true)) as unknown[]).length,
      };
    };
    const before = await state();
    expect(before).toMatchObject({
      period: 1234,
      sessions: 120,
      backedUp: 100,
      backupEnabled: true,
      exported: 120,
    });
    await restart();
    expect(await state()).toEqual(before);
    await machine.disableBackup();
    expect((await machine.roomKeyCounts()).backedUp).toBe(0);
    await machine.dehydratedDevices().deleteDehydratedDeviceKey();
    expect(await machine.dehydratedDevices().getDehydratedDeviceKey()).toBeUndefined();
  });
});
