// A process that ends in the middle of the to-device messages of one sync answer, at each commit of the crypto store: the answer is handed
// over again at the next start, and the room key in it must not be lost.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  DecryptionSettings,
  DeviceId,
  DeviceLists,
  EncryptionSettings,
  initAsync,
  OlmMachine,
  RequestType,
  RoomId,
  StoreHandle,
  TrustRequirement,
  UserId,
} from '@matrix-org/matrix-sdk-crypto-wasm';
import Database from 'better-sqlite3';

import { createIndexedDb, installIndexedDb, type IndexedDbHandle } from '#stores/indexeddb/index';

const alice = '@alice:example.org';
const bob = '@bob:example.org';
const room = (): RoomId => new RoomId('!room:example.org');
const rule = (): DecryptionSettings => new DecryptionSettings(TrustRequirement.Untrusted);

let directory: string;
const open = (folder: string): IndexedDbHandle =>
  createIndexedDb({
    directory: join(directory, folder),
    fileNames: (name) => `${name.replace(/\W/g, '_')}.db`,
    key: new Uint8Array(32).fill(5),
  });

interface Outgoing {
  readonly id: string;
  readonly type: RequestType;
  readonly body: string;
}
type Json = Readonly<Record<string, unknown>>;

/** Answers what the machine asks as a server would; answers what it uploaded. */
async function answer(machine: OlmMachine, deviceKeys: object): Promise<Json> {
  let uploaded: Json = {};
  for (const request of (await machine.outgoingRequests()) as unknown as Outgoing[]) {
    const isUpload = request.type === RequestType.KeysUpload;
    if (isUpload) uploaded = JSON.parse(request.body) as Json;
    const reply = isUpload
      ? { one_time_key_counts: { signed_curve25519: 50 } }
      : { device_keys: deviceKeys, failures: {} };
    await machine.markRequestAsSent(request.id, request.type, JSON.stringify(reply));
  }
  return uploaded;
}

interface Sent {
  readonly toDevice: string;
  readonly event: string;
}

/** A room key over a new Olm session, and the message that needs it. */
async function bobSends(uploaded: Json): Promise<Sent> {
  const machine = await OlmMachine.initialize(new UserId(bob), new DeviceId('BOB'));
  await answer(machine, {});
  await machine.updateTrackedUsers([new UserId(alice)]);
  await answer(machine, { [alice]: { ALICE: uploaded['device_keys'] } });
  const claim = await machine.getMissingSessions([new UserId(alice)]);
  const [oneTimeKey] = Object.entries(uploaded['one_time_keys'] ?? {});
  const claimed = { one_time_keys: { [alice]: { ALICE: Object.fromEntries([oneTimeKey ?? []]) } } };
  await machine.markRequestAsSent(claim?.id ?? '', RequestType.KeysClaim, JSON.stringify(claimed));
  const [shared] = await machine.shareRoomKey(
    room(),
    [new UserId(alice)],
    new EncryptionSettings(),
  );
  const { messages } = JSON.parse(shared?.body ?? '') as {
    messages: Record<string, Record<string, unknown>>;
  };
  const content = messages[alice]?.['ALICE'];
  const text = JSON.stringify({ msgtype: 'm.text', body: 'hello' });
  const encrypted = await machine.encryptRoomEvent(room(), 'm.room.message', text);
  return {
    toDevice: JSON.stringify([{ sender: bob, type: 'm.room.encrypted', content }]),
    event: JSON.stringify({
      type: 'm.room.encrypted',
      event_id: '$1',
      sender: bob,
      origin_server_ts: 1_700_000_000_000,
      room_id: '!room:example.org',
      content: JSON.parse(encrypted) as unknown,
    }),
  };
}

const start = async (): Promise<OlmMachine> =>
  OlmMachine.initFromStore(
    new UserId(alice),
    new DeviceId('ALICE'),
    await StoreHandle.open('account', null),
  );

const receive = (machine: OlmMachine, { toDevice }: Sent): Promise<unknown> =>
  machine.receiveSyncChanges(toDevice, new DeviceLists([], []), new Map(), undefined, rule());

const textOf = async (machine: OlmMachine, { event }: Sent): Promise<string> => {
  const { event: json } = await machine.decryptRoomEvent(event, room(), rule());
  return (JSON.parse(json) as { content: { body: string } }).content.body;
};

/** Copies the files after each commit, as a kill at that moment would leave them. */
function copyAtCommits(): { readonly copies: string[]; stop(): void } {
  const copies: string[] = [];
  const prepare = Database.prototype.prepare;
  const spy = jest.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql: string,
  ) {
    const statement = prepare.call(this, sql);
    if (sql !== 'COMMIT') return statement;
    const run = statement.run.bind(statement) as () => unknown;
    return Object.defineProperty(statement, 'run', {
      value: () => {
        const result = run();
        const name = `copy${copies.length}`;
        cpSync(join(directory, 'live'), join(directory, name), { recursive: true });
        copies.push(name);
        return result;
      },
    });
  });
  return { copies, stop: () => spy.mockRestore() };
}

async function afterEachKill(
  process: (live: IndexedDbHandle, work: () => Promise<unknown>) => Promise<unknown>,
): Promise<string[]> {
  const watch = copyAtCommits();
  const live = open('live');
  const uninstall = installIndexedDb(live);
  const machine = await start();
  const sent = await bobSends(await answer(machine, {}));
  const before = watch.copies.length;
  await process(live, () => receive(machine, sent));
  watch.stop();
  uninstall();
  const texts: string[] = [];
  for (const copy of watch.copies.slice(before)) {
    const handle = open(copy);
    const restore = installIndexedDb(handle);
    const again = await start();
    await receive(again, sent);
    texts.push(await textOf(again, sent).catch(() => 'lost'));
    again.close();
    restore();
    handle.close();
  }
  machine.close();
  live.close();
  return texts;
}

beforeAll(() => initAsync());
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-interrupted-'));
  mkdirSync(join(directory, 'live'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('a room key survives an end at any commit, because the session that brought it is not there before it', async () => {
  const texts = await afterEachKill((live, work) =>
    live.join({ early: ['session', 'devices'], last: 'olm_hashes' }, work),
  );
  expect(texts.length).toBeGreaterThan(0);
  expect(new Set(texts)).toEqual(new Set(['hello']));
});

test('without that it is lost when the end comes between the two', async () => {
  expect(await afterEachKill((_live, work) => work())).toContain('lost');
});
