// Requests that come from device to device, before the library gets them.
import { createVerifications } from '#engine/crypto/verification/verification';
import { alice } from '../../../fixtures/events';
import { tempStore } from '../../../native-stores/support/tempStore';
import { silentLog } from '../../../support/silentLog';
import { createTestClock } from '../../http/testClock';

const type = 'm.key.verification.request';

function kit() {
  const temp = tempStore();
  const met: string[] = [];
  const machine = {
    onRequest: () => undefined,
    collect: async () => undefined,
    meet: async (_: string, deviceId: string) => void met.push(deviceId),
  };
  const verifications = createVerifications({
    ...{ machine: machine as never, store: temp.store, log: silentLog, clock: createTestClock() },
    ...{ ownUserId: alice, ownDeviceId: 'OURS', guard: (work) => work },
  });
  return { temp, met, verifications };
}

test('a device that asks is met before the library gets its request', async () => {
  const { temp, met, verifications } = kit();
  const request = { type, sender: alice, content: { from_device: 'OTHER' } };
  expect(await verifications.admit([request])).toEqual([request]);
  expect(met).toEqual(['OTHER']);
  temp.remove();
});

test('a request of this account that names no device costs nobody the messages that came with it', async () => {
  const { temp, met, verifications } = kit();
  const key = { type: 'm.room.encrypted', sender: alice, content: {} };
  for (const from_device of [{ toString: 'no function' }, 7, undefined]) {
    const request = { type, sender: alice, content: { from_device } };
    expect(await verifications.admit([key, request])).toContain(key);
  }
  expect(met).toEqual([]);
  temp.remove();
});
