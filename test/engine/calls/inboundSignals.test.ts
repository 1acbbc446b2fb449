// When the signal policy gets a signal: once, and in a room with a call before the event is stored.
import { createInboundSignals, type InboundSignals } from '#engine/calls/inboundSignals';
import type { RoomSignal } from '#engine/calls/signalPolicy';
import { readAnswer } from '#engine/sync/answer';
import { tellUrgent } from '#engine/sync/urgent';
import { getEventByNo } from '#stores/events/timeline';
import { setPlain, setTrust } from '#stores/ingest/decryption';
import { appendLive } from '#stores/ingest/timeline';
import type { RawEvent, SenderTrust, StoredEvent } from '#stores/events/types';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { alice, bob, event } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { createTestClock, type TestClock } from '../http/testClock';

const roomId = '!direct:example.org';
const content = { call_id: 'one', party_id: 'BOB', version: '1' };
let temp: TempStore;
let clock: TestClock;
let inbound: InboundSignals;
let live: { roomId: string }[];
let heard: RoomSignal[];
/** Decrypted events by their ciphertext. */
let readable: Map<unknown, { type: string; content: Record<string, unknown> }>;
/** Trust that every key gives. */
let trust: SenderTrust;
let reading: Promise<void>;

beforeEach(() => {
  temp = tempStore();
  clock = createTestClock();
  live = [{ roomId }];
  heard = [];
  readable = new Map();
  trust = 'ok';
  reading = Promise.resolve();
  temp.store.write(() => {
    const roomNo = ensureRoom(temp.store.db, roomId);
    const encryption = { algorithm: 'm.megolm.v1.aes-sha2' };
    updateRoom(temp.store.db, roomNo, { membership: 'join', encryption });
  });
  inbound = createInboundSignals({
    store: temp.store,
    crypto: {
      async peek(_roomNo, raw) {
        await reading;
        const said = readable.get(raw.content['ciphertext']);
        return said === undefined ? null : { ...said, trust };
      },
    },
    ownUserId: alice,
    clock,
    registry: { all: () => live },
    policy: (signal) => heard.push(signal),
  });
});
afterEach(() => temp.remove());

const secret = (ciphertext: string, sender = bob): RawEvent =>
  event('m.room.encrypted', { ciphertext }, { sender, ts: clock.now() });

/** The events of one answer, as sync first hears of them. */
async function ahead(events: readonly RawEvent[], more: object = {}): Promise<void> {
  const join = { [roomId]: { timeline: { events } } };
  const bytes = Buffer.from(JSON.stringify({ next_batch: 's1', rooms: { join }, ...more }));
  const answer = await readAnswer(bytes, async () => undefined);
  await tellUrgent({ ...inbound.early, quietUntil: () => 0 }, answer, clock);
}

function stored(raw: RawEvent): StoredEvent {
  const { db } = temp.store;
  return temp.store.write(() => {
    const { inserted } = appendLive(db, {
      roomNo: ensureRoom(db, roomId),
      events: [raw],
      limited: false,
      prevBatch: null,
      receivedMs: clock.now(),
      ownUserId: alice,
    });
    return inserted[0] as StoredEvent;
  });
}

const known = (eventNo: number): StoredEvent => getEventByNo(temp.store.db, eventNo) as StoredEvent;

const ids = (): string[] => heard.map(({ eventId }) => eventId);

test('R12 in a room with a call a signal is heard before it is stored, and not again afterwards', async () => {
  const raw = secret('answer');
  readable.set('answer', { type: 'm.call.answer', content });
  await ahead([raw]);
  expect(heard).toEqual([
    expect.objectContaining({ eventId: raw.event_id, type: 'm.call.answer', sender: bob, content }),
  ]);
  const event = stored(raw);
  inbound.found([{ ...event, plain: { type: 'm.call.answer', content } }]);
  expect(ids()).toEqual([raw.event_id]);
});

test.each(['device_not_signed', 'device_unknown', 'identity_changed', 'from_backup'] as const)(
  'CHAT-8.33 a signal whose sender proves %s is not heard, until it is beyond doubt',
  async (doubt) => {
    const raw = secret('invite');
    readable.set('invite', { type: 'm.call.invite', content });
    trust = doubt;
    await ahead([raw]);
    const { eventNo } = stored(raw);
    inbound.found([known(eventNo)]);
    const { db } = temp.store;
    temp.store.write((changes) =>
      setPlain(db, eventNo, { type: 'm.call.invite', content, trust: doubt }, changes),
    );
    inbound.decrypted([eventNo]);
    expect(ids()).toEqual([]);
    temp.store.write((changes) => setTrust(db, eventNo, 'ok', changes));
    inbound.decrypted([eventNo]);
    expect(ids()).toEqual([raw.event_id]);
  },
);

test('what cannot be read yet, comes with keys, or in a room without a call is heard when it is stored', async () => {
  const unread = secret('later');
  await ahead([unread]);
  readable.set('later', { type: 'm.call.answer', content });
  const keyed = secret('later');
  const key = { type: 'm.room_key', sender: bob, content: {} };
  await ahead([keyed], { to_device: { events: [key] } });
  live = [];
  await ahead([secret('later')]);
  expect(heard).toEqual([]);
  inbound.found([{ ...stored(unread), plain: { type: 'm.call.answer', content } }]);
  expect(ids()).toEqual([unread.event_id]);
});

test('nothing in clear, nothing redacted, no state and no ciphertext shown twice is heard ahead', async () => {
  readable.set('hangup', { type: 'm.call.hangup', content });
  readable.set('own', { type: 'm.call.hangup', content });
  const first = secret('hangup');
  const clear = event('m.call.hangup', content, { sender: bob, ts: clock.now() });
  const redacted = { ...secret('hangup'), unsigned: { redacted_because: secret('x') } };
  const state = { ...secret('hangup'), state_key: '' };
  await ahead([clear, redacted, state, secret('own', alice), first, secret('hangup')]);
  expect(ids()).toEqual([first.event_id]);
});

test('sync does not wait long for what is slow to read; it is heard once all the same', async () => {
  let read: () => void = () => undefined;
  reading = new Promise((resolve) => (read = resolve));
  readable.set('slow', { type: 'm.call.answer', content });
  const raw = secret('slow');
  const told = ahead([raw]);
  await clock.pass(50);
  await told;
  inbound.found([{ ...stored(raw), plain: { type: 'm.call.answer', content } }]);
  read();
  await new Promise(setImmediate);
  expect(ids()).toEqual([raw.event_id]);
});
