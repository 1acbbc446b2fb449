// Users without the key of a message: noted before it is sent, and kept on the disk until they have the key.
import { appFailure, type AppFailure } from '#contract/wire/errors';
import { endMissed, missedEvents, missedOf, roomsWithMissed } from '#stores/settings/missed';
import { createBench, other, roomId, settle, type Bench } from './harness';

let bench: Bench;
afterEach(() => bench.close());

const refused = (): Promise<string> =>
  Promise.reject<string>(
    appFailure('forbidden', 'no', { data: { status: 403, errcode: null } }) satisfies AppFailure,
  );
/** A server that never answers. */
const silent = (): Promise<string> => new Promise(() => undefined);

const missedBy = (userId: string, hidden = false) => ({
  encrypted: true,
  encrypt: async (_roomNo: number, type: string, content: Record<string, unknown>) => ({
    ...{ type: 'm.room.encrypted', content: { type, content } },
    missed: { userIds: [userId], hidden },
  }),
});
const isMarked = (eventId: string): boolean =>
  missedEvents(bench.store.db, roomId).of(eventId).length > 0;

test('CHAT-4.15 who got no key of a message is known before it leaves: marked with the answer, and with the echo after a kill', async () => {
  bench = createBench(missedBy(other));
  // The answer and its mark are one act: nobody is asked in between.
  bench.answers.push('$first');
  const commits: boolean[] = [];
  bench.store.onCommit(() => {
    if (bench.rows()[0]?.eventId === '$first') commits.push(isMarked('$first'));
  });
  await bench.text('first');
  await settle();
  expect(commits.length).toBeGreaterThan(0);
  expect(commits).not.toContain(false);

  bench.answers.push(silent);
  await bench.text('second');
  await settle();
  const second = bench.requests[1]?.txnId ?? '';
  bench = bench.killAndRestart({ start: false });
  bench.echo(`~${roomId}:${second}`);
  expect(isMarked(`$sent-${second}`)).toBe(true);
});

test('CHAT-4.15 what was cancelled marks nothing, and what goes again is marked by what goes', async () => {
  let missing: readonly string[] = [other];
  bench = createBench({
    ...missedBy(other),
    encrypt: async (_roomNo, type, content) => ({
      ...{ type: 'm.room.encrypted', content: { type, content } },
      missed: { userIds: missing, hidden: false },
    }),
  });
  bench.answers.push(refused, refused);
  const cancelled = await bench.text('cancelled');
  await settle();
  await bench.outbox.cancel(cancelled);
  expect(isMarked(cancelled)).toBe(false);

  const again = await bench.text('again');
  await settle();
  missing = [];
  await bench.outbox.retry(again);
  await settle();
  expect(bench.requests).toHaveLength(3);
  expect(isMarked(bench.rows().at(-1)?.eventId ?? '')).toBe(false);
});

test('CHAT-4.15 of many messages that nobody could read the first stays marked as the last does', async () => {
  bench = createBench(missedBy(other));
  for (let at = 0; at < 250; at += 1) await bench.text(`${at}`);
  while (bench.rows().some(({ status }) => status !== 'sent')) await settle();
  const ids = bench.rows().map(({ eventId }) => eventId ?? '');
  expect(ids).toHaveLength(250);
  expect(ids.filter((id) => !isMarked(id))).toEqual([]);
  const { db } = bench.store;
  const missed = missedOf(db, roomId, other);
  bench.store.write(() => endMissed(db, roomId, other, missed.slice(1)));
  expect(ids.filter(isMarked)).toEqual([ids[0]]);
  bench.store.write(() => endMissed(db, roomId, other, missed));
  expect(roomsWithMissed(db)).toEqual([]);
});
