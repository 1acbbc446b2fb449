// A message that was sent from a window: what leaves the engine for that window, and in which order.
import type { Statement } from 'better-sqlite3';
import { engine as contract } from '#contract/engine';
import { newestQuery, roomsQuery } from '#contract/firstPicture';
import { batchedPort } from '#contract/wire/batches';
import type { Port } from '#contract/wire/port';
import { serve } from '#contract/wire/serve';
import { createFocusBook } from '#engine/base/focus';
import { readingCalls } from '#engine/contract/readingCalls';
import { createLists } from '#engine/contract/subscriptions';
import { message } from '../../fixtures/events';
import { silentLog } from '../../support/silentLog';
import { roomBench, type RoomBench } from './support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Subscriptions whose news stand in one message. */
const subsOf = (posted: unknown): unknown[] =>
  [posted].flat().map((one) => (one as { sub?: number }).sub);

/** The lists of a window, on a port that keeps what is posted. */
function windowOf({ temp, clock, deps }: RoomBench) {
  const posted: unknown[] = [];
  let ask: (message: unknown) => void = () => undefined;
  const port: Port = {
    post: (one) => void posted.push(one),
    onMessage: (listener) => {
      ask = listener;
      return () => undefined;
    },
    onClose: () => () => undefined,
    close: () => undefined,
  };
  const lists = createLists({
    ...{ store: temp.store, clock, log: silentLog, ownUserId: deps.ownUserId },
    typing: { of: () => [], onChange: () => () => undefined },
    focus: createFocusBook(),
    media: {},
    network: { now: () => null, ready: () => new Promise(() => undefined) },
  } as never);
  const implementation = { calls: {}, values: {}, lists } as never;
  const served = serve(contract, implementation, batchedPort(port), {
    log: silentLog,
    setTimeout: (work) => setImmediate(work),
  });
  return { posted, ask: (one: unknown) => ask(one), close: served.close.bind(served) };
}

test('R13 the conversation that holds it leaves first, at once and alone; the list of rooms later', async () => {
  bench.live([message('before')]);
  const { posted, ask, close } = windowOf(bench);
  const [rooms, timeline] = [1, 2];
  ask({ t: 'list', sub: rooms, name: 'rooms', query: roomsQuery([]) });
  const query = newestQuery({ roomId: bench.roomId, threadId: null });
  ask({ t: 'list', sub: timeline, name: 'timeline', query });
  await turn();
  await turn();
  bench.clock.pass(1_000);
  posted.length = 0;
  bench.temp.store.write((changes) => {
    bench.send({ content: { msgtype: 'm.text', body: 'mine' } });
    changes.timeline(bench.roomNo, {});
    changes.room(bench.roomNo);
    changes.topic('outbox');
  });
  for (let index = 0; index < 5; index += 1) await Promise.resolve();
  expect(posted.map(subsOf)).toEqual([[timeline]]);
  expect(JSON.stringify(posted)).toContain('mine');
  await turn();
  await turn();
  expect(posted.map(subsOf)).toEqual([[timeline]]);
  bench.clock.pass(1_000);
  await turn();
  expect(posted.map(subsOf)).toEqual([[timeline], [rooms]]);
  close();
});

test('the draft that a message ended is not ended a second time: no commit, and nothing is composed', async () => {
  const { temp, clock, roomId } = bench;
  const { store } = temp;
  const { saveDraft } = readingCalls({ store, clock } as never);
  const save = (text: string): Promise<unknown> =>
    saveDraft({ roomId, threadId: null, draft: { text, replyTo: null, editing: null } });
  const topics: unknown[] = [];
  store.onCommit((changes) => topics.push([...changes.topics]), 'inside');
  await save('half a wo');
  await save('');
  expect(topics).toEqual([['drafts'], ['drafts']]);
  await save('');
  await saveDraft({
    ...{ roomId: '!never:example.org', threadId: null },
    draft: { text: '', replyTo: null, editing: null },
  });
  expect(topics).toHaveLength(2);
  await save('again');
  expect(topics).toHaveLength(3);
});

test('what leaves from another conversation is no news of this one', async () => {
  bench.live([message('before')]);
  const { posted, ask, close } = windowOf(bench);
  const query = newestQuery({ roomId: bench.roomId, threadId: null });
  ask({ t: 'list', sub: 1, name: 'timeline', query });
  await turn();
  await turn();
  bench.clock.pass(1_000);
  posted.length = 0;
  const statements = Object.getPrototypeOf(bench.temp.store.db.prepare('SELECT 1')) as Statement;
  const reads = [jest.spyOn(statements, 'get'), jest.spyOn(statements, 'all')];
  bench.temp.store.write((changes) => {
    changes.timeline(bench.roomNo + 1, {});
    changes.room(bench.roomNo + 1);
    changes.topic('outbox');
  });
  await turn();
  bench.clock.pass(1_000);
  expect(posted).toEqual([]);
  for (const read of reads) {
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  }
  close();
});
