// A verification in a room shows one line for the request, and none for the later events; the line of the room says what became of it.
import type { RawEvent } from '#stores/events/types';
import { alice, bob, event } from '../../fixtures/events';
import { openRooms, roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const request = (to: unknown) =>
  event(
    'm.room.message',
    { msgtype: 'm.key.verification.request', body: 'words for other apps', to, methods: [] },
    { sender: alice, ts: bench.clock.now() },
  );

const stepsOf = (asked: RawEvent) => (name: string, sender: string) =>
  event(
    `m.key.verification.${name}`,
    { 'm.relates_to': { rel_type: 'm.reference', event_id: asked.event_id } },
    { sender },
  );

test('a request is a line that names both, and no message', () => {
  bench.live([request(bob)]);
  const open = bench.open();
  expect(open.messages()).toEqual([]);
  expect(open.items().filter(({ kind }) => kind === 'notice')).toMatchObject([
    { what: 'verification_asked', actor: { userId: alice }, target: { userId: bob } },
  ]);
});

test('a request to nobody names its sender, and what follows of it is not shown', () => {
  const steps = ['ready', 'start', 'accept', 'key', 'mac', 'done', 'cancel'].map((step) =>
    event(`m.key.verification.${step}`, { transaction_id: '$x' }, { sender: alice }),
  );
  bench.live([request(7), ...steps]);
  const notices = bench
    .open()
    .items()
    .filter(({ kind }) => kind === 'notice' || kind === 'message');
  expect(notices).toMatchObject([{ what: 'verification_asked', target: null }]);
});

test('what became of a request stands in its line: done once both say so, else that it did not come about', () => {
  const asked = request(bob);
  const step = stepsOf(asked);
  bench.live([asked]);
  const detail = () =>
    bench
      .open()
      .items()
      .flatMap((item) => (item.kind === 'notice' ? [item.detail] : []));
  expect(detail()).toEqual([null]);
  bench.live([step('done', alice)]);
  expect(detail()).toEqual([null]);
  bench.live([step('cancel', bob)]);
  expect(detail()).toEqual(['cancelled']);
  bench.live([step('done', bob)]);
  expect(detail()).toEqual(['done']);
});

/** The last line of the room in the list. */
const lineInList = (): string => {
  const { view, items } = openRooms({ store: bench.temp.store, clock: bench.clock });
  view.close();
  return items().flatMap((item) => (item.kind === 'room' ? [item.preview.kind] : []))[0] ?? '';
};

test('the list of rooms names a request while it is open, then what became of it', () => {
  const asked = request(bob);
  const step = stepsOf(asked);
  bench.live([asked]);
  expect(lineInList()).toBe('verification');
  bench.live([step('done', alice)]);
  expect(lineInList()).toBe('verification');
  bench.live([step('done', bob)]);
  expect(lineInList()).toBe('verified');
  const again = request(bob);
  bench.live([again, stepsOf(again)('cancel', bob)]);
  expect(lineInList()).toBe('verification_over');
});

test('a request that nobody took up in ten minutes is no open one, in the list and in the room', () => {
  bench.live([request(bob)]);
  expect(lineInList()).toBe('verification');
  bench.clock.pass(601_000);
  expect(lineInList()).toBe('verification_over');
  const notices = bench
    .open()
    .items()
    .flatMap((item) => (item.kind === 'notice' ? [item.detail] : []));
  expect(notices).toEqual(['cancelled']);
});
