// Verification by codes against matrix-js-sdk's own client: shown here and read there, and the other way round, in both forms; codes that are
// not of this verification, or not of these keys. And what somebody in the middle changes of an exchange of emoji.
import { VerificationPhase } from 'matrix-js-sdk/lib/crypto-api';
import { CancelCode } from '#contract/areas/encryption/verificationModels';
import type { Asked, Peer } from './peer';
import type { TestEngine } from '../harness';
import {
  bothConfirm,
  chooseEmoji,
  compared,
  eventually,
  inPhase,
  only,
  patience,
  shown,
  signed,
  trusted,
  twoDevices,
  twoPeople,
  until,
  useWorld,
} from './world';

useWorld();

/** The other side reads our code, and somebody here says that it did. */
async function theyRead(ours: TestEngine, theirs: Asked): Promise<void> {
  const { id, code } = await shown(ours);
  await theirs.read(code ?? new Uint8Array());
  const state = await until(ours, 'they have read it', (now) => now?.read === 'by_them');
  expect(state).toMatchObject({ phase: 'started', confirmed: false, code: null, emoji: null });
  await ours.crypto.verifications.confirm(id, true);
  await theirs.phase(VerificationPhase.Done);
  await inPhase(ours, 'done');
}

/** We read theirs, and somebody there says that we did. */
async function weRead(ours: TestEngine, theirs: Asked): Promise<void> {
  const { id } = await shown(ours);
  expect(await ours.crypto.verifications.read(id, await theirs.code())).toBe('read');
  expect(only(ours)).toMatchObject({ phase: 'started', read: 'by_me' });
  (await theirs.wasRead()).confirm();
  await theirs.phase(VerificationPhase.Done);
  await inPhase(ours, 'done');
}

const holdsKeys = async (peer: Peer): Promise<boolean> => {
  const { privateKeysCachedLocally: keys } = await peer.crypto.getCrossSigningStatus();
  return keys.masterKey && keys.selfSigningKey && keys.userSigningKey;
};

test.each([
  ['our code is read there', theyRead],
  ['their code is read here', weRead],
] as const)(
  'CHAT-4.30 an own device that asks: %s',
  async (_name, read) => {
    const { ours, peer } = await twoDevices();
    const theirs = peer.follow(await peer.crypto.requestOwnUserVerification());
    const asked = await inPhase(ours, 'requested');
    await ours.crypto.verifications.accept(asked.id);
    await read(ours, theirs);
    await eventually(() => signed(ours, peer));
    await eventually(() => holdsKeys(peer));
  },
  patience,
);

test.each([
  ['our code is read there', theyRead],
  ['their code is read here', weRead],
] as const)(
  'CHAT-4.30 an own device that we ask: %s',
  async (_name, read) => {
    const { ours, peer } = await twoDevices();
    await ours.crypto.verifications.start({ own: true, deviceId: peer.deviceId });
    const theirs = await peer.asked();
    await theirs.request.accept();
    await read(ours, theirs);
    await eventually(() => signed(ours, peer));
  },
  patience,
);

test.each([
  ['our code is read there', theyRead],
  ['their code is read here', weRead],
] as const)(
  'CHAT-4.30 somebody else in a room: %s',
  async (_name, read) => {
    const { ours, peer, roomId } = await twoPeople();
    await ours.crypto.verifications.start({ own: false, userId: peer.userId, roomId });
    const theirs = await peer.asked();
    await theirs.request.accept();
    await read(ours, theirs);
    await trusted(ours, peer.userId, 'verified');
  },
  patience,
);

test(
  'CHAT-4.30 beside a code it is all the same who chooses the emoji: also whoever was asked, also both at once',
  async () => {
    const { ours, peer, roomId } = await twoPeople();
    const ask = async (): Promise<Asked> => {
      await ours.crypto.verifications.start({ own: false, userId: peer.userId, roomId });
      const theirs = await peer.asked();
      await theirs.request.accept();
      await shown(ours);
      return theirs;
    };
    const asked = await ask();
    await asked.begin();
    await compared(ours, asked);
    await ours.crypto.verifications.end(only(ours)?.id ?? '');
    await asked.phase(VerificationPhase.Cancelled);

    const both = await ask();
    await Promise.all([both.begin(), ours.crypto.verifications.compare(only(ours)?.id ?? '')]);
    await bothConfirm(ours, both, 'ours');
    await trusted(ours, peer.userId, 'verified');
  },
  patience,
);

