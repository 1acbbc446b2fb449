// The places of files of one Enter among all that a room sends.
import { appFailure, type AppFailure } from '#contract/wire/errors';
import { eventually } from '../../support/eventually';
import { failingDisk } from '../../support/failingDisk';
import { requestId } from '../support';
import { batchBench, room, type BatchBench } from './batchKit';

let bench: BatchBench;
beforeEach(() => void (bench = batchBench()));
afterEach(() => bench.close());

const say = (text: string) =>
  bench.outbox.sendMessage({
    ...{ ...room, requestId: requestId(), text, kind: 'text', replyTo: null },
  });

/** Batches whose film is copied when `go` says so. */
function withSlowFilm() {
  const film = Promise.withResolvers<void>();
  const { staging } = bench;
  const of = bench.batches({
    staging: {
      ...staging,
      stageClaimed: async (claimed) => {
        if (claimed.fileName === 'film') await film.promise;
        return staging.stageClaimed(claimed);
      },
    },
  });
  return { of, go: () => film.resolve() };
}

test('files that are refused block nothing that was sent before them and is still copied', async () => {
  const { of, go } = withSlowFilm();
  const first = await say('first');
  await of.take(1, bench.message(['film']));
  // Answers a message that its author cancels meanwhile.
  await of.take(1, bench.message(['answer'], { replyTo: first.key }));
  await say('last');
  await bench.outbox.cancel(first.key);
  of.drop(1);
  await eventually('the refused one', () => bench.rows().length === 2);
  go();
  await eventually('all', () => bench.rows().length === 3);
  expect(bench.rows()).toEqual([
    { body: 'film', status: 'queued', code: null },
    { body: 'answer', status: 'not_sent', code: 'not_found' },
    { body: 'last', status: 'not_sent', code: 'blocked_by_earlier' },
  ]);
});

test('the refused one is cancelled, and all behind it goes', async () => {
  const at = (place: number, body: string, refused?: AppFailure['error']) => ({
    ...{ ...room, requestId: requestId(), content: { msgtype: 'm.file', body } },
    ...{ attachment: { x: 1 }, caption: null, mentions: [], replyTo: null, place, refused },
  });
  const { sendAll } = bench.outbox.attachments;
  await sendAll([at(3, 'answer', appFailure('not_found', 'x').error)], () => undefined);
  await say('last');
  await sendAll([at(2, 'film')], () => undefined);
  expect(bench.rows().map(({ body }) => body)).toEqual(['film', 'answer', 'last']);
  await bench.outbox.cancel(bench.keys()[1] ?? '');
  expect(bench.rows()).toEqual([
    { body: 'film', status: 'queued', code: null },
    { body: 'last', status: 'queued', code: null },
  ]);
});

test('files that an older version left without places keep their order, whichever is copied first, and are not overtaken', async () => {
  const { of, go } = withSlowFilm();
  // By their ids they would come the other way round.
  bench.leave('left-by-before-0002', ['film'], { createdMs: 1 });
  bench.leave('left-by-before-0001', ['note', 'more'], { createdMs: 2 });
  of.start();
  await eventually('the small ones', () => bench.rows().length === 2);
  await say('typed now');
  go();
  await eventually('all', () => bench.rows().length === 4);
  expect(bench.rows().map(({ body }) => body)).toEqual(['film', 'note', 'more', 'typed now']);
});

test('a full disk at the start gives them their places later', async () => {
  bench.close();
  const disk = failingDisk();
  bench = batchBench();
  bench.leave('left-by-before-0002', ['film'], { createdMs: 1 });
  bench.leave('left-by-before-0001', ['note'], { createdMs: 2 });
  disk.fail({ file: /events\.db$/, from: 1, times: 1, code: 'SQLITE_FULL' });
  const { of, go } = withSlowFilm();
  of.start();
  go();
  await bench.untilSent();
  disk.restore();
  expect(bench.rows().map(({ body }) => body)).toEqual(['film', 'note']);
});
