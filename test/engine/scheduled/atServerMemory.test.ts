// The engine's memory of a message whose request had no answer: it ends with the message.
import { appFailure } from '#contract/wire/errors';
import { createAtServer, type AtServer } from '#engine/scheduled/atServer';
import { deleteScheduled, insertScheduled } from '#stores/outbox/scheduled';
import { alice } from '../../fixtures/events';
import { eventually } from '../../support/eventually';
import { silentLog } from '../../support/silentLog';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
let atServer: AtServer;
let asked: number;

beforeEach(() => {
  bench = roomBench();
  asked = 0;
  atServer = createAtServer({
    ...{ store: bench.temp.store, clock: bench.clock, log: silentLog, ownUserId: alice },
    features: { has: async () => true },
    outbox: { contentOf: async () => ({ msgtype: 'm.text', body: 'later' }) },
    http: {
      request: async <T>({ method }: { readonly method: string }): Promise<T> => {
        if (method === 'GET') return { delayed_events: [] } as T;
        asked += 1;
        throw appFailure('offline', 'no answer');
      },
    },
  });
  atServer.start();
});
afterEach(() => {
  atServer.stop();
  bench.temp.remove();
});

const requestId = 'scheduled-00000001';
/** Resolves once all who listen for commits were told. */
function write(work: () => void): Promise<void> {
  const { store } = bench.temp;
  const { promise, resolve } = Promise.withResolvers<void>();
  const off = store.onCommit(() => {
    off();
    resolve();
  });
  store.write((changes) => {
    work();
    changes.topic('scheduled');
  });
  return promise;
}
const schedule = () =>
  write(() =>
    insertScheduled(bench.temp.store.db, {
      ...{ requestId, roomId: bench.roomId, threadId: null, createdMs: bench.clock.now() },
      ...{ atMs: bench.clock.now() + 3_600_000, undo: false, state: 'waiting', error: null },
      ...{ server: null, message: { text: 'later', kind: 'text', replyTo: null } },
    }),
  );

test('a message that was cancelled and is scheduled again is asked for at once', async () => {
  const isAsked = (times: number) => eventually(`asked ${times} times`, () => asked === times);
  await schedule();
  await isAsked(1);
  await write(() => deleteScheduled(bench.temp.store.db, requestId));
  await schedule();
  await isAsked(2);
});
