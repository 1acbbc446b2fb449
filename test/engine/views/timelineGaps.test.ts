// Missing events in a timeline: gaps that are filled, or cannot be; events that were not yet decrypted.
import type { RawEvent } from '#stores/events/types';
import { updateRoom } from '#stores/rooms/rooms';
import { encrypted, message, reply } from '../../fixtures/events';
import { roomBench, words, type RoomBench } from './support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

test('a gap is an item, and paging fills it before anything older is shown', async () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((body) => message(body));
  const asked: (number | undefined)[] = [];
  bench.temp.remove();
  bench = roomBench({
    backfill: async (_, chunkNo) => {
      asked.push(chunkNo);
      if (chunkNo === 2) bench.older(2, [all[3], all[2], all[1]] as RawEvent[], 'x');
      else bench.older(1, [], null);
      return { reachedStart: chunkNo === 1 };
    },
  });
  bench.live(all.slice(0, 2), { prevBatch: 't1' });
  bench.live(all.slice(4), { limited: true, prevBatch: 't2' });
  const view = bench.open({ limit: 2 });
  expect(words(view.items())).toBe('[day] e f');
  expect(await view.view.paginate('back', 2)).toMatchObject({ reachedStart: false });
  expect(words(view.items())).toBe('[day] c d e f');
  expect(await view.view.paginate('back', 9)).toMatchObject({ reachedStart: true });
  expect(words(view.items())).toBe('[start] [day] a b c d e f');
  expect(asked).toEqual([2, 1]);
});

test('of a room that this account is out of the disk alone is shown, across what is missing, and nothing can be done to it', async () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((body) => message(body));
  const asked: string[] = [];
  const ask = (what: string) => async () => {
    asked.push(what);
    return { reachedStart: false };
  };
  bench.temp.remove();
  bench = roomBench({
    backfill: ask('older'),
    loadContext: async () => void asked.push('context'),
    wantEvent: () => asked.push('event'),
    wantMembers: () => asked.push('members'),
  });
  bench.live(all.slice(0, 2), { prevBatch: 't1' });
  bench.live([...all.slice(4), reply('g', '$elsewhere')], { limited: true, prevBatch: 't2' });
  bench.write(() => updateRoom(bench.temp.store.db, bench.roomNo, { membership: 'leave' }));
  const view = bench.open({ limit: 2 });
  expect(await view.view.paginate('back', 9)).toMatchObject({ reachedStart: false });
  expect(words(view.items())).toBe('[day] a b [gap] e f g');
  await expect(view.view.paginate('back', 9)).rejects.toMatchObject({
    error: { code: 'forbidden' },
  });
  expect(
    view.messages().flatMap(({ actions }) => Object.values(actions).slice(0, 4)),
  ).not.toContain(true);
  const failed: string[] = [];
  bench.open({ around: '$elsewhere', onFail: ({ code }) => failed.push(code) });
  await new Promise((done) => setImmediate(done));
  expect([failed, asked]).toEqual([['not_found'], []]);
});

test('a gap that is there at the opening is shown at once and filled by itself', async () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((body) => message(body));
  bench.temp.remove();
  bench = roomBench({
    backfill: async () => {
      bench.older(2, [all[3], all[2], all[1]] as RawEvent[], 'x');
      return { reachedStart: false };
    },
  });
  bench.live(all.slice(0, 2), { prevBatch: 't1' });
  bench.live(all.slice(4), { limited: true, prevBatch: 't2' });
  const view = bench.open();
  expect(words(view.items())).toBe('[day] a b [gap] e f');
  await new Promise((done) => setImmediate(done));
  expect(words(view.items())).toBe('[day] a b c d e f');
});

test('a gap that could not be filled is tried again by itself', async () => {
  const all = ['a', 'b', 'c', 'd'].map((body) => message(body));
  const turn = (): Promise<unknown> => new Promise((done) => setImmediate(done));
  let tries = 0;
  bench.temp.remove();
  bench = roomBench({
    backfill: async () => {
      tries += 1;
      if (tries < 3) throw new Error('offline');
      bench.older(2, [all[2], all[1], all[0]] as RawEvent[], 'x');
      return { reachedStart: false };
    },
  });
  bench.live(all.slice(0, 1), { prevBatch: 't1' });
  bench.live(all.slice(3), { limited: true, prevBatch: 't2' });
  const view = bench.open();
  await turn();
  bench.clock.pass(2_999);
  await turn();
  expect([tries, words(view.items())]).toEqual([1, '[day] a [gap] d']);
  bench.clock.pass(1);
  await turn();
  bench.clock.pass(15_000);
  await turn();
  expect([tries, words(view.items())]).toEqual([3, '[day] a b c d']);
});

test('a gap that fails for long is tried each minute, and what happened to one gap is not held against the next', async () => {
  const turn = (): Promise<unknown> => new Promise((done) => setImmediate(done));
  const tried: (number | undefined)[] = [];
  let broken = true;
  bench.temp.remove();
  bench = roomBench({
    backfill: async (_, chunkNo) => {
      tried.push(chunkNo);
      if (broken) throw new Error('offline');
      bench.older(chunkNo ?? 0, [message(`filled ${chunkNo}`)], null);
      return { reachedStart: false };
    },
  });
  bench.live([message('a')], { prevBatch: 't1' });
  bench.live([message('b')], { limited: true, prevBatch: 't2' });
  const view = bench.open();
  await turn();
  for (const waitMs of [3_000, 15_000, 60_000, 60_000, 60_000]) {
    bench.clock.pass(waitMs);
    await turn();
  }
  expect(tried).toEqual([2, 2, 2, 2, 2, 2]);
  bench.live([message('c')], { limited: true, prevBatch: 't3' });
  await turn();
  broken = false;
  bench.clock.pass(3_000);
  await turn();
  expect(tried.slice(6)).toEqual([3, 3, 2]);
  expect(words(view.items())).toBe('[day] a filled 2 b filled 3 c');
});

test('what decryption never looked at is shown as unreadable after ten seconds, without another commit', () => {
  bench.live([message('before'), encrypted('session')]);
  const view = bench.open();
  expect(words(view.items())).toBe('[start] [day] before');
  bench.clock.pass(10_000);
  expect(view.messages().at(-1)?.body.type).toBe('undecryptable');
});

test('a clock that was set back makes nothing wait that decryption never looked at', () => {
  bench.live([message('before'), encrypted('session')]);
  bench.clock.pass(-86_400_000);
  expect(bench.open().messages().at(-1)?.body.type).toBe('undecryptable');
});

test('offline, paging crosses a gap and shows it', async () => {
  bench.temp.remove();
  bench = roomBench({ backfill: () => Promise.reject(new Error('offline')) });
  bench.live([message('a'), message('b')], { prevBatch: 't1' });
  bench.live([message('e')], { limited: true, prevBatch: 't2' });
  const view = bench.open({ limit: 1 });
  await view.view.paginate('back', 2);
  expect(words(view.items())).toBe('[day] a b [gap] e');
  await expect(view.view.paginate('back', 2)).rejects.toThrow('offline');
});
