// Calls of the engine while the user types: the notice goes out each time, the room's key once per half minute.
import { readingCalls } from '#engine/contract/readingCalls';
import type { Network } from '#engine/network';
import { createFocusBook } from '#engine/base/focus';
import { createTyping } from '#engine/sync/typing';
import { putState } from '#stores/ingest/state';
import { ensureRoom } from '#stores/rooms/rooms';
import { alice, bob, carol, create, member } from '../../fixtures/events';
import { tempStore } from '../../native-stores/support/tempStore';
import { testClock } from '../views/support';

test('the key of a room is made ready once while somebody types, and again after half a minute', async () => {
  const temp = tempStore();
  try {
    const { store } = temp;
    const clock = testClock();
    const rooms = ['!a:example.org', '!b:example.org'] as const;
    const [a, b] = store.write(() => rooms.map((roomId) => ensureRoom(store.db, roomId)));
    const prepared: number[] = [];
    const said: [string, boolean][] = [];
    let online = true;
    const now = (): unknown => ({
      crypto: { prepareToEncrypt: async (roomNo: number) => void prepared.push(roomNo) },
      reading: { setTyping: async (id: string, typing: boolean) => void said.push([id, typing]) },
    });
    const { setTyping } = readingCalls({
      store,
      clock,
      focus: createFocusBook(),
      network: { now: () => (online ? now() : null) } as unknown as Network,
      ownUserId: () => null,
      desktop: { notices: { read: () => undefined } },
    });
    const type = (roomId: string, typing = true) => setTyping({ roomId, threadId: null, typing });

    online = false;
    await type(rooms[0]);
    expect(prepared).toEqual([]);
    online = true;
    // Written, paused, written on.
    for (const typing of [true, true, false, true]) {
      await type(rooms[0], typing);
      clock.pass(4000);
    }
    expect(prepared).toEqual([a]);
    await type(rooms[1]);
    expect(prepared).toEqual([a, b]);
    clock.pass(30_000);
    await type(rooms[0], false);
    expect(prepared).toEqual([a, b]);
    await type(rooms[0]);
    expect(prepared).toEqual([a, b, a]);
    expect(said.filter(([id]) => id === rooms[0]).map(([, typing]) => typing)).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
    ]);
  } finally {
    temp.remove();
  }
});

test('who is banned or leaves in the middle of typing is not typing any more, whatever the server says last', () => {
  const temp = tempStore();
  try {
    const { store } = temp;
    const roomId = '!room:example.org';
    const typing = createTyping(store.db, () => alice);
    const put = (...events: Parameters<typeof putState>[2]): void =>
      store.write((changes) => {
        const roomNo = ensureRoom(store.db, roomId);
        putState(store.db, roomNo, events, 1);
        changes.members(roomNo);
      });
    typing.set(roomId, [alice, bob, carol]);
    // Lazily loaded members are not known yet.
    expect(typing.of(roomId)).toEqual([bob, carol]);
    put(create(), member(bob, 'join'), member(carol, 'join'));
    expect(typing.of(roomId)).toEqual([bob, carol]);
    put(member(bob, 'ban'));
    expect(typing.of(roomId)).toEqual([carol]);
    put(member(carol, 'leave'));
    expect(typing.of(roomId)).toEqual([]);
  } finally {
    temp.remove();
  }
});
