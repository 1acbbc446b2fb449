// Details of a message over a real store: its earlier versions, its source, and servers that know its room.
import { appendLive } from '#stores/ingest/timeline';
import { putState } from '#stores/ingest/state';
import type { RawEvent } from '#stores/events/types';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { recomputeRoom } from '#engine/rooms/derive';
import { messageSource } from '#engine/messageActs/source';
import { readBy } from '#engine/messageActs/readBy';
import { reactorsOf } from '#engine/messageActs/reactors';
import { account, putAccountData } from '#stores/settings/accountData';
import { putReceipt } from '#stores/settings/receipts';
import { messageVersions } from '#engine/messageActs/versions';
import { viaServers } from '#engine/rooms/via';
import {
  alice,
  bob,
  create,
  edit,
  member,
  message,
  noon,
  reaction,
  redaction,
  state,
} from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

const roomId = '!room:example.org';

function room(events: readonly RawEvent[], people: readonly RawEvent[] = []): number {
  const { store } = temp;
  return store.write((changes) => {
    const roomNo = ensureRoom(store.db, roomId);
    updateRoom(store.db, roomNo, { membership: 'join' });
    const members = [member(alice, 'join', 'Alice'), member(bob, 'join', 'Bob')];
    putState(store.db, roomNo, [create(), ...members, ...people], 1);
    recomputeRoom(store.db, roomNo, alice, changes);
    appendLive(store.db, {
      roomNo,
      events,
      limited: false,
      prevBatch: null,
      receivedMs: 1,
      ownUserId: alice,
    });
    return roomNo;
  });
}
const texts = (eventId: string): string[] =>
  messageVersions(temp.store.db, alice, roomId, eventId).map(({ text }) => text);

test('CHAT-3.16 the versions of a message are its edits that count, oldest first', () => {
  const first = message('one', { sender: bob, ts: noon });
  room([
    first,
    edit(first.event_id, 'two', { sender: bob, ts: noon + 1 }),
    edit(first.event_id, 'not mine to edit', { sender: alice, ts: noon + 2 }),
    edit(first.event_id, 'three', { sender: bob, ts: noon + 3 }),
  ]);
  expect(texts(first.event_id)).toEqual(['one', 'two', 'three']);
});

test('nothing of a deleted message, and nothing of what is not here', () => {
  const first = message('one', { sender: bob, ts: noon });
  room([
    first,
    edit(first.event_id, 'two', { sender: bob, ts: noon + 1 }),
    redaction(first.event_id, { sender: bob, ts: noon + 4 }),
  ]);
  expect(() => texts(first.event_id)).toThrow('not here');
  expect(() => texts('$nothing')).toThrow('not here');
});

test('everybody who reacted is named, by emoji, those of the most people first, and nobody twice', () => {
  const first = message('one', { sender: bob, ts: noon });
  room([
    first,
    reaction(first.event_id, '🎉', { sender: alice, ts: noon + 1 }),
    reaction(first.event_id, '👍', { sender: bob, ts: noon + 2 }),
    reaction(first.event_id, '👍', { sender: alice, ts: noon + 3 }),
    reaction(first.event_id, '👍', { sender: alice, ts: noon + 4 }),
    reaction(first.event_id, '👎', { id: '$back', sender: bob, ts: noon + 5 }),
    redaction('$back', { sender: bob, ts: noon + 6 }),
  ]);
  const found = reactorsOf(temp.store.db, roomId, first.event_id);
  expect(
    found.map(({ key, count, people }) => [key, count, people.map(({ name }) => name)]),
  ).toEqual([
    ['👍', 2, ['Bob', 'Alice']],
    ['🎉', 1, ['Alice']],
  ]);
});

test('the source is the event as it came', () => {
  const first = message('one', { sender: bob, ts: noon });
  room([first]);
  const { raw, decrypted } = messageSource(temp.store.db, alice, roomId, first.event_id);
  expect(JSON.parse(raw)).toMatchObject({ event_id: first.event_id, content: { body: 'one' } });
  expect(decrypted).toBeNull();
});

test('servers for a link: whoever has the most power, then those of the most people, no numbers', () => {
  const on = (server: string, count: number): RawEvent[] =>
    Array.from({ length: count }, (_, at) => member(`@u${at}:${server}`, 'join', 'U'));
  const roomNo = room(
    [],
    [
      ...on('large.example', 5),
      ...on('middle.example', 3),
      ...on('small.example', 1),
      ...on('10.0.0.1', 9),
      member('@boss:lead.example', 'join', 'Boss'),
      state('m.room.power_levels', '', { users: { '@boss:lead.example': 100 } }),
    ],
  );
  expect(viaServers(temp.store.db, roomNo)).toEqual([
    'lead.example',
    'large.example',
    'middle.example',
  ]);
});

test('CHAT-3.25 a message was read by those whose receipt stands at it or later, and who wrote later; nobody is named twice', () => {
  const [carol, dora] = ['@carol:example.org', '@dora:example.org'];
  const first = message('one', { sender: alice, ts: noon });
  const second = message('two', { sender: bob, ts: noon + 5 });
  const third = message('three', { sender: alice, ts: noon + 6 });
  const roomNo = room(
    [message('zero', { sender: alice, ts: noon - 1 }), first, second, third],
    [member(carol, 'join', 'Carol'), member(dora, 'join', 'Dora')],
  );
  const { db } = temp.store;
  const receipt = (userId: string, eventId: string, ts: number, threadId = '') =>
    putReceipt(db, roomNo, { userId, eventId, ts, threadId, type: 'm.read' });
  receipt(bob, first.event_id, noon + 2);
  receipt(carol, third.event_id, noon + 9);
  // It stands in a thread and says nothing about the chat.
  receipt(dora, third.event_id, noon + 8, '$thread');
  receipt(alice, third.event_id, noon + 7);
  const of = (eventId: string) =>
    readBy(db, alice, roomId, eventId, null).readers.map(({ person, readAtMs }) => [
      person.name,
      readAtMs - noon,
    ]);
  expect(of(first.event_id)).toEqual([
    ['Carol', 9],
    ['Bob', 5],
  ]);
  expect(of(third.event_id)).toEqual([['Carol', 9]]);
  expect(() => of('$nothing')).toThrow('not here');
  // Somebody who is blocked is not named.
  putAccountData(db, account, 'm.ignored_user_list', { ignored_users: { [carol]: {} } });
  expect(of(third.event_id)).toEqual([]);
});
