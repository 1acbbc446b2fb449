// Search over a disk full of messages, a third of them encrypted: each phrase that stands somewhere is found, whatever was edited, deleted
// or restored meanwhile, and although the process was killed while the index was filled. It answers while it fills.
import { readFileSync } from 'node:fs';
import type { FoundMessage } from '#contract/areas/messages/search';
import { openStore } from '#stores/profile/open';
import { roomNoOf } from '#stores/rooms/rooms';
import { leaveToFilling } from '#stores/search/filling';
import { median, p95 } from '../../bench/statistics';
import { seeded } from '../../fixtures/generator';
import {
  editOf,
  manyRoomId,
  putManyMessages,
  putSaid,
  redactionOf,
  roomsOf,
  type Said,
} from '../../fixtures/manyMessages';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { eventually } from '../../support/eventually';
import { slowness } from '../../support/processorTime';
import { silentLog } from '../../support/silentLog';
import { sized } from '../../support/sized';
import { removeBuiltCopy } from './support/build';
import {
  createEngineProcess,
  nextRequestId,
  patienceMs,
  type EngineUnderTest,
} from './support/engineProcess';

/** In the commit that fills so much of the index. */
const killedAt = 0.4;
const password = 'quiet purple anvil';
const messages = sized(20_000, 1_000_000);
/** Number of phrases from another device, whose keys come from the backup. */
const restored = 40;
const stored = 460;
/** Deleted ones beside these. */
const deleted = 120;
/** Filling takes as long as there is to fill. */
const longMs = sized(patienceMs, 3_600_000);

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let ownUserId: string;
const engines: EngineUnderTest[] = [];
beforeAll(async () => {
  homeserver = await startHomeserver();
  ({ userId: ownUserId } = await homeserver.registerUser({ username: 'alice', password }));
}, 120_000);
afterAll(async () => {
  await Promise.allSettled(engines.map((engine) => engine.destroy()));
  await homeserver?.stop();
  removeBuiltCopy();
}, 60_000);

const phraseOf = (n: number): string => `quillon${n}x marrow ${n}y ember`;
const formerOf = (n: number): string => `tarnish${n}x hollow ${n}y thicket`;
const inSentence = (phrase: string, n: number): string =>
  n % 2 === 0 ? `Before it, ${phrase.toUpperCase()}, and behind` : phrase;

async function signIn(): Promise<EngineUnderTest> {
  const engine = createEngineProcess();
  engines.push(engine);
  engine.start();
  await engine.until('the engine', () => engine.running());
  const server = homeserver.baseUrl;
  await engine.client.call('signIn', { server, user: 'alice', password });
  await engine.until('sync', () => engine.sync()?.state === 'SYNCING');
  return engine;
}

const edited = (n: number): boolean => n % 4 === 1;

/** The first device writes its part, and deleted ones, and keeps the keys in the backup. */
async function writeElsewhere(): Promise<{
  first: EngineUnderTest;
  roomId: string;
  recoveryKey: string;
}> {
  const first = await signIn();
  const { recoveryKey } = await first.client.call('createRecoveryKey', { password });
  await first.client.call('confirmRecoveryKey', { outcome: 'saved' });
  const { roomId } = await first.client.call('createRoom', {
    ...{ requestId: nextRequestId(), name: 'From before', topic: null, direct: false },
    ...{ encrypted: true, public: false, invite: [] },
  });
  first.openTimeline(roomId);
  const texts = Array.from({ length: restored * 2 }, (_, n) =>
    n < restored && !edited(n) ? phraseOf(stored + n) : formerOf(stored + deleted + n),
  );
  await first.write(roomId, texts);
  await first.until('all sent', () => first.sync()?.waitingMessages === 0);
  await first.until('all backed up', () => first.encryption()?.unbackedKeys === 0);
  return { first, roomId, recoveryKey };
}

