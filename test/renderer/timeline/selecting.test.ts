// Which messages are chosen: one by one, in a range, as many as can be acted on.
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import { canSelect, createSelecting } from '../../../renderer/features/timeline/select/selecting';
import { at, mara, message } from '../../gallery/fixtures';

const one = (index: number, more: Partial<MessageItem> = {}): MessageItem =>
  message(mara, `text ${index}`, at(9, index), {
    ...{ key: `k${index}`, eventId: `$e${index}` },
    ...more,
  });
const gone = one(2, { body: { type: 'redacted', by: null, reason: null } });
const pending = one(3, { eventId: null, status: 'queued' });

test('what is deleted, or not sent yet, cannot be chosen', () => {
  expect([one(0), gone, pending].map(canSelect)).toEqual([true, false, false]);
});

test('one by one and in ranges, in both directions; the last one that goes leaves the choice open', () => {
  const selecting = createSelecting(() => [one(0), one(1), gone, pending, one(4), one(5)]);
  const chosen = () => selecting.get() && [...(selecting.get() ?? [])].sort();
  let told = 0;
  const stop = selecting.subscribe(() => (told += 1));
  expect(chosen()).toBeNull();
  selecting.toggle('k4');
  selecting.extendTo('k1');
  expect(chosen()).toEqual(['k1', 'k4']);
  selecting.extendTo('k5');
  expect(chosen()).toEqual(['k1', 'k4', 'k5']);
  for (const key of ['k1', 'k4', 'k5']) selecting.toggle(key);
  expect(chosen()).toEqual([]);
  selecting.end();
  expect(chosen()).toBeNull();
  expect(told).toBe(7);
  stop();
});

test('a hundred at most', () => {
  const all = Array.from({ length: 150 }, (_, index) => one(index));
  const selecting = createSelecting(() => all);
  selecting.toggle('k0');
  selecting.extendTo('k149');
  selecting.toggle('k149');
  expect(selecting.get()?.size).toBe(100);
});
