// The engine's work when a room is opened, counted and not timed: statements, and the bytes sent to the window. Both are the same in
// a room of any size.
import type { Statement } from 'better-sqlite3';
import { createRoomView } from '#engine/views/room';
import { createDraftView } from '#engine/views/values';
import { message, reaction } from '../../fixtures/events';
import { bigRoom, roomBench, type RoomBench } from './support';

let bench: RoomBench;
afterEach(() => bench.temp.remove());

/** Statements that `work` runs on the store. */
function statementsOf({ temp: { store } }: RoomBench, work: () => void): number {
  const kind = Object.getPrototypeOf(store.db.prepare('SELECT 1')) as Statement;
  const ways = ['get', 'all', 'run', 'iterate'] as const;
  let count = 0;
  const spies = ways.map((way) => {
    const real = kind[way] as (...values: unknown[]) => unknown;
    return jest.spyOn(kind, way).mockImplementation(function (
      this: Statement,
      ...values: unknown[]
    ) {
      count += 1;
      return Reflect.apply(real, this, values) as never;
    });
  });
  try {
    work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return count;
}

/** The first picture of a room of so many messages, every third of them with a reaction: `places/ahead.ts` asks for it. */
function openRoom(messages: number): { statements: number; bytes: number } {
  bench = roomBench();
  const { deps } = bench;
  for (let index = 0; index < messages; index += 1) {
    const said = message(`Sentence ${index} of the ones that stand in this room`);
    bench.live([said, ...(index % 3 === 0 ? [reaction(said.event_id, '👍')] : [])]);
  }
  const sent: unknown[] = [];
  const sink = {
    set: (value: unknown) => void sent.push(value),
    fail: ({ message: why }: { message: string }) => {
      throw new Error(why);
    },
  };
  const conversation = { roomId: bigRoom, threadId: null };
  const open = (): void => {
    createRoomView(deps, { roomId: bigRoom }, sink).close();
    createDraftView(deps, conversation, sink).close();
    const { view, items } = bench.open({ limit: 50 });
    sent.push(items());
    view.close();
  };
  // Prepares what is prepared once for the life of the store.
  open();
  sent.length = 0;
  const statements = statementsOf(bench, open);
  return { statements, bytes: JSON.stringify(sent).length };
}

test('opening a room takes as few statements and bytes in a room of 3,000 messages as in one of 100', () => {
  const small = openRoom(100);
  bench.temp.remove();
  const big = openRoom(3_000);
  expect(small.statements).toBeGreaterThan(10);
  expect(small.statements).toBeLessThan(60);
  expect(big.statements).toBe(small.statements);
  expect(small.bytes).toBeGreaterThan(10_000);
  expect(big.bytes).toBeLessThan(48_000);
});

test('a new message in a window of 1,500 reads that message, not the window', () => {
  bench = roomBench();
  for (let from = 0; from < 1_500; from += 100)
    bench.live(Array.from({ length: 100 }, (_, n) => message(`Sentence ${from + n}`)));
  const { view, items } = bench.open({ limit: 1_500 });
  const kind = Object.getPrototypeOf(bench.temp.store.db.prepare('SELECT 1')) as Statement;
  const real = kind.all;
  let read = 0;
  const spy = jest.spyOn(kind, 'all').mockImplementation(function (
    this: Statement,
    ...values: unknown[]
  ) {
    const rows = Reflect.apply(real, this, values) as unknown[];
    read += rows.filter((row) => typeof row === 'object' && row !== null && 'json' in row).length;
    return rows as never;
  });
  bench.live([message('the newest')]);
  const shown = items();
  spy.mockRestore();
  expect(JSON.stringify(shown.at(-1))).toContain('the newest');
  expect(shown.length).toBeGreaterThan(1_400);
  expect(read).toBeLessThan(20);
  view.close();
});
