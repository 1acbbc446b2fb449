// The leave that the server sends by itself (MSC4140): kept up, armed anew when the server lost it, and left alone where no server knows it.
import { createDelayedLeave } from '#engine/calls/group/delayed';
import { appFailure } from '#contract/wire/errors';
import { memberType } from '#contract/areas/calls/callNames';
import { alice } from '../../fixtures/events';
import { createTestClock, type TestClock } from '../http/testClock';
import { silentLog } from '../../support/silentLog';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query?: unknown;
  readonly body?: unknown;
}

const roomId = '!call:example.org';
const delayed = (id: string) => `/org.matrix.msc4140/delayed_events/${id}`;
let clock: TestClock;
let asked: Asked[];
let knowsDelays: boolean;
/** Ids of delayed events that the server has forgotten. */
let forgotten: Set<string>;
/** A longer delay is refused. */
let mostMs: number;
/** So many delayed leaves are not taken: the server is in trouble. */
let trouble: number;
/** So many times the server does not say what it knows. */
let silent: number;
let heard: () => void;

beforeEach(() => {
  clock = createTestClock();
  asked = [];
  knowsDelays = true;
  forgotten = new Set();
  mostMs = 30_000;
  trouble = 0;
  silent = 0;
  heard = () => undefined;
});

function delayedLeave() {
  let ids = 0;
  const request = async <T>({ method, path, query, body }: Asked): Promise<T> => {
    asked.push({ method, path, query, body });
    heard();
    const id = path.split('/').at(-1) ?? '';
    silent -= path.endsWith('/versions') ? 1 : 0;
    if (path.endsWith('/versions') && silent >= 0) throw appFailure('offline', 'No network');
    if (path.endsWith('/versions'))
      return { unstable_features: { 'org.matrix.msc4140': knowsDelays } } as T;
    if (method === 'PUT') {
      const wanted = (query as Record<string, number>)['org.matrix.msc4140.delay'] ?? 0;
      if (wanted > mostMs)
        throw appFailure('forbidden', 'Too long', {
          data: { status: 400, errcode: 'M_UNKNOWN', 'org.matrix.msc4140.max_delay': mostMs },
        });
      trouble -= 1;
      if (trouble >= 0) throw appFailure('server_error', 'Bad gateway', { data: { status: 502 } });
      ids += 1;
      return { delay_id: `delay-${ids}` } as T;
    }
    if (forgotten.has(id))
      throw appFailure('not_found', 'No such delayed event', {
        data: { status: 404, errcode: 'M_NOT_FOUND' },
      });
    return {} as T;
  };
  return createDelayedLeave({ http: { request }, clock, log: silentLog });
}

/** Resolves when as many requests were made. */
const until = (count: number): Promise<void> =>
  new Promise((resolve) => {
    heard = () => asked.length >= count && resolve();
    heard();
  });

const leave = { 'm.calls': [] };

test('CHAT-8.12 a delayed leave that the server does not find is forgotten, and a new one is sent', async () => {
  const delays = delayedLeave();
  delays.arm(roomId, alice, leave);
  await clock.pass(10_000);
  forgotten.add('delay-1');
  await clock.pass(10_000);
  await until(5);
  await clock.pass(10_000);
  await delays.disarm(roomId);
  const put = {
    method: 'PUT',
    path: `/rooms/${encodeURIComponent(roomId)}/state/${memberType}/${encodeURIComponent(alice)}`,
    query: { 'org.matrix.msc4140.delay': 30_000 },
    body: leave,
  };
  const act = (id: string, action: string) => ({
    method: 'POST',
    path: delayed(id),
    body: { action },
  });
  expect(asked.slice(1)).toEqual([
    put,
    act('delay-1', 'restart'),
    act('delay-1', 'restart'),
    put,
    act('delay-2', 'restart'),
    act('delay-2', 'cancel'),
  ]);
});

test('a new leave is taken before the old one is cancelled: a cut between the two leaves the server with one', async () => {
  const delays = delayedLeave();
  delays.arm(roomId, alice, leave);
  await until(2);
  trouble = 1;
  delays.arm(roomId, alice, leave);
  await until(3);
  // The old one is kept up until the new one is taken.
  await clock.pass(10_000);
  await until(6);
  await delays.disarm(roomId);
  const ofDelays = asked.flatMap(({ method, path, body }) =>
    path.endsWith('/versions')
      ? []
      : [method === 'PUT' ? 'put' : `${(body as { action: string }).action} ${path.at(-1)}`],
  );
  expect([...ofDelays.slice(0, 2), ...ofDelays.slice(2, -1).sort(), ofDelays.at(-1)]).toEqual([
    ...['put', 'put'],
    ...['cancel 1', 'put', 'restart 1'],
    'cancel 2',
  ]);
});

test('while the server does not say whether it knows delays, it is asked again', async () => {
  silent = 1;
  const delays = delayedLeave();
  delays.arm(roomId, alice, leave);
  await until(1);
  await clock.pass(10_000);
  await until(3);
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT']);
  await delays.disarm(roomId);
});

test('a leave that a server in trouble did not take is sent again, until it is taken or the call is left', async () => {
  trouble = 1;
  const delays = delayedLeave();
  delays.arm(roomId, alice, leave);
  await until(2);
  await clock.pass(10_000);
  await until(3);
  await clock.pass(10_000);
  await until(4);
  expect(asked.slice(1).map(({ method }) => method)).toEqual(['PUT', 'PUT', 'POST']);
  await delays.disarm(roomId);
  trouble = 1;
  delays.arm(roomId, alice, leave);
  await until(6);
  await delays.disarm(roomId);
  expect(clock.waiting()).toEqual([]);
});

test('a server that does not know of delays is never sent the leave, which it would write at once', async () => {
  knowsDelays = false;
  const delays = delayedLeave();
  delays.arm(roomId, alice, leave);
  await until(1);
  await delays.disarm(roomId);
  delays.arm(roomId, alice, leave);
  await delays.disarm(roomId);
  expect([asked.map(({ path }) => path), clock.waiting()]).toEqual([
    ['/_matrix/client/versions'],
    [],
  ]);
});

test('CHAT-8.16 a delay that is longer than the server takes is lowered to its maximum, and kept up as often as that needs', async () => {
  mostMs = 6_000;
  const delays = delayedLeave();
  delays.arm(roomId, alice, leave);
  await until(3);
  await clock.pass(2_000);
  await until(4);
  await delays.disarm(roomId);
  const delaysAsked = asked.flatMap(({ method, query }) => (method === 'PUT' ? [query] : []));
  expect(delaysAsked).toEqual([
    { 'org.matrix.msc4140.delay': 30_000 },
    { 'org.matrix.msc4140.delay': 6_000 },
  ]);
  expect(asked.slice(3).map(({ body }) => body)).toEqual([
    { action: 'restart' },
    { action: 'cancel' },
  ]);
});
