// A conversation read from its oldest message to its newest, through the real list over a real store: each message once, in order,
// wherever the reader is meanwhile.
import { subscriptionKey } from '../../../renderer/app/line/serverData';
import { readConversation, type Line } from '../../../renderer/features/exporting/conversation';
import type { RawEvent } from '#stores/events/types';
import { setSetting } from '#stores/settings/settings';
import { answersInRoomSetting } from '#engine/threads/unread';
import type { ViewDeps } from '#engine/views/view';
import { createTimelineView } from '#engine/views/timeline/timeline';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import { message, reaction, threaded } from '../../fixtures/events';
import { sized } from '../../support/sized';
import { bigRoom, roomBench, words, type RoomBench } from '../views/support';

const total = sized(2_300, 50_000);
const patienceMs = sized(60_000, 1_800_000);

let bench: RoomBench;
afterEach(() => bench.temp.remove());

const numbered = (from: number, to: number): RawEvent[] =>
  Array.from({ length: to - from }, (_, index) => message(String(from + index)));

const looking = (place: 'end' | 'above' | 'away'): Partial<ViewDeps> => ({
  focus: () => ({
    conversation: { roomId: place === 'away' ? '!other:example.org' : bigRoom, threadId: null },
    ...{ atBottom: place === 'end', focused: true },
  }),
});

/** The line between window and engine, without the two ports. */
function lineTo({ deps, temp, clock }: RoomBench): Line {
  const lists: Record<string, { items: readonly TimelineItem[]; ready: boolean }> = {};
  const views = new Map<string, ReturnType<typeof createTimelineView>>();
  const engine = {
    subscribe(_shape: unknown, _name: unknown, query: Parameters<typeof createTimelineView>[1]) {
      const key = subscriptionKey('list', 'timeline', query);
      const view = createTimelineView(deps, query, {
        set: (items) => void (lists[key] = { items, ready: true }),
        fail: (error) => {
          throw new Error(error.message);
        },
      });
      views.set(key, view);
      temp.store.onCommit((changes) => {
        clock.pass(1_000);
        view.refresh(changes);
      }, 'inside');
      return () => view.close();
    },
    paginate: async (key: string, direction: 'back' | 'forward', count: number) => ({
      reachedEnd: true,
      ...(await views.get(key)?.paginate(direction, count)),
    }),
  };
  const store = { getState: () => ({ server: { lists } }), subscribe: () => () => undefined };
  return { engine, store } as unknown as Line;
}

interface Told {
  readonly items: TimelineItem[];
  missing: boolean;
}

async function readAll(
  threadId: string | null = null,
  sinceMs: number | null = null,
): Promise<Told> {
  const told: Told = { items: [], missing: false };
  const reading = {
    ...{ roomId: bigRoom, threadId, sinceMs, signal: new AbortController().signal },
    ...{ onOlder: () => undefined, isEnough: () => false },
    onMissing: () => void (told.missing = true),
  };
  for await (const item of readConversation(lineTo(bench), reading))
    if (['message', 'gap'].includes(item.kind)) told.items.push(item);
  return told;
}

const range = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => from + index).join(' ');

test.each(['end', 'above', 'away'] as const)(
  `${total} messages are read, each once and in order, with the reader at the place "%s" of the room`,
  async (place) => {
    bench = roomBench(looking(place));
    bench.live(numbered(0, total));
    const { items, missing } = await readAll();
    expect(words(items) === range(0, total)).toBe(true);
    expect(missing).toBe(false);
  },
  patienceMs,
);

test('a room whose messages are lost among reactions is read whole', async () => {
  bench = roomBench(looking('end'));
  bench.live(
    numbered(0, 300).flatMap((one) => [
      one,
      ...Array.from({ length: 20 }, (_, index) => reaction(one.event_id, `k${index}`)),
    ]),
  );
  expect(words((await readAll()).items)).toBe(range(0, 300));
});

test('what the server has in the middle is fetched before it is read', async () => {
  let left = 900;
  bench = roomBench({
    ...looking('end'),
    async backfill(_roomNo, chunkNo = 0) {
      const from = Math.max(100, left - 30);
      bench.older(chunkNo, numbered(from, left).reverse(), from === 100 ? null : `t${from}`);
      left = from;
      return { reachedStart: true };
    },
  });
  bench.live(numbered(0, 100));
  bench.live(numbered(900, 930), { limited: true, prevBatch: 't900' });
  const { items } = await readAll();
  expect(words(items)).toBe(range(0, 930));
});

test('without a connection it is told where messages are missing in the middle', async () => {
  bench = roomBench({
    ...looking('end'),
    backfill: () => Promise.reject(new Error('offline')),
  });
  bench.live(numbered(0, 100));
  bench.live(numbered(900, 930), { limited: true, prevBatch: 't900' });
  const { items } = await readAll();
  expect(words(items)).toBe(`${range(0, 100)} [gap] ${range(900, 930)}`);
});

test('answers of a thread stand in the thread alone, also where the room shows them', async () => {
  bench = roomBench(looking('end'));
  bench.temp.store.write(() => setSetting(bench.temp.store.db, answersInRoomSetting, true));
  const root = message('root');
  const answer = threaded('answer', root.event_id, { latest: root.event_id });
  bench.live([root, answer, message('after')]);
  expect(words((await readAll()).items)).toBe('root after');
  expect(words((await readAll(root.event_id)).items)).toBe('root answer');
});