test(
  'codes of anything else change nothing, and one with other keys ends it on both sides',
  async () => {
    const { ours, peer, roomId } = await twoPeople();
    await ours.crypto.verifications.start({ own: false, userId: peer.userId, roomId });
    const theirs = await peer.asked();
    await theirs.request.accept();
    const { id, code } = await shown(ours);
    const right = await theirs.code();
    const read = (bytes: Uint8Array) => ours.crypto.verifications.read(id, bytes);

    expect(await read(new TextEncoder().encode('https://matrix.to/'))).toBe('not_a_code');
    expect(await read(right.slice(0, 40))).toBe('not_a_code');
    const elsewhere = right.slice();
    // The name of the verification begins after the header, the version, the mode and a length.
    elsewhere[12] = (elsewhere[12] ?? 0) ^ 1;
    expect(await read(elsewhere)).toBe('other_verification');
    expect(only(ours)).toMatchObject({ phase: 'ready', code });

    const length = ((right[8] ?? 0) << 8) | (right[9] ?? 0);
    const forged = right.slice();
    // Their key is the first of the two after the name; another valid one takes its place.
    forged.set(code?.slice(10 + length, 42 + length) ?? [], 10 + length);
    expect(await read(forged)).toBe('read');
    expect(only(ours)?.cancelled).toEqual({ code: 'key_mismatch', byMe: true });
    await theirs.phase(VerificationPhase.Cancelled);
    expect(theirs.request.cancellationCode).toBe('m.key_mismatch');
    await trusted(ours, peer.userId, 'unverified');
  },
  patience,
);

test(
  'a code that was read with another secret, and one that nobody here saw read, end it',
  async () => {
    const { ours, peer } = await twoDevices();
    const ask = async (): Promise<Asked> => {
      await ours.crypto.verifications.start({ own: true, deviceId: peer.deviceId });
      const theirs = await peer.asked();
      await theirs.request.accept();
      return theirs;
    };
    const first = await ask();
    const { code } = await shown(ours);
    const guessed = code?.slice() ?? new Uint8Array();
    const last = guessed.length - 1;
    guessed[last] = (guessed[last] ?? 0) ^ 1;
    await first.read(guessed);
    const state = await inPhase(ours, 'cancelled');
    expect(state.cancelled?.code).toBe('key_mismatch');

    const second = await ask();
    const { id, code: next } = await shown(ours);
    await second.read(next ?? new Uint8Array());
    await until(ours, 'they have read it', (now) => now?.read === 'by_them');
    await ours.crypto.verifications.confirm(id, false);
    expect(only(ours)?.cancelled).toEqual({ code: 'user', byMe: true });
    await second.phase(VerificationPhase.Cancelled);
    expect(await signed(ours, peer)).toBe(false);
  },
  patience,
);

test(
  'CHAT-4.30 each of their reasons to end it is told as what it is, in a room and while a code is shown',
  async () => {
    const { ours, peer, roomId } = await twoPeople(false);
    const cancel = 'm.key.verification.cancel' as never;
    for (const code of CancelCode.options) {
      await ours.crypto.verifications.start({ own: false, userId: peer.userId, roomId });
      const theirs = await peer.asked();
      await theirs.request.accept();
      const { id } = await shown(ours);
      const relation = { rel_type: 'm.reference', event_id: theirs.request.transactionId };
      const said = code === 'other' ? 'org.example.tired' : `m.${code}`;
      const content = { code: said, reason: 'because', 'm.relates_to': relation };
      await peer.client.sendEvent(roomId, cancel, content as never);
      const state = await inPhase(ours, 'cancelled');
      expect(state).toMatchObject({ id, code: null, cancelled: { code, byMe: false } });
      // The SDK takes no end from its own account.
      await theirs.request.cancel();
      await ours.crypto.verifications.end(id);
    }
  },
  patience,
);

/** Somebody in the middle: what the peer sends of this type has another value in one of its fields. */
function forge(peer: Peer, type: string, change: (content: Record<string, unknown>) => void): void {
  const { http } = peer.client;
  const send = http.authedRequest.bind(http);
  http.authedRequest = ((method, path, query, body, options) => {
    if (path.includes(`/sendToDevice/${type}`)) {
      const sent = JSON.parse(String(body)) as {
        messages: Record<string, Record<string, Record<string, unknown>>>;
      };
      for (const devices of Object.values(sent.messages)) Object.values(devices).forEach(change);
      return send(method, path, query, JSON.stringify(sent), options);
    }
    return send(method, path, query, body, options);
  }) as typeof http.authedRequest;
}

const otherBase64 = (value: unknown): string => {
  const text = String(value);
  return (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
};

test.each([
  [
    'key_mismatch',
    'm.key.verification.accept',
    (content: Record<string, unknown>) => {
      content['commitment'] = otherBase64(content['commitment']);
    },
  ],
  [
    'mismatched_sas',
    'm.key.verification.mac',
    (content: Record<string, unknown>) => {
      content['keys'] = otherBase64(content['keys']);
    },
  ],
])(
  'CHAT-4.30 what somebody in the middle changes ends it with %s (%s)',
  async (code, type, change) => {
    const { ours, peer } = await twoDevices();
    forge(peer, type, change);
    await ours.crypto.verifications.start({ own: true, deviceId: peer.deviceId });
    const theirs = await peer.asked();
    await theirs.request.accept();
    await chooseEmoji(ours);
    if (type.endsWith('mac')) {
      const { id } = await until(ours, 'emoji', (now) => (now?.emoji?.length ?? 0) > 0);
      await (await theirs.sas()).confirm();
      await ours.crypto.verifications.confirm(id, true);
    }
    const state = await inPhase(ours, 'cancelled');
    expect(state.cancelled).toEqual({ code, byMe: true });
    await theirs.phase(VerificationPhase.Cancelled);
    expect(await signed(ours, peer)).toBe(false);
  },
  patience,
);
