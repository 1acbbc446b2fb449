// The order in which the library is asked: a person's devices before a request, again once the person was signed, and never two things at once.
import { initAsync, SignatureUploadRequest } from '@matrix-org/matrix-sdk-crypto-wasm';
import type { VerificationRequest } from '@matrix-org/matrix-sdk-crypto-wasm';
import { createMachine } from '#engine/crypto/verification/machine';
import { createTurns } from '#engine/crypto/turns';
import { silentLog } from '../../../support/silentLog';
import { createTestClock } from '../../http/testClock';

const [bob, roomId] = ['@bob:example.org', '!room:example.org'];
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeAll(() => initAsync());

/** A machine over a library that notes what it is asked. */
function kit() {
  const asked: string[] = [];
  const received = Promise.withResolvers<void>();
  const identity = {
    verificationRequestContent: () => '{}',
    requestVerification: () => void asked.push('request'),
  };
  const olmMachine = {
    queryKeysForUsers: (users: readonly { toString(): string }[]) => `query ${users.join()}`,
    getIdentity: async () => identity,
    getDevice: async () => ({}),
    receiveVerificationEvent: () => {
      asked.push('taking in');
      return received.promise.then(() => void asked.push('taken in'));
    },
  };
  const outgoingRequestProcessor = {
    makeOutgoingRequest: async (request: unknown) => {
      if (typeof request === 'string') asked.push(request);
    },
  };
  const turns = createTurns(createTestClock());
  const machine = createMachine(
    { olmMachine, outgoingRequestProcessor } as never,
    async () => {
      asked.push('sent');
      return '$event';
    },
    turns,
    silentLog,
  );
  const request = {
    ...{ otherUserId: bob, otherDeviceId: 'DEVICE', isReady: () => true },
    acceptWithMethods: () => void asked.push('accept'),
    generateQrCode: async () => void asked.push('code'),
    getVerification: () => undefined,
    startSas: async () => void asked.push('emoji'),
  } as unknown as VerificationRequest;
  /** The library uploads signatures of these people. */
  const sign = (userId: string): Promise<void> =>
    outgoingRequestProcessor.makeOutgoingRequest(
      Object.create(SignatureUploadRequest.prototype, {
        body: { value: JSON.stringify({ [userId]: {} }) },
      }) as unknown,
    );
  return { machine, asked, request, turns, received, sign };
}

test('the devices of the other person are asked for before a request leaves or is answered', async () => {
  const sends = kit();
  await sends.machine.askInRoom(bob, roomId);
  expect(sends.asked).toEqual([`query ${bob}`, 'sent', 'request']);
  const answers = kit();
  await answers.machine.accept(answers.request);
  expect(answers.asked).toEqual([`query ${bob}`, 'accept']);
});

test('they are asked for again once the person was signed, and of nobody else', async () => {
  const { machine, asked, request, sign } = kit();
  await machine.accept(request);
  asked.length = 0;
  await sign('@carol:example.org');
  expect(asked).toEqual([]);
  await sign(bob);
  await sign(bob);
  expect(asked).toEqual([`query ${bob}`]);
});

test.each([
  ['a code', 'makeCode', 'code'],
  ['emoji', 'startEmoji', 'emoji'],
] as const)(
  '%s: the library does not work on a request while it takes in an event',
  async (_, act, done) => {
    const { machine, asked, request, received, turns } = kit();
    const event = machine.receive(roomId, {} as never);
    const work = machine[act](request);
    await settled();
    expect(asked).toEqual(['taking in']);
    received.resolve();
    await Promise.all([event, work]);
    expect(asked).toEqual(['taking in', 'taken in', done]);
    // Neither while messages from device to device are taken in.
    const inbox = Promise.withResolvers<void>();
    const taking = turns.receive(() => inbox.promise);
    const again = machine[act](request);
    await settled();
    expect(asked).toHaveLength(3);
    inbox.resolve();
    await Promise.all([taking, again]);
    expect(asked.at(-1)).toBe(done);
  },
);
