// What the engine does when a room is opened, counted and not timed: statements, and the bytes that a window is sent. Both are the same in
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

/** The first picture of a room of so many messages, every third of them with a reaction: `app/ahead.ts` asks for it. */
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
  expect(small.statements).toBeLessThan(55);
  expect(big.statements).toBe(small.statements);
  expect(small.bytes).toBeGreaterThan(10_000);
  expect(big.bytes).toBeLessThan(48_000);
});