/** While the other device fills its index. */
async function changeElsewhere(first: EngineUnderTest, roomId: string): Promise<void> {
  const idOf = (text: string): string =>
    first.messages().find(({ body }) => body.type === 'text' && body.text === text)?.eventId ?? '';
  for (let n = 0; n < restored * 2; n += 1) {
    const requestId = nextRequestId();
    const eventId = idOf(formerOf(stored + deleted + n));
    if (n >= restored)
      await first.client.call('redact', { requestId, roomId, eventId, reason: null });
    else if (edited(n))
      await first.client.call('editMessage', {
        ...{ requestId, roomId, eventId, text: phraseOf(stored + n), mentions: [] },
      });
  }
  await first.until('all changed', () => first.sync()?.waitingMessages === 0);
}

interface Planted {
  /** By phrase: the event that has to be found. */
  readonly ids: ReadonlyMap<number, string>;
  /** Applies half of the edits and deletions, which sync would bring while the index is not read. */
  changeLater(): void;
}

const slots = stored + deleted;
/** Spread over the whole time, deleted ones among the others. */
const markAt = (slot: number): number => (slot * 7919) % slots;

function fillProfile(folder: string, key: Uint8Array): Planted {
  const random = seeded(16);
  const step = Math.floor(messages / slots);
  const markOf = (n: number): number | null =>
    n % step === 1 && n < step * slots ? markAt((n - 1) / step) : null;
  const ids = new Map<number, string>();
  const later: { readonly n: number; readonly said: Said }[] = [];
  const changed = (mark: number, said: Said): Said =>
    mark < stored
      ? editOf(said, inSentence(phraseOf(mark), mark), random)
      : redactionOf(said, random);
  const changes = (mark: number): boolean => mark >= stored || edited(mark);
  const withStore = (work: (store: ReturnType<typeof openStore>) => void): void => {
    const store = openStore({ folder, key, log: silentLog });
    work(store);
    store.close();
  };
  withStore((store) => {
    store.write(() => leaveToFilling(store.db));
    putManyMessages(store, {
      ...{ count: messages, seed: 16, ownUserId },
      textOf(n) {
        const mark = markOf(n);
        if (mark === null) return null;
        return inSentence(changes(mark) ? formerOf(mark) : phraseOf(mark), mark);
      },
      behind(n, said) {
        const mark = markOf(n);
        if (mark === null) return [];
        if (mark < stored) ids.set(mark, said.raw.event_id);
        if (!changes(mark)) return [];
        if (mark % 8 < 4) return [changed(mark, said)];
        later.push({ n, said });
        return [];
      },
    });
  });
  return {
    ids,
    changeLater: () =>
      withStore((store) => {
        const rooms = roomsOf(messages);
        const saids = later.splice(0).map(({ n, said }) => ({
          roomNo: roomNoOf(store.db, manyRoomId(n % rooms)) ?? 0,
          said: changed(markOf(n) ?? 0, said),
        }));
        putSaid(store, ownUserId, saids);
      }),
  };
}

