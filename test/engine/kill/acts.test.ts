// The engine dies in the middle of what happens seldom: a room is forgotten, a new device follows a hard logout, keys come from a file, the
// first answer is stored in slices, a profile is migrated. Afterwards everything is as if nothing had happened, once the act is done again.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeSome, underRemoval } from '#stores/ingest/removal';
import { openStore } from '#stores/profile/open';
import { roomIdOf } from '#stores/rooms/rooms';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { profileFile, profileKey } from '../../native-stores/profiles/make';
import { quiet } from '../../native-stores/support/tempStore';
import { sized } from '../../support/sized';
import { removeBuiltCopy } from './support/build';
import {
  createEngineProcess,
  nextRequestId,
  type Doom,
  type EngineUnderTest,
} from './support/engineProcess';

const hourMs = sized(600_000, 3_600_000);
let homeserver: Homeserver;
let proxy: FaultProxy;
const folder = mkdtempSync(join(tmpdir(), 'trellis-acts-'));

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
}, 120_000);
afterAll(async () => {
  removeBuiltCopy();
  await proxy?.close();
  await homeserver?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Both sides of so many commits of `file`, `step` apart. */
const commitsOf = (file: Doom['file'], count: number, step = 1): Doom[] =>
  Array.from({ length: count }, (_, n) => n * step).flatMap((skip) =>
    (['before', 'after'] as const).map((when) => ({ file, when, skip })),
  );

let people = 0;
async function person() {
  const username = `person${String((people += 1))}`;
  const { accessToken: token, userId } = await homeserver.registerUser({
    username,
    password: 'pw',
  });
  const request = <T>(method: string, path: string, body?: object): Promise<T> =>
    homeserver.request(method, `/_matrix/client/v3${path}`, { token, body }) as Promise<T>;
  let sent = 0;
  return {
    username,
    userId,
    request,
    room: async (name: string): Promise<string> =>
      (await request<{ room_id: string }>('POST', '/createRoom', { name })).room_id,
    say: (roomId: string, body: string) =>
      request('PUT', `/rooms/${roomId}/send/m.room.message/${String((sent += 1))}`, {
        msgtype: 'm.text',
        body,
      }),
  };
}

async function begin(): Promise<EngineUnderTest> {
  const engine = createEngineProcess();
  engine.start();
  await engine.until('an engine', () => engine.running());
  return engine;
}
const signIn = (engine: EngineUnderTest, user: string) =>
  engine.client.call('signIn', { server: proxy.url, user, password: 'pw' });
const syncs = (engine: EngineUnderTest) =>
  engine.until('it syncs', () => engine.running() && engine.sync()?.phase === 'syncing');

/** How often the point was reached. */
let struck = 0;

/** Does it, dies at the point, and comes back. Whether the act had an answer does not count. */
async function diesWhile(
  engine: EngineUnderTest,
  doom: Doom,
  act: () => Promise<unknown>,
): Promise<void> {
  const gone = engine.nextExit();
  engine.doom(doom);
  let isGone = false;
  let byHand = false;
  void gone.then(() => (isGone = true));
  const stillThere = (): void => {
    if (isGone) return;
    byHand = true;
    engine.kill();
  };
  // An act of fewer commits than that ends first: then it dies where it stands.
  const later = (): void => void setTimeout(stillThere, 500);
  void act().then(later, later);
  await gone;
  if (!byHand) struck += 1;
  await engine.until('the engine again', () => engine.running() && engine.sync() !== null);
}

/** Else it was killed by hand each time, in no act at all. */
const expectStruck = (dooms: readonly Doom[]): void => {
  expect({ struck: struck > 0, of: dooms.length }).toEqual({ struck: true, of: dooms.length });
  struck = 0;
};

/** Readable texts of a room, oldest first, once there are `count`. */
async function textsOf(engine: EngineUnderTest, roomId: string, count: number): Promise<string[]> {
  engine.openTimeline(roomId);
  await engine.until(`${count} messages`, () => engine.texts().length >= count);
  return engine.texts();
}

const names = (engine: EngineUnderTest): string[] =>
  engine
    .rooms()
    .flatMap((row) => (row.kind === 'room' ? [row.name] : []))
    .sort();

const forgets = commitsOf('events.db', sized(2, 5));
test(
  `killed ${forgets.length} times while a room is forgotten: it is here or gone, and the others keep all`,
  async () => {
    const who = await person();
    const kept = await who.room('Kept');
    for (let n = 0; n < 5; n += 1) await who.say(kept, `kept ${n}`);
    const engine = await begin();
    await signIn(engine, who.username);
    await syncs(engine);
    for (const [n, doom] of forgets.entries()) {
      const roomId = await who.room(`Goes ${n}`);
      await who.say(roomId, 'goes');
      await engine.until('the room', () => names(engine).includes(`Goes ${n}`));
      await engine.client.call('leaveRoom', { roomId });
      await diesWhile(engine, doom, () => engine.client.call('forgetRoom', { roomId }));
      await syncs(engine);
      // A person presses again where it is still there; the server forgets twice what it has forgotten.
      await engine.client.call('forgetRoom', { roomId });
      await engine.until('it is gone', () => names(engine).join() === 'Kept');
    }
    expectStruck(forgets);
    expect(await textsOf(engine, kept, 5)).toEqual([0, 1, 2, 3, 4].map((n) => `kept ${n}`));
    await engine.stop();
    const store = openStore({ folder: engine.folder, key: engine.key, log: quiet });
    // The rest is removed in the background, and by the next start.
    while (underRemoval(store.db).length > 0) store.write(() => removeSome(store.db, 300));
    for (const table of ['events', 'state', 'members', 'timelines']) {
      const owners = store.db.prepare(`SELECT DISTINCT room_no FROM ${table}`).pluck().all();
      expect([table, owners.map((roomNo) => roomIdOf(store.db, Number(roomNo)))]).toEqual([
        table,
        [kept],
      ]);
    }
    store.close();
    await engine.destroy();
  },
  hourMs,
);

const logouts = [
  ...commitsOf('events.db', sized(2, 10), 2),
  ...commitsOf('crypto.db', sized(1, 6)),
];
test(
  `killed ${logouts.length} times while a new device follows a hard logout: what was here and what waited stays`,
  async () => {
    const who = await person();
    const roomId = await who.room('Diary');
    await who.say(roomId, 'from before');
    const engine = await begin();
    await signIn(engine, who.username);
    await syncs(engine);
    await engine.until('the room', () => names(engine).join() === 'Diary');
    const expected = ['from before'];
    for (const [n, doom] of logouts.entries()) {
      const { accessToken: token } = await homeserver.login({
        username: who.username,
        password: 'pw',
      });
      await homeserver.request('POST', '/_matrix/client/v3/logout/all', { token, body: {} });
      await engine.until('it is told', () => engine.sync()?.phase === 'expired');
      await engine.send(roomId, `written meanwhile ${n}`);
      expected.push(`written meanwhile ${n}`);
      await diesWhile(engine, doom, () => signIn(engine, who.username));
      if (engine.sync()?.phase === 'expired') await signIn(engine, who.username);
      await syncs(engine);
      await engine.until('the room', () => names(engine).join() === 'Diary');
      const onServer = () =>
        homeserver
          .databaseQuery<{ json: string }>(
            `SELECT j.json FROM events e JOIN event_json j USING (event_id) WHERE e.room_id = ? AND e.type = 'm.room.message' ORDER BY e.stream_ordering`,
            roomId,
          )
          .map(({ json }) => (JSON.parse(json) as { content: { body: string } }).content.body);
      await engine.until('it went out', () => onServer().length >= expected.length);
      expect(onServer()).toEqual(expected);
    }
    expectStruck(logouts);
    expect(await textsOf(engine, roomId, expected.length)).toEqual(expected);
    await engine.destroy();
  },
  hourMs,
);

const imports = [...commitsOf('crypto.db', sized(1, 6)), ...commitsOf('events.db', sized(1, 6))];
test(
  `killed ${imports.length} times while keys come from a file: the second time all can be read`,
  async () => {
    const who = await person();
    const first = await begin();
    await signIn(first, who.username);
    await syncs(first);
    const { roomId } = await first.client.call('createRoom', {
      ...{ requestId: nextRequestId(), name: 'Sealed', topic: null },
      ...{ direct: false, encrypted: true, public: false, invite: [] },
    });
    const written = ['one', 'two', 'three'];
    await first.write(roomId, written);
    expect(await textsOf(first, roomId, 3)).toEqual(written);
    await first.until('they are sent', () => first.messages().every(({ eventId }) => eventId));
    const path = join(folder, 'keys.txt');
    const ticketFor = async (engine: EngineUnderTest, direction: 'read' | 'write') => {
      const ticket = `ticket-${nextRequestId()}`;
      const facts = { fileName: 'keys.txt', sizeBytes: 1, mimeType: null, isFolder: false };
      await engine.main.call('acceptFile', { ticket, path, direction, ...facts });
      return { ticket, passphrase: 'correct horse' };
    };
    await first.client.call('exportKeys', await ticketFor(first, 'write'));
    await first.destroy();
    for (const doom of imports) {
      const engine = await begin();
      await signIn(engine, who.username);
      await syncs(engine);
      engine.openTimeline(roomId);
      await engine.until('nothing is readable', () =>
        engine.texts().some((text) => text.startsWith('(unreadable')),
      );
      const asked = await ticketFor(engine, 'read');
      await diesWhile(engine, doom, () => engine.client.call('importKeys', asked));
      await engine.client.call('importKeys', await ticketFor(engine, 'read'));
      await engine.until('all can be read', () => engine.texts().join() === written.join());
      await engine.destroy();
    }
    expectStruck(imports);
  },
  hourMs,
);

const slices = commitsOf('events.db', sized(2, 12), sized(6, 1));
test(
  `killed ${slices.length} times while the first answer is stored in slices: every room has each message once`,
  async () => {
    const who = await person();
    const ballast = 'x'.repeat(50_000);
    const rooms = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((name) => who.room(name)));
    for (const roomId of rooms)
      for (let n = 0; n < 15; n += 1) await who.say(roomId, `${n} ${ballast}`);
    const seenBy = async (engine: EngineUnderTest): Promise<string[]> => {
      await syncs(engine);
      const seen: string[] = [];
      for (const roomId of rooms) {
        const texts = await textsOf(engine, roomId, 5);
        seen.push(texts.map((text) => text.split(' ')[0]).join());
      }
      return seen;
    };
    const whole = await begin();
    await signIn(whole, who.username);
    const expected = await seenBy(whole);
    expect(expected[0]).toMatch(/(^|,)10,11,12,13,14$/);
    await whole.destroy();
    for (const doom of slices) {
      const engine = await begin();
      await diesWhile(engine, doom, async () => {
        await signIn(engine, who.username);
        await engine.until('it syncs', () => engine.sync()?.phase === 'syncing');
      });
      if (engine.sync()?.phase === 'signed_out') await signIn(engine, who.username);
      expect(await seenBy(engine)).toEqual(expected);
      await engine.destroy();
    }
    expectStruck(slices);
  },
  hourMs,
);

/** All rows of all tables of a profile. */
function contentsOf(profile: string): Record<string, unknown[]> {
  const { db, close } = openStore({ folder: profile, key: profileKey, log: quiet });
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
    .pluck()
    .all() as string[];
  const contents = tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]);
  close();
  return Object.fromEntries(contents) as Record<string, unknown[]>;
}

