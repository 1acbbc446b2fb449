// A disk that refuses a write or a read, in either database: the window is told within two seconds, in words. Not measured on the wall, which a busy
// machine bends: from the refusal on no timer of the engine that is set for two seconds or longer fires, so nothing that tells can wait
// for one, neither a retry nor a look at the disk.
import type { StoreError } from '#stores/sqlite/errors';
import { systemClock } from '#engine/base/clock';
import type { Clock } from '#engine/base/types';
import { cryptoFileName } from '#engine/crypto/files';
import words from '#contract/locales/en.json';
import { startHomeserver } from '../homeserver/homeserver.cjs';
import { failingDisk, type FailingDisk } from '../support/failingDisk';
import { statusOf } from '../../renderer/features/status/statusLine';
import { createEngine, type TestEngine } from './crypto/harness';
import { openWindow, type Window } from './support';

const password = 'correct horse battery';
const cryptoFile = cryptoFileName('matrix-js-sdk::matrix-sdk-crypto');

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let disk: FailingDisk;
let alice: TestEngine;
let bob: Window;
let isHeld = false;
let damage: StoreError[] = [];
/** Those of Bob's engine that are set. */
const timers = new Set<{ readonly work: () => void }>();

/** Its timers of two seconds and more fire when that is over. */
function holdingClock(): Clock {
  const real = systemClock();
  return {
    ...real,
    setTimeout(work, ms) {
      const set = { work };
      timers.add(set);
      const last = (): void => {
        timers.delete(set);
        work();
      };
      if (ms < 2_000) return ended(set, real.setTimeout(last, ms));
      let cancel = real.setTimeout(fire, ms);
      function fire(): void {
        if (isHeld) cancel = real.setTimeout(fire, 50);
        else last();
      }
      return ended(set, () => cancel());
    },
  };
}

function ended(set: { readonly work: () => void }, cancel: () => void): () => void {
  return () => {
    timers.delete(set);
    cancel();
  };
}

beforeAll(async () => {
  disk = failingDisk();
  homeserver = await startHomeserver();
  const account = await homeserver.registerUser({ username: 'alice', password });
  alice = await createEngine({ baseUrl: homeserver.baseUrl, account });
  await alice.crypto.bootstrap(password);
  await homeserver.registerUser({ username: 'bob', password });
}, 120_000);

beforeEach(async () => {
  damage = [];
  const damaged = (one: StoreError): void => void damage.push(one);
  bob = openWindow({ deps: { clock: holdingClock(), fatal: () => undefined, damaged } });
  await bob.call('signIn', { server: homeserver.baseUrl, user: 'bob', password });
  await bob.value('sync', {}, ({ state }) => state === 'SYNCING');
}, 60_000);

afterEach(async () => {
  isHeld = false;
  disk.heal();
  await bob?.stop();
});

afterAll(async () => {
  await alice?.destroy();
  await homeserver?.stop();
  disk.restore();
});

/** Bob's alone: damage would end Alice's engine, which all tests share. */
const fileOfBob = (name: string): RegExp => new RegExp(`${bob.folder}.*${name}$`);

/** A room with Bob in it, whose keys come with the next message. */
async function newRoom(): Promise<string> {
  const { userId } = await bob.value('session', {}, ({ userId: id }) => id !== null);
  const roomId = await alice.createRoom({ invite: [userId ?? ''] });
  await bob.list('rooms', { text: '', collapsed: [], limit: 50 }, (rows) =>
    rows.some((row) => row.kind === 'room' && row.roomId === roomId),
  );
  await bob.call('acceptInvite', { roomId });
  await alice.untilJoined(roomId, [userId ?? '']);
  return roomId;
}

test.each([
  ['events.db', 'SQLITE_FULL', 'diskFull'],
  ['events.db', 'SQLITE_IOERR_WRITE', 'diskFailed'],
  ['events.db', 'SQLITE_READONLY', 'diskFailed'],
  [cryptoFile, 'SQLITE_FULL', 'diskFull'],
  [cryptoFile, 'SQLITE_IOERR_WRITE', 'diskFailed'],
  [cryptoFile, 'SQLITE_READONLY', 'diskFailed'],
  ['events.db', 'SQLITE_IOERR_READ', 'diskFailed'],
  [cryptoFile, 'SQLITE_IOERR_READ', 'diskFailed'],
  ['events.db', 'SQLITE_CORRUPT', 'storeDamaged'],
] as const)(
  'a write or read of %s that fails with %s is told in words within two seconds of the engine',
  async (file, code, kind) => {
    const roomId = await newRoom();
    const isRead = code === 'SQLITE_IOERR_READ' || code === 'SQLITE_CORRUPT';
    disk.fail({
      ...{ file: fileOfBob(file), code, from: 1 },
      kind: isRead ? 'read' : 'write',
    });
    isHeld = true;
    await alice.send(roomId, 'news');
    const sync = await bob.value('sync', {}, ({ phase }) => phase === 'storage');
    expect(disk.count()).toBeGreaterThan(0);
    const line = statusOf({
      ...{ connection: 'connected', session: undefined, sync, encryption: undefined },
    });
    expect(line).toMatchObject({ kind, tone: 'warning' });
    expect(words.status[kind]).toMatch(
      /^The (disk (is full|does not work)|saved data of this account is damaged)/,
    );
    // Damage is not tried again so soon, and a crypto store that failed waits for another start.
    if (file !== 'events.db' || kind === 'storeDamaged') return;
    isHeld = false;
    disk.heal();
    await bob.value('sync', {}, ({ phase }) => phase === 'syncing');
  },
  60_000,
);

test('damage that any timer comes upon is said as such, and no exception of it ends the engine', async () => {
  await newRoom();
  disk.fail({
    ...{ file: fileOfBob('events.db'), code: 'SQLITE_CORRUPT' },
    ...{ from: 1, kind: 'read' },
  });
  const before = disk.count();
  for (const { work } of [...timers]) work();
  expect(disk.count()).toBeGreaterThan(before);
  expect(damage.map(({ code }) => code)).toContain('store_corrupt');
}, 60_000);

const rooms = { text: '', collapsed: [], limit: 50 };

test('a list and values that are opened while the disk does not read come when it reads again', async () => {
  const roomId = await newRoom();
  disk.fail({
    ...{ file: fileOfBob('events.db'), code: 'SQLITE_IOERR_READ' },
    ...{ from: 1, kind: 'read' },
  });
  const opened = Promise.all([
    bob.list('rooms', rooms, (rows) =>
      rows.some((row) => row.kind === 'room' && row.roomId === roomId),
    ),
    bob.value('session', {}, ({ state }) => state === 'signed_in'),
    bob.value('settings', {}, () => true),
    bob.value('devices', {}, () => true),
    bob.value('notificationRules', {}, () => true),
  ]);
  await bob.value('sync', {}, () => disk.count() > 0);
  disk.heal();
  await opened;
  expect(damage).toEqual([]);
}, 60_000);

test.each([
  ['rooms', () => bob.list('rooms', rooms, () => true)],
  ['session', () => bob.value('session', {}, () => true)],
] as const)(
  'a store that is damaged where %s are read fails them at once, and ends an engine that is of no use',
  async (_name, open) => {
    await newRoom();
    disk.fail({
      ...{ file: fileOfBob('events.db'), code: 'SQLITE_CORRUPT' },
      ...{ from: 1, kind: 'read' },
    });
    await expect(open()).rejects.toThrow('store_corrupt');
    expect(damage.map(({ code }) => code)).toContain('store_corrupt');
  },
  60_000,
);