/** ms that the main thread of the process has worked: what else the machine does, does not count. */
const workedMs = (engine: EngineUnderTest): number =>
  Number(readFileSync(`/proc/${engine.pid()}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** For who reads the run: medians, and what was longest. */
function tell(what: string, times: readonly number[]): void {
  if (times.length === 0) return;
  const [half, most, longest] = [median(times), p95(times), Math.max(...times)];
  const told = `median ${half.toFixed(1)} ms, p95 ${most.toFixed(1)}, longest ${longest.toFixed(1)}`;
  const late = times.filter((ms) => ms > 100).length;
  process.stdout.write(`${what}: ${times.length} times, ${told}, ${late} over 100\n`);
}

const open = (engine: EngineUnderTest, roomId: string): Promise<void> =>
  new Promise((resolve) => {
    const query = { roomId, threadId: null, around: null, limit: 50 };
    const list = engine.client.list('timeline', query, () => {
      list.close();
      resolve();
    });
  });

/** Opens a room at each news of the filling; what each took of the engine, until `done`. */
async function openRooms(
  engine: EngineUnderTest,
  news: () => number,
  done: () => boolean,
): Promise<number[]> {
  const took: number[] = [];
  const waitedMs: number[] = [];
  const rooms = roomsOf(messages);
  for (let n = 0; !done(); n += 1) {
    const beforeMs = workedMs(engine);
    const askedMs = performance.now();
    await open(engine, manyRoomId(n % rooms));
    waitedMs.push(performance.now() - askedMs);
    took.push(workedMs(engine) - beforeMs);
    const seen = news();
    await eventually('news', () => news() > seen || done(), longMs);
  }
  tell('a room, worked', took);
  tell('a room, waited', waitedMs);
  return took;
}

const anywhere = { roomId: null, room: null, sender: null, has: [], fromMs: null, toMs: null };
const find = (engine: EngineUnderTest, phrase: string): Promise<readonly FoundMessage[]> =>
  new Promise((resolve) => {
    const query = { ...anywhere, text: `"${phrase}"`, limit: 10 };
    const list = engine.client.list('search', query, (_ops, all) => {
      list.close();
      resolve(all());
    });
  });

test(
  `each of 500 phrases among ${messages} messages is found, a third of them encrypted, after edits, deletions, a restored backup and a kill while the index was filled; rooms open meanwhile`,
  async () => {
    const { first, roomId, recoveryKey } = await writeElsewhere();
    const before = await signIn();
    before.openTimeline(roomId);
    await before.until('the room', () => before.messages().length > 0);
    while (!(await before.client.call('fetchOlder', { roomId })).complete);
    const unreadable = (engine: EngineUnderTest) => engine.encryption()?.undecryptable;
    await before.until('what it cannot read', () => unreadable(before) === restored * 2);
    await before.stop();
    const { folder, key } = before;
    const filledFrom = performance.now();
    const { ids, changeLater } = fillProfile(folder, key);
    tell('the store filled', [performance.now() - filledFrom]);

    const second = createEngineProcess({
      ...{ folder, key, beforeRestart: changeLater },
      firstDoom: { file: 'events.db', when: 'after', skip: 0, filled: killedAt },
    });
    engines.push(second);
    const shares: (number | null)[] = [];
    second.client.value('searchCoverage', { roomId: null }, ({ filling }) => shares.push(filling));
    const gone = second.nextExit(longMs);
    second.start();
    await gone;
    const heard = shares.length;
    await eventually('the engine again', () => shares.length > heard, patienceMs);
    // Indexed messages are not indexed again.
    expect(shares[heard]).toBeGreaterThanOrEqual(killedAt);

    second.openTimeline(roomId);
    await second.until('sync', () => second.sync()?.state === 'SYNCING');
    const filled = (): boolean => shares.at(-1) === null;
    const all = Promise.all([
      second.client.call('unlockWithRecoveryKey', { recoveryKey }),
      changeElsewhere(first, roomId),
    ]);
    let ended = false;
    void all.finally(() => (ended = true));
    const restartedMs = performance.now();
    const took = await openRooms(
      second,
      () => shares.length,
      () => filled() && ended,
    );
    await all;
    tell('the index filled after the kill', [performance.now() - restartedMs]);
    const last = (): string | undefined => second.messages().at(-1)?.body.type;
    await second.until(
      'what was restored',
      () => unreadable(second) === 0 && last() === 'redacted',
    );

    const lost: string[] = [];
    const wrong: string[] = [];
    const searches: number[] = [];
    for (let n = 0; n < stored + restored; n += 1) {
      const askedMs = performance.now();
      const hits = await find(second, phraseOf(n));
      searches.push(performance.now() - askedMs);
      if (hits.length === 0) lost.push(phraseOf(n));
      const id = ids.get(n);
      if (hits.length > 1 || (id !== undefined && hits[0]?.eventId !== id)) wrong.push(phraseOf(n));
    }
    tell('a phrase', searches);
    expect({ lost, wrong }).toEqual({ lost: [], wrong: [] });
    const found: string[] = [];
    for (let n = 0; n < stored + deleted + restored * 2; n += 1)
      if ((await find(second, formerOf(n))).length > 0) found.push(formerOf(n));
    expect(found).toEqual([]);
    // Processor time, including other work of the engine until the room was open: one search in twenty may meet the end of a restore.
    const late = took.filter((ms) => ms > 100 * slowness());
    expect(took.length).toBeGreaterThan(5);
    expect({
      late,
      of: took.length,
      many: late.length > Math.ceil(took.length / 20),
    }).toMatchObject({
      many: false,
    });
  },
  sized(600_000, 7_200_000),
);
