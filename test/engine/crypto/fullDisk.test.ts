// The N-th write of a busy minute fails, and each after it, in one of the two files: the engine says so, and when the disk takes data
// again it goes on, or starts anew where the crypto store was the one. Nothing that came is lost, nothing that goes out is sent twice.
import Database from 'better-sqlite3';
import { getSetting } from '#stores/settings/settings';
import { cryptoFileName } from '#engine/crypto/files';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { sized } from '../../support/sized';
import { createEngine, type TestEngine } from './harness';

type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;

/** What fails: the file by the end of its name, from which of its writes on, with which code. */
interface Fault {
  readonly file: RegExp;
  readonly from: number;
  readonly code: string;
}

let homeserver: Homeserver;
let bob: TestEngine;
let fault: Fault | null = null;
/** Writes of the file since the fault was set. */
let writes = 0;
let mustRestart = false;
let starts = 0;
let people = 0;

const prepare = Database.prototype.prepare;
const files = { events: /events\.db$/, crypto: /crypto\.db$/ };
const faults = sized(3, 60);

beforeAll(async () => {
  expect(cryptoFileName('matrix-js-sdk::matrix-sdk-crypto')).toMatch(files.crypto);
  jest.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql: string,
  ) {
    const statement = prepare.call(this, sql);
    const run = statement.run.bind(statement) as (...values: unknown[]) => unknown;
    const value = (...values: unknown[]) => {
      const isBobs = this.name.startsWith(bob?.folder) && fault?.file.test(this.name) === true;
      if (isBobs && fault !== null && !/^ROLLBACK/.test(sql)) {
        writes += 1;
        if (writes >= fault.from)
          throw Object.assign(new Error('refused'), { name: 'SqliteError', code: fault.code });
      }
      return run(...values);
    };
    return Object.defineProperty(statement, 'run', { value });
  });
  homeserver = await startHomeserver();
  await startBob(await homeserver.registerUser({ username: 'bob', password: 'pw' }));
}, 120_000);

afterEach(() => {
  fault = null;
});

afterAll(async () => {
  await bob?.destroy();
  await homeserver?.stop();
  jest.restoreAllMocks();
});

async function startBob(account: TestEngine['account'], old?: TestEngine): Promise<void> {
  mustRestart = false;
  starts += 1;
  const start = starts;
  const ends = () => (mustRestart ||= start === starts);
  bob = await createEngine({
    baseUrl: homeserver.baseUrl,
    account,
    ...(old === undefined ? {} : { folder: old.folder, key: old.key }),
    onFatal: ends,
    onStorageFailure: ends,
  });
}

async function newFriend(): Promise<TestEngine> {
  people += 1;
  const username = `friend${people}`;
  const account = await homeserver.registerUser({ username, password: 'pw' });
  return createEngine({ baseUrl: homeserver.baseUrl, account });
}

/** A stranger's first messages come while our own goes out, with the fault from the first of them on. Answers whether anything failed. */
async function busyMinute(what: Fault): Promise<boolean> {
  const friend = await newFriend();
  const roomId = await friend.createRoom({ invite: [bob.userId] });
  await bob.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await friend.untilJoined(roomId, [bob.userId]);
  await bob.untilJoined(roomId, [friend.userId, bob.userId]);
  const token = (): string | null => getSetting<string>(bob.store.db, 'nextBatch');
  writes = 0;
  fault = what;
  const sent = bob.send(roomId, 'ours').then(
    () => true,
    () => false,
  );
  for (const text of ['one', 'two', 'three']) await friend.send(roomId, text);
  await friend.until('sent', () => friend.outbox.waiting() === 0);
  const whole = () => bob.bodies(roomId).length >= 4 && bob.outbox.waiting() === 0 && !mustRestart;
  const told = () => mustRestart || bob.sync.status().phase === 'storage';
  const failed = () => writes >= what.from;
  await Promise.race([
    bob.until('it failed and was told, or nothing failed', () => (failed() ? told() : whole())),
    // A write of our own may be the one, and tells who asked for it.
    sent.then((isSent) => (isSent ? new Promise(() => undefined) : undefined)),
  ]);
  const before = token();
  fault = null;
  if (mustRestart) {
    const old = bob;
    await old.stop();
    await startBob(old.account, old);
  }
  if (!(await sent)) await bob.send(roomId, 'ours');
  bob.sync.wake();
  bob.loop.wake();
  await bob.until('everything is read', whole);
  expect(bob.bodies(roomId).sort()).toEqual(['one', 'ours', 'three', 'two']);
  expect(bob.events(roomId).filter((event) => event.utdCode !== null)).toEqual([]);
  expect([before, token()]).not.toContain(null);
  await bob.send(roomId, 'end');
  await friend.until('the end', () => friend.bodies(roomId).includes('end'));
  expect(friend.bodies(roomId).sort()).toEqual(['end', 'one', 'ours', 'three', 'two']);
  await friend.destroy();
  return failed();
}

test.each([
  ['events', 'SQLITE_FULL'],
  ['crypto', 'SQLITE_FULL'],
  ['events', 'SQLITE_IOERR_WRITE'],
  ['crypto', 'SQLITE_IOERR_WRITE'],
  ['crypto', 'SQLITE_READONLY'],
] as const)(
  `${faults} writes of %s.db fail with %s, each in a minute of its own: nothing is lost`,
  async (file, code) => {
    const first = { file: files[file], from: Infinity, code };
    await busyMinute(first);
    const all = writes;
    expect(all).toBeGreaterThan(10);
    let failures = 0;
    for (let n = 0; n < faults; n += 1) {
      const from = 1 + Math.floor((n * all) / faults);
      if (await busyMinute({ ...first, from })) failures += 1;
    }
    expect(failures).toBeGreaterThan(faults / 2);
  },
  3_600_000,
);
