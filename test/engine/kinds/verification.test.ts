// A verification in a room shows one line for the request, and none for the later events.
import { alice, bob, event } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const request = (to: unknown) =>
  event(
    'm.room.message',
    { msgtype: 'm.key.verification.request', body: 'words for other apps', to, methods: [] },
    { sender: alice },
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
  const step = (name: string, sender: string) =>
    event(
      `m.key.verification.${name}`,
      { 'm.relates_to': { rel_type: 'm.reference', event_id: asked.event_id } },
      { sender },
    );
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
