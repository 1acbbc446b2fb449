// Taking answers apart and judging the pieces, without any server: bytes in, pieces and verdicts out.
import fc from 'fast-check';
import { readAnswer } from '#engine/sync/answer';
import { createPause, JsonCursor } from '#engine/events/cursor';
import { vetRoomEvent, vetSmall, vetStripped } from '#engine/events/vet';
import { slowness, workedMs } from '../../support/processorTime';

const noPause = () => null;
const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

function verdict(value: unknown, kind: 'timeline' | 'state' = 'timeline') {
  const bytes = Buffer.isBuffer(value) ? value : bytesOf(value);
  const span = new JsonCursor(bytes, noPause).skip();
  const result = vetRoomEvent(bytes, span, kind);
  return 'event' in result ? result.event : result.bad;
}

const good = {
  event_id: '$a',
  type: 'm.room.message',
  sender: '@a:b',
  origin_server_ts: 1,
  content: { body: 'hi' },
};
const member = { ...good, type: 'm.room.member', content: { membership: 'join' } };

test('a good event passes unchanged', () => {
  const redacted = { ...good, unsigned: { age: 5, prev_content: {}, transaction_id: 't' } };
  const state = { ...member, state_key: '@a:b' };
  expect([verdict(good), verdict(redacted), verdict(state, 'state')]).toEqual([
    good,
    redacted,
    state,
  ]);
});

test('each malformed event is refused with its reason', () => {
  const nested = (levels: number) =>
    Buffer.from(
      `{"event_id":"$a","type":"t","sender":"@a:b","origin_server_ts":1,"content":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`,
    );
  const cases: [unknown, string][] = [
    [null, 'not an object'],
    [[good], 'not an object'],
    ['text', 'not an object'],
    [{ ...good, content: undefined }, 'content'],
    [{ ...good, content: [] }, 'content'],
    [{ ...good, content: 'x' }, 'content'],
    [{ ...good, event_id: undefined }, 'event_id'],
    [{ ...good, event_id: 5 }, 'event_id'],
    [{ ...good, event_id: `$${'a'.repeat(255)}` }, 'event_id'],
    [{ ...good, type: '' }, 'type'],
    [{ ...good, type: '__proto__' }, 'type'],
    [{ ...good, sender: 'a' }, 'sender'],
    [{ ...good, origin_server_ts: '1' }, 'origin_server_ts'],
    [{ ...good, origin_server_ts: -1 }, 'origin_server_ts'],
    [{ ...good, origin_server_ts: 2 ** 60 }, 'origin_server_ts'],
    [{ ...good, state_key: 5 }, 'state_key'],
    [{ ...good, content: { body: 'a'.repeat(66_000) } }, 'size'],
    [{ ...good, content: { body: 'a'.repeat(10_000_000) } }, 'size'],
    [nested(1000), 'depth'],
    [nested(100), 'depth'],
    [Buffer.from('{"event_id":"$a",}'), 'json'],
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'not a user'].map(
      (key): [unknown, string] => [{ ...member, state_key: key }, 'state_key'],
    ),
  ];
  expect(cases.map(([event]) => verdict(event))).toEqual(cases.map(([, reason]) => reason));
  expect(verdict(nested(99))).toMatchObject({ event_id: '$a' });
  expect(verdict(good, 'state')).toBe('state_key');
});

test('what is wrong in `unsigned` is removed, the event stays', () => {
  const unsigned = { age: 'x', redacted_because: { type: 5 }, prev_content: 3, transaction_id: {} };
  expect(verdict({ ...good, unsigned })).toEqual({ ...good, unsigned: {} });
  expect(verdict({ ...good, unsigned: null })).toEqual(good);
});

test('a property named __proto__ does not survive, however it is written', () => {
  const text = (name: string) =>
    Buffer.from(JSON.stringify(good).replace('"body"', `"${name}":{"x":1},"body"`));
  for (const name of ['__proto__', '__\\u0070roto__']) {
    const event = verdict(text(name));
    expect(event).toEqual(good);
    expect(Object.getOwnPropertyNames((event as typeof good).content)).toEqual(['body']);
  }
});

test('to-device, account data and stripped state have shapes of their own', () => {
  const small = (value: unknown, kind: 'toDevice' | 'accountData') => {
    const bytes = bytesOf(value);
    const result = vetSmall(bytes, new JsonCursor(bytes, noPause).skip(), kind);
    return 'event' in result ? result.event.type : result.bad;
  };
  const stripped = (value: unknown) => {
    const bytes = bytesOf(value);
    const result = vetStripped(bytes, new JsonCursor(bytes, noPause).skip());
    return 'event' in result ? result.event.type : result.bad;
  };
  expect([
    small({ type: 'm.tag', content: {} }, 'accountData'),
    small({ type: 'm.tag' }, 'accountData'),
    small({ type: 'm.x', content: {}, sender: '@a:b' }, 'toDevice'),
    small({ type: 'm.x', content: {} }, 'toDevice'),
    stripped({ type: 'm.room.name', sender: '@a:b', state_key: '', content: { name: 'N' } }),
    stripped({ type: 'm.room.name', sender: '@a:b', content: {} }),
    stripped(null),
  ]).toEqual(['m.tag', 'content', 'm.x', 'sender', 'm.room.name', 'state_key', 'not an object']);
});

