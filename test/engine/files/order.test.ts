// Places among siblings: the order strings that a move writes, for any list of children.
import { compareSiblings, sortSiblings } from '#engine/files/forest';
import { evenOrders, longestOrder, orderBetween, placeChild } from '#engine/files/acts/order';

interface Child {
  name: string;
  roomId: string;
  order: string | null;
  createdMs: number;
}

const child = (roomId: string, order: string | null = null, createdMs = 1): Child => ({
  roomId,
  name: roomId,
  order,
  createdMs,
});

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('CHAT-5.28 children with an order come first, ties by creation, then by id', () => {
  const children = [
    child('!late', null, 3),
    child('!b', 'x', 2),
    child('!unknown', null, Number.MAX_SAFE_INTEGER),
    child('!z', 'x', 1),
    child('!early', null, 1),
    child('!first', 'a', 9),
    child('!a', 'x', 2),
  ];
  const ids = [...children].sort(compareSiblings).map((one) => one.roomId);
  expect(ids).toEqual(['!first', '!z', '!a', '!b', '!early', '!late', '!unknown']);
});

test('a string between two others exists or there is none of 50 characters', () => {
  const next = numbers(7);
  let found = 0;
  for (let round = 0; round < 5_000; round += 1) {
    const text = () =>
      Array.from({ length: 1 + next(4) }, () => String.fromCharCode(0x20 + next(95))).join('');
    const [low = '', high = ''] = [text(), text()].sort((a, b) => (a < b ? -1 : 1));
    const between = orderBetween(low, high);
    if (between === null) continue;
    found += 1;
    expect(low < between && between < high && between.length <= longestOrder).toBe(true);
  }
  expect(found).toBeGreaterThan(4_500);
  expect([orderBetween('a', 'a'), orderBetween('b', 'a'), orderBetween('a', 'a ')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('CHAT-5.27 whatever is moved stands at the clamped index afterwards, with orders of at most 50 characters', () => {
  const next = numbers(42);
  for (let round = 0; round < 300; round += 1) {
    const children = Array.from({ length: 1 + next(12) }, (_, at) =>
      child(`!${at}`, next(2) === 0 ? null : 'ab~ '.charAt(next(4)).repeat(1 + next(50)), next(4)),
    );
    for (let move = 0; move < 20; move += 1) {
      const sorted = sortSiblings(children);
      const id = children[next(children.length)]?.roomId ?? '';
      const index = next(children.length + 8) - 4;
      const wanted = sorted.map((one) => one.roomId).filter((one) => one !== id);
      const to = Math.max(0, Math.min(index, children.length - 1));
      wanted.splice(to, 0, id);
      for (const { roomId, order } of placeChild(children, id, index)) {
        expect(order).toMatch(/^[\x20-\x7e]{1,50}$/);
        const one = children.find((each) => each.roomId === roomId);
        if (one) one.order = order;
      }
      expect(sortSiblings(children).map((one) => one.roomId)).toEqual(wanted);
    }
  }
});

test('moving to the front a thousand times runs out of strings once in a while, never of order', () => {
  const children = Array.from({ length: 20 }, (_, at) => child(`!${at}`));
  let most = 0;
  for (let at = 0; at < 1_000; at += 1) {
    const last = sortSiblings(children).at(-1)?.roomId ?? '';
    const written = placeChild(children, last, 0);
    most = Math.max(most, written.length);
    for (const { roomId, order } of written) {
      const one = children.find((each) => each.roomId === roomId);
      if (one) one.order = order;
    }
    expect(sortSiblings(children)[0]?.roomId).toBe(last);
  }
  expect(most).toBe(20);
});

test('what stands in its place already is not written; even orders rise', () => {
  expect(placeChild([child('!a'), child('!b')], '!a', 0)).toEqual([]);
  expect(placeChild([child('!a')], '!unknown', 0)).toEqual([]);
  for (const count of [1, 94, 1_000, 20_000]) {
    const orders = evenOrders(count);
    expect(orders.every((order, at) => at === 0 || (orders[at - 1] ?? '') < order)).toBe(true);
  }
});

test('where nobody was put into a place, siblings stand by name, 2 before 10; putting one into a place keeps the others there', () => {
  const children = ['Part 10', 'part 2', 'Äpfel', 'Zoo'].map((name, at) => ({
    ...child(`!${at}`, null, 9 - at),
    name,
  }));
  const names = () => sortSiblings(children).map(({ name }) => name);
  expect(names()).toEqual(['Äpfel', 'part 2', 'Part 10', 'Zoo']);
  for (const { roomId, order } of placeChild(children, '!3', 1)) {
    const one = children.find((each) => each.roomId === roomId);
    if (one) one.order = order;
  }
  expect(names()).toEqual(['Äpfel', 'Zoo', 'part 2', 'Part 10']);
});
