// The list of what is pinned, over a real store.
import type { PinnedMessage } from '#contract/areas/messages/timelineModels';
import { createPinnedView } from '#engine/messageActs/pinned';
import type { RawEvent } from '#stores/events/types';
import { alice, bob, edit, message, noon, redaction, state } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
const asked: string[] = [];
beforeEach(() => {
  bench = roomBench();
  asked.length = 0;
});
afterEach(() => bench.temp.remove());

function open(): () => readonly PinnedMessage[] {
  let items: readonly PinnedMessage[] = [];
  const deps = { ...bench.deps, wantEvent: (_roomNo: number, id: string) => void asked.push(id) };
  const view = createPinnedView(deps, bench, {
    set: (next) => (items = next),
    fail: (error) => {
      throw new Error(error.message);
    },
  });
  bench.temp.store.onCommit((changes) => view.refresh(changes), 'inside');
  return () => {
    bench.clock.pass(1000);
    return items;
  };
}

const pin = (ids: readonly unknown[], unique = 1): RawEvent =>
  state('m.room.pinned_events', '', { pinned: ids }, { sender: bob, ts: noon + unique });
const words = (items: readonly PinnedMessage[]) =>
  items.map(({ eventId, sender, preview }) =>
    preview === null ? `? ${eventId}` : `${sender?.name}: ${preview.text}`,
  );

test('pinned messages stand with their words of now, the last one first; a deleted one is gone', () => {
  const one = message('one', { sender: alice, ts: noon });
  const two = message('two', { sender: bob, ts: noon + 1 });
  bench.live([one, two]);
  bench.setState([pin([one.event_id, two.event_id, one.event_id])]);
  const items = open();
  expect(words(items())).toEqual(['Bob: two', 'Alice: one']);
  bench.live([edit(two.event_id, 'two again', { sender: bob, ts: noon + 2 })]);
  expect(words(items())).toEqual(['Bob: two again', 'Alice: one']);
  bench.live([redaction(one.event_id, { sender: alice, ts: noon + 3 })]);
  expect(words(items())).toEqual(['Bob: two again']);
  bench.setState([pin([], 4)]);
  expect(items()).toEqual([]);
});

test('what is not on the disk is asked for once, and stands without words until it comes', () => {
  const late = message('older than what is here', { sender: alice, ts: noon });
  bench.setState([pin([late.event_id, 7, 'no id', null])]);
  const items = open();
  expect(words(items())).toEqual([`? ${late.event_id}`]);
  bench.live([message('something else', { sender: bob, ts: noon + 5 })]);
  expect([words(items()), asked]).toEqual([[`? ${late.event_id}`], [late.event_id]]);
  bench.live([late]);
  expect(words(items())).toEqual(['Alice: older than what is here']);
});

test('a thousand pins of a hostile room cost no more than a hundred', () => {
  bench.setState([pin(Array.from({ length: 1000 }, (_, index) => `$pin${index}`))]);
  expect(open()()).toHaveLength(100);
  expect(asked).toHaveLength(100);
});
