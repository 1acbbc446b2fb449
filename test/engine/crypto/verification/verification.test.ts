// Verification by emoji against matrix-js-sdk's own client on a real homeserver, begun by either side. Each test has people of its own, so that
// nothing that one leaves open stands in the way of another. Waits look at states.
import { VerificationPhase } from 'matrix-js-sdk/lib/crypto-api';
import type { Asked } from './peer';
import {
  bothConfirm,
  chooseEmoji,
  compared,
  eventually,
  inPhase,
  only,
  patience,
  secondWhileStopped,
  sentTypes,
  shown,
  signed,
  trusted,
  twoDevices,
  twoPeople,
  until,
  useWorld,
} from './world';

useWorld();

test(
  'CHAT-4.30 an own device that asks is compared, signed and trusted',
  async () => {
    const { ours, peer } = await twoDevices();
    const theirs = peer.follow(await peer.crypto.requestOwnUserVerification());
    const asked = await inPhase(ours, 'requested');
    expect(asked).toMatchObject({ byMe: false, deviceId: peer.deviceId, roomId: null });
    await ours.crypto.verifications.accept(asked.id);
    await theirs.begin();
    await bothConfirm(ours, theirs, 'theirs');
    await eventually(() => signed(ours, peer));
    // And the other device got the private keys from us.
    const holds = async (): Promise<boolean> => {
      const { privateKeysCachedLocally: keys } = await peer.crypto.getCrossSigningStatus();
      return keys.masterKey && keys.selfSigningKey && keys.userSigningKey;
    };
    await eventually(holds);
  },
  patience,
);

test(
  'CHAT-4.30 a device that signed in and asked while this one was off is seen asking at the next start',
  async () => {
    const asking = Promise.withResolvers<Asked>();
    const { ours, peer } = await secondWhileStopped(async (second) =>
      asking.resolve(second.follow(await second.crypto.requestOwnUserVerification())),
    );
    const asked = await inPhase(ours, 'requested');
    expect(asked).toMatchObject({ byMe: false, deviceId: peer.deviceId, roomId: null });
    await ours.crypto.verifications.accept(asked.id);
    const theirs = await asking.promise;
    await theirs.begin();
    await bothConfirm(ours, theirs, 'theirs');
    await eventually(() => signed(ours, peer));
  },
  patience,
);

test(
  'CHAT-4.30 an own device is asked by us',
  async () => {
    const { ours, peer } = await twoDevices();
    const id = await ours.crypto.verifications.start({ own: true, deviceId: null });
    const theirs = await peer.asked();
    expect(only(ours)).toMatchObject({ id, byMe: true, phase: 'requested' });
    await theirs.request.accept();
    await chooseEmoji(ours);
    await bothConfirm(ours, theirs, 'ours');
    await eventually(() => signed(ours, peer));
    await ours.crypto.verifications.end(id);
    expect(ours.crypto.verifications.all()).toEqual([]);
  },
  patience,
);

test.each([true, false])(
  'CHAT-4.30 somebody else is asked by us in a room (encrypted: %s)',
  async (encrypted) => {
    const { ours, peer, roomId } = await twoPeople(encrypted);
    await ours.crypto.verifications.start({ own: false, userId: peer.userId, roomId });
    const theirs = await peer.asked();
    expect(theirs.request.roomId).toBe(roomId);
    await theirs.request.accept();
    await chooseEmoji(ours);
    // Ours first: our last two events would come to the SDK in one answer else, and it takes those of a room side by side.
    await bothConfirm(ours, theirs, 'ours');
    await trusted(ours, peer.userId, 'verified');
    const types = [...sentTypes(roomId, ours.userId)];
    if (encrypted) expect(types).toEqual(['m.room.encrypted']);
    else expect(types).toContain('m.key.verification.done');
  },
  patience,
);

test(
  'CHAT-4.30 somebody else asks us in a room',
  async () => {
    const { ours, peer, roomId } = await twoPeople();
    await eventually(() => peer.crypto.userHasCrossSigningKeys(ours.userId, true));
    const theirs = peer.follow(await peer.crypto.requestVerificationDM(ours.userId, roomId));
    const asked = await inPhase(ours, 'requested');
    expect(asked).toMatchObject({ byMe: false, userId: peer.userId, roomId });
    await ours.crypto.verifications.accept(asked.id);
    await theirs.begin();
    await bothConfirm(ours, theirs, 'ours');
    await trusted(ours, peer.userId, 'verified');
  },
  patience,
);

