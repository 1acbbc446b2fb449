// A request in a room that another device of this account answers. The library overlooks such an answer.
import { createVerifications } from '#engine/crypto/verification/verification';
import type { StoredEvent } from '#stores/events/types';
import { ensureRoom } from '#stores/rooms/rooms';
import { alice, bob } from '../../../fixtures/events';
import { tempStore, type TempStore } from '../../../native-stores/support/tempStore';
import { silentLog } from '../../../support/silentLog';
import { createTestClock } from '../../http/testClock';

const flowId = '$asked';
let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

function kit() {
  const posted: unknown[] = [];
  const request = {
    ...{ flowId, isPassive: () => false, isCancelled: () => false, isDone: () => false },
    ...{ phase: () => 0, cancel: () => 'a cancel', registerChangesCallback: () => undefined },
  };
  const nothing = async () => undefined;
  const machine = {
    ...{ onRequest: () => undefined, pump: () => undefined, emojiOf: () => null },
    ...{ collect: nothing, query: nothing, receive: nothing, accept: nothing },
    find: () => request,
    post: async (outgoing: unknown) => void posted.push(outgoing),
  };
  const verifications = createVerifications({
    ...{ machine: machine as never, store: temp.store, log: silentLog, clock: createTestClock() },
    ...{ ownUserId: alice, ownDeviceId: 'OURS', guard: (work) => work },
  });
  const roomNo = temp.store.write(() => ensureRoom(temp.store.db, '!room:example.org'));
  let eventNo = 0;
  /** Resolves when the event was taken. */
  async function come(type: string, sender: string, content: object): Promise<void> {
    eventNo += 1;
    const eventId = eventNo === 1 ? flowId : `$event${eventNo}`;
    const event = { eventNo, roomNo, eventId, type, sender, ts: 1, stateKey: null };
    verifications.found([
      { ...event, redactedBy: null, plain: null, raw: { type, content } } as unknown as StoredEvent,
    ]);
    await new Promise(setImmediate);
  }
  const asked = () =>
    come('m.room.message', bob, { msgtype: 'm.key.verification.request', to: alice });
  const answered = (what: string, more: object = {}) =>
    come(`m.key.verification.${what}`, alice, {
      'm.relates_to': { rel_type: 'm.reference', event_id: flowId },
      ...more,
    });
  return { asked, answered, verifications, posted };
}

test.each([
  ['accepted', 'ready', { from_device: 'OTHER' }],
  ['declined', 'cancel', {}],
])(
  'what another device has %s is asked here no more, and nothing is said of it',
  async (_how, what, more) => {
    const { asked, answered, verifications, posted } = kit();
    await asked();
    expect(verifications.all()).toMatchObject([{ userId: bob, phase: 'requested' }]);
    await answered(what, more);
    expect(verifications.all()).toEqual([]);
    expect(posted).toEqual([]);
  },
);

test('what this device has accepted goes on, also when another one answers a moment later', async () => {
  const { asked, answered, verifications } = kit();
  await asked();
  await verifications.accept(verifications.all()[0]?.id ?? '');
  await answered('ready', { from_device: 'OTHER' });
  expect(verifications.all()).toHaveLength(1);
});

test('an answer to another request changes nothing', async () => {
  const { asked, answered, verifications } = kit();
  await asked();
  await answered('ready', {
    from_device: 'OTHER',
    'm.relates_to': { rel_type: 'm.reference', event_id: '$another' },
  });
  expect(verifications.all()).toHaveLength(1);
});