/** BEGIN, twenty scripts, COMMIT. */
const migrations: Doom[] = Array.from({ length: sized(4, 22) }, (_, n) => n * sized(7, 1)).flatMap(
  (skip) =>
    (['before', 'after'] as const).map((when) => ({ file: 'events.db', when, skip, exec: true })),
);
test(
  `killed ${migrations.length} times while a profile is migrated: the next start has all that was in it`,
  async () => {
    const migrated = (name: string): string => {
      const profile = join(folder, name);
      mkdirSync(profile);
      copyFileSync(profileFile(10), join(profile, 'events.db'));
      return profile;
    };
    const whole = migrated('whole');
    const expected = contentsOf(whole);
    for (const [n, firstDoom] of migrations.entries()) {
      const profile = migrated(`cut-${n}`);
      const left = join(folder, `left-${n}`);
      const engine = createEngineProcess({
        folder: profile,
        key: profileKey,
        firstDoom,
        // The profile has no session: the next engine empties it.
        beforeRestart: () => cpSync(profile, left, { recursive: true }),
      });
      engine.start();
      await engine.nextExit();
      await engine.until('the engine again', () => engine.running() && engine.sync() !== null);
      await engine.destroy();
      expect(contentsOf(left)).toEqual(expected);
    }
  },
  hourMs,
);