test(
  'emoji that do not match end it on both sides and nobody is trusted',
  async () => {
    const { ours, peer, roomId } = await twoPeople();
    await ours.crypto.verifications.start({ own: false, userId: peer.userId, roomId });
    const theirs = await peer.asked();
    await theirs.request.accept();
    await chooseEmoji(ours);
    const { id } = await compared(ours, theirs);
    await ours.crypto.verifications.confirm(id, false);
    expect(only(ours)?.cancelled).toEqual({ code: 'mismatched_sas', byMe: true });
    await theirs.phase(VerificationPhase.Cancelled);
    expect(theirs.request.cancellationCode).toBe('m.mismatched_sas');
    await trusted(ours, peer.userId, 'unverified');

    // The next one is not in the way of what is over.
    await ours.crypto.verifications.start({ own: false, userId: peer.userId, roomId });
    const again = await peer.asked();
    await again.request.accept();
    await chooseEmoji(ours);
    await compared(ours, again);
    (await again.sas()).mismatch();
    const state = await inPhase(ours, 'cancelled');
    expect(state.cancelled).toEqual({ code: 'mismatched_sas', byMe: false });
  },
  patience,
);

test(
  'what is declined or taken back ends on the other side, and a newer request takes the place of an old one',
  async () => {
    const { ours, peer } = await twoDevices();
    // Declined by them.
    const first = await ours.crypto.verifications.start({ own: true, deviceId: peer.deviceId });
    const declined = await peer.asked();
    await declined.request.cancel();
    const state = await inPhase(ours, 'cancelled');
    expect(state).toMatchObject({ id: first, cancelled: { code: 'user', byMe: false } });

    // A request without an answer does not stop the next one.
    const old = await ours.crypto.verifications.start({ own: true, deviceId: peer.deviceId });
    const unanswered = await peer.asked();
    const second = await ours.crypto.verifications.start({ own: true, deviceId: peer.deviceId });
    expect(second).not.toBe(old);
    await unanswered.phase(VerificationPhase.Cancelled);
    const newer = await peer.asked();
    await ours.crypto.verifications.end(second);
    await newer.phase(VerificationPhase.Cancelled);
    expect(newer.request.cancellationCode).toBe('m.user');

    // Theirs: an old one that nobody saw gives way to the next, and what they take back leaves nothing.
    const before = peer.follow(await peer.crypto.requestOwnUserVerification());
    const shown = await inPhase(ours, 'requested');
    await before.request.cancel();
    await until(ours, 'nothing', (now) => now === undefined);
    const after = peer.follow(await peer.crypto.requestOwnUserVerification());
    const last = await inPhase(ours, 'requested');
    expect(last.id).not.toBe(shown.id);
    await ours.crypto.verifications.end(last.id);
    await after.phase(VerificationPhase.Cancelled);
    expect(ours.crypto.verifications.all()).toEqual([]);
  },
  patience,
);

test(
  'a device that was started again and asks anew takes the place of what it has lost',
  async () => {
    const { ours, peer } = await twoDevices();
    const theirs = peer.follow(await peer.crypto.requestOwnUserVerification());
    const { id } = await inPhase(ours, 'requested');
    await ours.crypto.verifications.accept(id);
    await shown(ours);
    const { transactionId = '' } = theirs.request;
    /** A device that was started again has forgotten its requests. */
    const ask = (from: string, transaction: string): Promise<unknown> =>
      peer.client.sendToDevice(
        'm.key.verification.request',
        new Map([
          [
            ours.userId,
            new Map([
              [
                ours.account.deviceId,
                {
                  from_device: from,
                  methods: ['m.sas.v1'],
                  timestamp: Date.now(),
                  transaction_id: transaction,
                },
              ],
            ]),
          ],
        ]),
      );
    // The same once more is no new one.
    await ask(peer.deviceId, transactionId);
    await ask(peer.deviceId, 'anew');
    const anew = await until(ours, 'the new request', (now) => now !== undefined && now.id !== id);
    expect(anew).toMatchObject({ phase: 'requested', byMe: false, deviceId: peer.deviceId });
    expect(ours.crypto.verifications.all()).toHaveLength(1);
    await ours.crypto.verifications.end(anew.id);
  },
  patience,
);

test(
  'what somebody asks whom we ignore is not shown',
  async () => {
    const { ours, peer, roomId } = await twoPeople();
    const user = encodeURIComponent(ours.userId);
    await ours.request('PUT', `/user/${user}/account_data/m.ignored_user_list`, {
      ignored_users: { [peer.userId]: {} },
    });
    const { isIgnored } = await import('#stores/settings/accountData');
    await ours.until('ignored', () => isIgnored(ours.store.db, peer.userId), patience);
    await eventually(() => peer.crypto.userHasCrossSigningKeys(ours.userId, true));
    await peer.crypto.requestVerificationDM(ours.userId, roomId);
    // A server leaves out what ignored people write; the same from device to device is ours to drop.
    await ours.send(roomId, 'after it');
    await ours.until('sent', () => ours.bodies(roomId).includes('after it'), patience);
    expect(ours.crypto.verifications.all()).toEqual([]);
  },
  patience,
);