test('CHAT-3.27 every part of an answer is found, whatever else is in it', async () => {
  const room = {
    timeline: { events: [good, null], limited: true, prev_batch: 'p' },
    'org.matrix.msc4222.state_after': { events: [member] },
    ephemeral: { events: [{ type: 'm.typing', content: { user_ids: [] } }] },
    account_data: { events: [{ type: 'm.tag', content: {} }] },
    summary: { 'm.joined_member_count': 2 },
    unread_notifications: { notification_count: 1, highlight_count: 0 },
    unknown: { deep: [[[{}]]] },
  };
  const answer = await readAnswer(
    bytesOf({
      next_batch: 's1',
      presence: { events: [good] },
      account_data: { events: [good] },
      to_device: { events: [good, good] },
      device_lists: { changed: ['@a:b'], left: [] },
      device_one_time_keys_count: { signed_curve25519: 50 },
      device_unused_fallback_key_types: ['signed_curve25519'],
      rooms: {
        join: { '!a:b': room, __proto__: room, bad: room },
        invite: { '!i:b': { invite_state: { events: [member] } } },
        knock: { '!k:b': { knock_state: { events: [member] } } },
        leave: { '!l:b': { timeline: { events: [good] }, state: { events: [member] } } },
        other: { '!x:b': room },
      },
      odd: null,
    }),
    noPause,
  );
  const shape = answer.rooms.map((r) => [
    r.kind,
    r.roomId,
    r.timeline.length,
    r.state.length,
    r.stateAfter?.length ?? null,
    r.stripped.length,
  ]);
  expect(shape).toEqual([
    ['join', '!a:b', 2, 0, 1, 0],
    ['invite', '!i:b', 0, 0, null, 1],
    ['knock', '!k:b', 0, 0, null, 1],
    ['leave', '!l:b', 1, 1, null, 0],
  ]);
  expect(answer.rooms[0]).toMatchObject({ limited: true, prevBatch: 'p', summary: room.summary });
  expect(answer).toMatchObject({
    nextBatch: 's1',
    badRooms: 1,
    eventCount: 13,
    deviceLists: { changed: ['@a:b'], left: [] },
    unusedFallbackKeyTypes: ['signed_curve25519'],
  });
});

test('bytes that are no answer are refused', async () => {
  for (const text of ['', 'null', '[]', '{}', '{"next_batch":', '{"next_batch":"a"} x', '"']) {
    await expect(readAnswer(Buffer.from(text), noPause)).rejects.toThrow(SyntaxError);
  }
});

test('the cursor steps over any JSON value exactly', async () => {
  const values = fc.array(fc.jsonValue({ maxDepth: 6 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(values, fc.boolean(), async (list, pretty) => {
      const bytes = Buffer.from(JSON.stringify(list, null, pretty ? 2 : 0));
      const whole = new JsonCursor(bytes, noPause).skip();
      expect([whole.start, whole.end]).toEqual([0, bytes.length]);
      const spans = await new JsonCursor(bytes, noPause).array();
      const parsed = spans.map(
        (s) => JSON.parse(bytes.toString('utf8', s.start, s.end)) as unknown,
      );
      expect(parsed).toEqual(JSON.parse(bytes.toString('utf8')));
    }),
    { numRuns: 300 },
  );
});

test('100,000 events are taken apart in turns of less than 50 ms', async () => {
  const events = Array.from({ length: 100_000 }, (_, i) => ({ ...good, event_id: `$${i}` }));
  const bytes = bytesOf({
    next_batch: 's',
    rooms: { join: { '!a:b': { timeline: { events } } } },
  });
  const turnsOfOne = async (): Promise<number[]> => {
    const turns: number[] = [];
    let last = workedMs();
    const beat = setInterval(() => {
      turns.push(workedMs() - last);
      last = workedMs();
    }, 0);
    const answer = await readAnswer(
      bytes,
      createPause(() => performance.now()),
    );
    clearInterval(beat);
    expect(answer.rooms[0]?.timeline).toHaveLength(100_000);
    expect(turns.length).toBeGreaterThan(3);
    const mostMs = 50 * slowness();
    return turns.filter((ms) => ms > mostMs);
  };
  // The quietest of three: the memory of the process is swept in turns of its own.
  const long = [await turnsOfOne(), await turnsOfOne(), await turnsOfOne()];
  expect(long.sort((a, b) => a.length - b.length)[0]).toEqual([]);
});
