// Raised hands and reactions in a group call: who hears of them, when, and until when.
import { createGroup, flowing, type Device, type Group } from './groupPair';
import { FakePeerConnection, withFakeMedia } from './fakeMedia';
import { settle } from './pair';

let group: Group;
withFakeMedia(
  () => (group = createGroup()),
  () => group.stop(),
);

const handType = 'org.trellis.call.raised_hand';
const enter = async (...devices: Device[]): Promise<void> => {
  for (const { session } of devices) await session.enter(true);
  await flowing(group);
  for (const connection of FakePeerConnection.all)
    if (connection.connectionState === 'new') connection.ice('connected');
  await settle();
};
const seenBy = ({ session }: Device, key: string) =>
  session.snapshot().participants.find((one) => one.key === key);
const hands = (device: Device, of: Device): boolean | undefined =>
  seenBy(device, of.key)?.handRaised;

test('a raised hand is seen by all, by who comes later too, until it is lowered', async () => {
  const a = group.device('@a:x', 'A');
  const b = group.device('@b:x', 'B');
  await enter(a, b);
  a.session.setHand(true);
  await settle();
  expect([hands(a, a), hands(b, a), hands(b, b)]).toEqual([true, true, false]);
  const c = group.device('@c:x', 'C');
  await enter(c);
  a.session.snapshot();
  await settle();
  expect(hands(c, a)).toBe(true);
  // Each of them once, whatever else changes.
  for (let turn = 0; turn < 5; turn += 1) a.session.snapshot();
  expect(group.sent.filter(({ type }) => type === handType).map(({ to }) => to)).toEqual([
    b.key,
    c.key,
  ]);
  a.session.setHand(false);
  await settle();
  expect([a, b, c].map((device) => hands(device, a))).toEqual([false, false, false]);
});

test('the hand of who left is down when they come back', async () => {
  const a = group.device('@a:x', 'A');
  const b = group.device('@b:x', 'B');
  await enter(a, b);
  b.session.setHand(true);
  await settle();
  expect(hands(a, b)).toBe(true);
  group.list('@b:x', 'B', null);
  a.session.snapshot();
  group.list('@b:x', 'B', 'session-of-B');
  expect(hands(a, b)).toBe(false);
  group.list('@b:x', 'B', 'another life of its window');
  expect(hands(a, b)).toBe(false);
});

test('what could not be told is told again, and as it is by then', async () => {
  const a = group.device('@a:x', 'A');
  const b = group.device('@b:x', 'B');
  await enter(a, b);
  group.broken.add(handType);
  a.session.setHand(true);
  await settle();
  expect(hands(b, a)).toBe(false);
  group.broken.clear();
  await jest.advanceTimersByTimeAsync(5_000);
  await settle();
  expect(hands(b, a)).toBe(true);
  group.broken.add(handType);
  a.session.setHand(false);
  await settle();
  expect(hands(b, a)).toBe(true);
  group.broken.clear();
  await jest.advanceTimersByTimeAsync(5_000);
  await settle();
  expect(hands(b, a)).toBe(false);
});

test('a reaction is seen for four seconds; the next one of the same person takes its place', async () => {
  const a = group.device('@a:x', 'A');
  const b = group.device('@b:x', 'B');
  await enter(a, b);
  a.session.react('👍');
  await settle();
  expect([seenBy(a, a.key)?.reaction, seenBy(b, a.key)?.reaction]).toEqual(['👍', '👍']);
  await jest.advanceTimersByTimeAsync(3_000);
  a.session.react('🎉');
  await settle();
  await jest.advanceTimersByTimeAsync(3_900);
  expect(seenBy(b, a.key)?.reaction).toBe('🎉');
  await jest.advanceTimersByTimeAsync(200);
  expect([seenBy(a, a.key)?.reaction, seenBy(b, a.key)?.reaction]).toEqual([null, null]);
});
