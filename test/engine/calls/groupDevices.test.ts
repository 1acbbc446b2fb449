// Signals to single devices on their way out: again while the server cannot be had, always the same one, and never what it refuses.
import { createDeviceSender, type DeviceSignal } from '#engine/calls/group/devices';
import { appFailure, type ErrorCode } from '#contract/wire/errors';
import { bob } from '../../fixtures/events';
import { createTestClock, type TestClock } from '../http/testClock';

let clock: TestClock;
let paths: string[];
/** Errors for the next requests; when the list is empty, requests succeed. */
let failures: ErrorCode[];
let send: ReturnType<typeof createDeviceSender>;

beforeEach(() => {
  clock = createTestClock();
  [paths, failures] = [[], []];
  send = createDeviceSender({
    http: {
      async request<T>({ path }: { path: string }): Promise<T> {
        paths.push(path.split('/').slice(-2).join(' '));
        const code = failures.shift();
        if (code !== undefined) throw appFailure(code, 'no');
        return {} as T;
      },
    },
    crypto: {
      encryptToDevice: async () => ({ algorithm: 'm.olm.v1' }),
      recipients: {} as never,
    },
    clock,
  });
});

const signal = (txnId: string): DeviceSignal => ({
  roomId: '!room:example.org',
  userId: bob,
  deviceId: 'BOBSDEVICE',
  type: 'm.call.invite',
  content: { call_id: 'one' },
  txnId,
});

test('CHAT-8.17 is sent again, whatever stands in the way: no answer, a page of something in between, too many', async () => {
  failures = ['offline', 'not_matrix', 'timeout', 'server_error'];
  const sent = send(signal('a'));
  const waits: number[] = [];
  for (let pause = 0; pause < 4; pause += 1) waits.push(await clock.pass(() => true));
  await sent;
  expect([waits, paths]).toEqual([
    [500, 1_000, 2_000, 4_000],
    Array.from({ length: 5 }, () => 'm.room.encrypted a'),
  ]);
});

test('CHAT-8.17 what is refused is sent once, and what follows does not wait for it', async () => {
  failures = ['forbidden'];
  const refused = expect(send(signal('a'))).rejects.toMatchObject({ error: { code: 'forbidden' } });
  await send(signal('b'));
  await refused;
  expect(paths).toEqual(['m.room.encrypted a', 'm.room.encrypted b']);
});

test('who gets no signal because they are not verified hears why, and nothing else whatever the window put into it', async () => {
  const encrypted: unknown[] = [];
  let isForAll = false;
  const only = createDeviceSender({
    http: { request: async <T>(): Promise<T> => ({}) as T },
    crypto: {
      encryptToDevice: async (_roomId, _device, _type, content) =>
        isForAll ? (encrypted.push(content), { algorithm: 'm.olm.v1' }) : null,
      recipients: {
        leavesOut: async () => true,
        async forVerifying<T>(work: () => Promise<T>): Promise<T> {
          isForAll = true;
          return work().finally(() => (isForAll = false));
        },
      } as never,
    },
    clock,
  });
  const end = { call_id: 'one', conf_id: 'conf', device_id: 'OWN', reason: 'm.unverified' };
  const out = { ...end, offer: { type: 'offer', sdp: 'v=0' }, capabilities: {} };
  await only({ ...signal('a'), type: 'm.call.hangup', content: out });
  await only({ ...signal('b'), type: 'm.call.reject', content: out });
  expect(encrypted).toEqual([end, end]);
  // Nor anything in the fields of an end: short texts and numbers, as an end has them.
  const hidden = { call_id: { sdp: 'v=0' }, party_id: ['v=0'], version: 'x'.repeat(256), seq: 3 };
  await only({ ...signal('d'), type: 'm.call.hangup', content: { ...end, ...hidden } });
  const { call_id: _hidden, ...kept } = end;
  expect(encrypted.at(-1)).toEqual({ ...kept, seq: 3 });
  for (const [type, content] of [
    ['m.call.invite', out],
    ['m.call.hangup', { ...out, reason: 'user_hangup' }],
  ] as const)
    await expect(only({ ...signal('c'), type, content })).rejects.toMatchObject({
      error: { code: 'nobody_verified' },
    });
});
