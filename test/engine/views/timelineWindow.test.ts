// Windows over long rooms: paging gives up the other end, never the way on; what is in view stays.
import type { RawEvent } from '#stores/events/types';
import { insertContext } from '#stores/ingest/context';
import { appFailure, type AppError } from '#contract/wire/errors';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import { member, message, noon, reaction } from '../../fixtures/events';
import { sized } from '../../support/sized';
import { roomBench, words, type OpenView, type RoomBench } from './support';

const most = 2_000;
const total = sized(5_200, 100_000);
const patienceMs = sized(60_000, 1_800_000);

let bench: RoomBench;
afterEach(() => bench.temp.remove());

const texts = (view: OpenView): number[] =>
  view.messages().map(({ body }) => ('text' in body ? Number(body.text) : Number.NaN));

/** Every message that a reader meets who pages one way until the view says that there is no more. */
async function walk(view: OpenView, direction: 'back' | 'forward'): Promise<Set<number>> {
  const met = new Set(texts(view));
  const isThere = (): boolean =>
    direction === 'back'
      ? view.items()[0]?.kind === 'start'
      : view.items().at(-1)?.kind !== 'newer';
  for (let page = 0; page < total / 100 && !isThere(); page += 1) {
    await view.view.paginate(direction, 200);
    const now = texts(view);
    for (const number of now) met.add(number);
    expect(now.length).toBeLessThanOrEqual(most);
    // No hole and no message twice, wherever the window stands.
    expect((now.at(-1) ?? 0) - (now[0] ?? 0)).toBe(now.length - 1);
  }
  expect(isThere()).toBe(true);
  return met;
}

const numbered = (count: number): RawEvent[] =>
  Array.from({ length: count }, (_, index) => message(String(index)));

test(
  `scrolling back in ${total} messages reaches the first, and forward again the newest`,
  async () => {
    bench = roomBench();
    bench.live(numbered(total));
    const view = bench.open({ limit: 60 });
    expect((await walk(view, 'back')).size).toBe(total);
    expect(texts(view)[0]).toBe(0);
    expect((await walk(view, 'forward')).size).toBe(total);
    expect(texts(view).at(-1)).toBe(total - 1);
    bench.live([message(String(total))]);
    expect(texts(view).at(-1)).toBe(total);
  },
  patienceMs,
);

test(
  `after a jump into ${total} messages both ends are reached`,
  async () => {
    bench = roomBench();
    const all = numbered(total);
    bench.live(all);
    const view = bench.open({ around: all[2_500]?.event_id ?? null, limit: 60 });
    expect(view.items().at(-1)?.kind).toBe('newer');
    await walk(view, 'back');
    expect(texts(view)[0]).toBe(0);
    await walk(view, 'forward');
    expect(texts(view).at(-1)).toBe(total - 1);
  },
  patienceMs,
);

test('who reads further up keeps what they read when a long window goes on growing', async () => {
  const focus = {
    conversation: { roomId: '!room:example.org', threadId: null },
    atBottom: false,
    focused: true,
  };
  bench = roomBench({ focus: () => focus });
  bench.live(numbered(2_400));
  const view = bench.open({ limit: 60 });
  while ((texts(view)[0] ?? 0) > 500) await view.view.paginate('back', 500);
  const first = texts(view)[0];
  bench.live(numbered(300));
  expect(texts(view)[0]).toBe(first);
  expect(view.items().at(-1)?.kind).toBe('newer');
});

test('a run of state is one row: the window opens with the messages above it, and being at the end keeps them', async () => {
  const focus = {
    conversation: { roomId: '!room:example.org', threadId: null },
    atBottom: true,
    focused: true,
  };
  bench = roomBench({ focus: () => focus });
  const joins = Array.from({ length: 600 }, (_, index) =>
    member(`@guest${index}:example.org`, 'join', `Guest ${index}`),
  );
  bench.live([message('welcome'), ...joins]);
  const view = bench.open({ limit: 60 });
  const shown = (): string[] =>
    view.messages().map(({ body }) => ('text' in body ? body.text : ''));
  expect(shown()).toEqual(['welcome']);
  bench.live([reaction('$other', '👍')]);
  expect(shown()).toEqual(['welcome']);
});

test('at the end a full window does not give up its newest message for older state', async () => {
  const focus = {
    conversation: { roomId: '!room:example.org', threadId: null },
    atBottom: true,
    focused: true,
  };
  bench = roomBench({ focus: () => focus });
  const joins = Array.from({ length: 2_300 }, (_, index) =>
    member(`@guest${index}:example.org`, 'join', `Guest ${index}`),
  );
  bench.live([message('first'), ...joins, message('newest')]);
  const view = bench.open({ limit: 60 });
  const kinds = (): (string | undefined)[] => view.items().map((item: TimelineItem) => item.kind);
  for (let page = 0; page < 8; page += 1) await view.view.paginate('back', 50);
  expect(kinds().at(-1)).toBe('message');
  focus.atBottom = false;
  for (let page = 0; page < 3; page += 1) await view.view.paginate('back', 500);
  expect([kinds()[0], kinds()[2], kinds().at(-1)]).toEqual(['start', 'message', 'newer']);
});

test('a window around an event pages both ways and joins the newest end', async () => {
  bench = roomBench();
  const all = Array.from({ length: 30 }, (_, index) => message(String(index)));
  bench.live(all);
  const view = bench.open({ around: all[10]?.event_id ?? null, limit: 4 });
  expect(words(view.items())).toBe('[day] 8 9 10 11 [newer]');
  bench.live([message('new')]);
  expect(words(view.items())).toBe('[day] 8 9 10 11 [newer]');
  expect(await view.view.paginate('forward', 2)).toMatchObject({ reachedEnd: false });
  await view.view.paginate('back', 2);
  expect(words(view.items())).toBe('[day] 6 7 8 9 10 11 12 13 [newer]');
  expect(await view.view.paginate('forward', 99)).toMatchObject({ reachedEnd: true });
  expect(view.messages().at(-1)?.body).toMatchObject({ text: 'new' });
});

test('an event that is not here opens when its surroundings have been loaded', async () => {
  const far = ['x', 'y', 'z'].map((body, index) => message(body, { ts: noon - 99_999 + index }));
  let loaded: Promise<void> = Promise.resolve();
  bench = roomBench({
    loadContext: (roomNo) => {
      bench.temp.store.write((changes) => {
        insertContext(bench.temp.store.db, {
          roomNo,
          events: far,
          start: 's',
          receivedMs: bench.clock.now(),
        });
        changes.timeline(roomNo);
      });
      loaded = Promise.resolve();
      return loaded;
    },
  });
  bench.live([message('a'), message('b')], { prevBatch: 't1' });
  const view = bench.open({ around: far[1]?.event_id ?? null, limit: 2 });
  await view.view.paginate('forward', 1);
  expect(words(view.items())).toBe('[day] x y z [newer]');
});

test('an event that cannot be had is told, whether the server refuses it or keeps it out of the timeline', async () => {
  const told: string[] = [];
  const onFail = ({ code }: AppError): void => void told.push(code);
  let answer = (): Promise<void> => Promise.reject(appFailure('offline', 'No connection'));
  bench = roomBench({ loadContext: () => answer() });
  bench.live([message('a'), message('b')], { prevBatch: 't1' });
  await bench.open({ around: '$far', onFail }).view.paginate('forward', 1);
  expect(told).toEqual(['offline']);
  answer = () => Promise.resolve();
  await bench.open({ around: '$far', onFail }).view.paginate('forward', 1);
  expect(told).toEqual(['offline', 'not_found']);
});
