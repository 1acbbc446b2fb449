// The N-th write, or read, of a busy minute fails, and each after it, in one of the two files: the window is told, and when the disk takes data
// again the engine goes on, or starts anew where the crypto store was the one. Nothing that came is lost, nothing that goes out is sent
// twice.
import { getSetting } from '#stores/settings/settings';
import { cryptoFileName } from '#engine/crypto/files';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { failingDisk, type Fault, type FailingDisk } from '../../support/failingDisk';
import { sized } from '../../support/sized';
import { createEngine, hurry, type TestEngine } from './harness';

type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;

let homeserver: Homeserver;
let bob: TestEngine;
let disk: FailingDisk;
let mustRestart = false;
let starts = 0;
let people = 0;

const cryptoFile = cryptoFileName('matrix-js-sdk::matrix-sdk-crypto');
/** Writes, or reads, of one of the two files. */
const faults = sized(6, 200);
/** They come side by side: one after the other is twice as long. */
const friendsAtOnce = 5;

beforeAll(async () => {
  hurry(10);
  disk = failingDisk();
  homeserver = await startHomeserver();
  await startBob(await homeserver.registerUser({ username: 'bob', password: 'pw' }));
}, 120_000);

afterEach(() => disk.heal());

afterAll(async () => {
  for (const { friend } of await Promise.all(strangers)) await friend.destroy();
  await bob?.destroy();
  await homeserver?.stop();
  disk.restore();
});

async function startBob(account: TestEngine['account'], old?: TestEngine): Promise<void> {
  mustRestart = false;
  starts += 1;
  const start = starts;
  const ends = (): void => void (mustRestart ||= start === starts);
  bob = await createEngine({
    baseUrl: homeserver.baseUrl,
    account,
    ...(old === undefined ? {} : { folder: old.folder, key: old.key }),
    onFatal: ends,
    onStorageFailure: ends,
  });
}

interface Stranger {
  readonly friend: TestEngine;
  /** Bob is invited. */
  readonly roomId: string;
}
const strangers: Promise<Stranger>[] = [];

async function newFriend(): Promise<Stranger> {
  people += 1;
  const username = `friend${people}`;
  const account = await homeserver.registerUser({ username, password: 'pw' });
  const friend = await createEngine({ baseUrl: homeserver.baseUrl, account });
  return { friend, roomId: await friend.createRoom({ invite: [bob.userId] }) };
}

/** Somebody whom Bob has never heard of. */
async function nextStranger(): Promise<Stranger> {
  if (strangers.length === 0)
    strangers.push(...Array.from({ length: friendsAtOnce }, () => newFriend()));
  await Promise.all(strangers);
  const stranger = await strangers.shift();
  if (stranger === undefined) throw new Error('nobody is left');
  return stranger;
}

const isTold = (): boolean => bob.sync.status().phase === 'storage';
const nextBatch = (): string | null => getSetting<string>(bob.store.db, 'nextBatch');

/** Goes on by itself, or with a new start of the engine. */
async function recovered(): Promise<void> {
  disk.heal();
  if (!mustRestart) return;
  const old = bob;
  await old.stop();
  await startBob(old.account, old);
}

/** A stranger's first messages come while our own goes out, with the fault from the first of them on. Answers how many there were. */
async function busyMinute(
  what: Pick<Fault, 'code' | 'from' | 'kind'>,
  file: string,
): Promise<number> {
  const { friend, roomId } = await nextStranger();
  await bob.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await friend.untilJoined(roomId, [bob.userId]);
  await bob.untilJoined(roomId, [friend.userId, bob.userId]);
  disk.fail({ ...what, file: new RegExp(`${bob.folder}/${file}$`) });
  const sent = bob.send(roomId, 'ours').then(
    () => true,
    () => false,
  );
  for (const text of ['one', 'two', 'three']) await friend.send(roomId, text);
  await friend.until('sent', () => friend.outbox.waiting() === 0);
  const all = ['one', 'ours', 'three', 'two'];
  const whole = (): boolean =>
    disk.aside(
      () => all.every((text) => bob.bodies(roomId).includes(text)) && bob.outbox.waiting() === 0,
    );
  const failed = (): boolean => disk.count() >= what.from;
  // A write of our own may be the one that failed, and tells who asked for it.
  const refused = sent.then((isSent) => (isSent ? new Promise<never>(() => undefined) : null));
  const told = bob.until(`told of ${what.code} at ${what.from}`, () =>
    failed() ? isTold() : whole() && !mustRestart,
  );
  await Promise.race([told, refused]);
  await recovered();
  if (!(await sent)) await bob.send(roomId, 'ours');
  await bob.until('everything is read', () => whole() && !isTold(), 60_000);
  expect(bob.bodies(roomId).sort()).toEqual(all);
  expect(bob.events(roomId).filter((event) => event.utdCode !== null)).toEqual([]);
  expect(nextBatch()).not.toBeNull();
  await bob.send(roomId, 'end');
  await friend.until('the end', () => friend.bodies(roomId).includes('end'));
  expect(friend.bodies(roomId).sort()).toEqual(['end', ...all]);
  const count = disk.count();
  await friend.destroy();
  return count;
}

const writeFailures = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY'] as const;
const readFailures = ['SQLITE_IOERR_READ'] as const;

test.each([
  ['write', 'events.db', writeFailures],
  ['write', cryptoFile, writeFailures],
  ['read', 'events.db', readFailures],
  ['read', cryptoFile, readFailures],
] as const)(
  `each of ${faults} %ss of %s fails, as one of %j, in a minute of its own: it is told, and nothing is lost or sent twice`,
  async (kind, file, codes) => {
    const began = Date.now();
    const all = await busyMinute({ from: Infinity, code: codes[0], kind }, file);
    expect(all).toBeGreaterThan(10);
    // With enough rounds each write fails in each way, else the ways take turns.
    const count = Math.min(faults, all * codes.length);
    for (let n = 0; n < count; n += 1) {
      const code = codes[n % codes.length] ?? codes[0];
      await busyMinute({ code, kind, from: 1 + Math.floor((n * all) / count) }, file);
    }
    process.stdout.write(
      `${count} of ${all} ${kind}s of ${file} failed, ${Math.round((Date.now() - began) / 1000)} s\n`,
    );
  },
  3_600_000,
);
