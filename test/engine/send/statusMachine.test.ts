import { transition, firstStatus, assertCancellable } from '#engine/send/statusMachine';
import { createTxnIds, localEchoId } from '#engine/send/txnId';
import { SendStatus } from '#contract/areas/messages/timelineModels';

const outcome = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : thrown;
  }
};
const successors = (old: SendStatus): SendStatus[] =>
  SendStatus.options.filter((next) => outcome(() => transition(old, next)) === next);

test('CHAT-3.8 there are exactly six statuses', () => {
  expect([...SendStatus.options].toSorted()).toEqual([
    'cancelled',
    'encrypting',
    'not_sent',
    'queued',
    'sending',
    'sent',
  ]);
});

test('CHAT-4.7 from encrypting', () =>
  expect(successors('encrypting').toSorted()).toEqual(['cancelled', 'not_sent', 'sending']));
test('CHAT-4.8 from sending', () =>
  expect(successors('sending').toSorted()).toEqual(['encrypting', 'not_sent', 'queued', 'sent']));
test('CHAT-4.9 from queued', () =>
  expect(successors('queued').toSorted()).toEqual(['cancelled', 'not_sent', 'sending']));
test('CHAT-4.10 from not_sent', () =>
  expect(successors('not_sent').toSorted()).toEqual(['cancelled', 'queued', 'sending']));
test('CHAT-4.11 sent and cancelled are final', () => {
  expect(successors('sent')).toEqual([]);
  expect(successors('cancelled')).toEqual([]);
});

test('CHAT-4.12 any other change is an error with its text', () => {
  expect(outcome(() => transition('sent', 'sending'))).toBe(
    'Invalid EventStatus transition sent->sending',
  );
  expect(outcome(() => transition('queued', 'encrypting'))).toBe(
    'Invalid EventStatus transition queued->encrypting',
  );
});

test('CHAT-4.13 a row begins as sending or not_sent', () => {
  expect(
    SendStatus.options.filter((status) => outcome(() => firstStatus(status)) === status),
  ).toEqual(['sending', 'not_sent']);
  expect(outcome(() => firstStatus('queued'))).toBe(
    'addPendingEvent called on an event with status queued',
  );
});

test('CHAT-4.17 cancelling is allowed from three statuses', () => {
  expect(SendStatus.options.map((status) => outcome(() => assertCancellable(status)))).toEqual([
    'cannot cancel an event with status sending',
    undefined,
    undefined,
    undefined,
    'cannot cancel an event with status cancelled',
    'cannot cancel an event with status sent',
  ]);
});

test('CHAT-9.22 transaction ids count and never repeat, even when the clock is set back', () => {
  let now = 1000;
  const next = createTxnIds({ now: () => now });
  const ids = [next(), next()];
  now = 5;
  ids.push(next());
  expect(ids).toEqual(['m1000.0', 'm1000.1', 'm1000.2']);
});

test('CHAT-3.6 the id of a local echo', () => {
  expect(localEchoId('!r:x', 'm1.0')).toBe('~!r:x:m1.0');
});
