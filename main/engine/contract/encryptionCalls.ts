// Calls of verification, the recovery key, the reset of encryption, and undecryptable messages.
import { appFailure } from '#contract/wire/errors';
import { getEvent } from '#stores/events/timeline';
import { roomNoOf } from '#stores/rooms/rooms';
import type { CallParts, Calls } from './parts';
import { renewDevice } from './signIn/renewDevice';

/** The Megolm session of a message. @throws AppFailure `not_found` */
function sessionOf({ db }: CallParts['store'], roomId: string, eventId: string): string {
  const roomNo = roomNoOf(db, roomId);
  const sessionId =
    roomNo === null ? null : getEvent(db, roomNo, eventId)?.raw.content['session_id'];
  if (typeof sessionId !== 'string') throw appFailure('not_found', 'The message is not encrypted');
  return sessionId;
}

export function encryptionCalls(parts: CallParts) {
  const { network, store } = parts;
  const crypto = async () => {
    const online = await network.ready();
    if (online.crypto === null) {
      const error = online.encryption().error;
      throw appFailure(error?.code ?? 'internal', error?.message ?? 'Encryption is not available');
    }
    return online.crypto;
  };
  return {
    createRecoveryKey: async ({ password, phrase }) =>
      (await crypto()).createRecoveryKey(password, phrase ?? null),
    async confirmRecoveryKey({ outcome }) {
      await (await crypto()).confirmRecoveryKey(outcome);
      return {};
    },
    async unlockWithRecoveryKey({ recoveryKey }) {
      await (await crypto()).unlock(recoveryKey);
      return {};
    },
    resetEncryption: async ({ password }) => (await crypto()).resetEncryption(password),
    repairEncryption: async ({ fix }) => ({ decrypted: await (await crypto()).repairs.run(fix) }),
    async replaceBackup({ recoveryKey }) {
      await (await crypto()).repairs.replaceBackup(recoveryKey);
      return {};
    },
    async refillBackup() {
      await (await crypto()).repairs.refillBackup();
      return {};
    },
    async forgetBackedUpKeys({ roomId, eventId }) {
      const { forgetKeys } = (await crypto()).repairs;
      if (eventId === null) await forgetKeys({ roomId });
      else await forgetKeys({ roomId, sessionId: sessionOf(store, roomId, eventId) });
      return {};
    },
    dehydration: async () => ({ state: await (await crypto()).dehydration.state() }),
    async setDehydration({ recoveryKey }) {
      const { turnOn, turnOff } = (await crypto()).dehydration;
      await (recoveryKey === null ? turnOff() : turnOn(recoveryKey));
      return {};
    },
    async renewDevice({ password }) {
      await renewDevice(parts, password);
      return {};
    },
    async acceptIdentity({ userId }) {
      const { recipients } = await crypto();
      await recipients.accept(userId);
      network.now()?.wake();
      return {};
    },
    async sendKeysAnyway({ userId }) {
      const { recipients } = await crypto();
      recipients.sendAnyway(userId);
      network.now()?.wake();
      return {};
    },
    async setOnlyVerified({ roomId, on }) {
      const { recipients } = await crypto();
      recipients.setOnlyVerified(roomId, on);
      network.now()?.wake();
      return {};
    },
    startVerification: async (target) => ({
      id: await (await crypto()).verifications.start(target),
    }),
    async acceptVerification({ id }) {
      const { verifications } = await crypto();
      const asked = verifications.all().find((one) => one.id === id);
      await verifications.accept(id);
      // Accepting the verification of a new device says that the device is the user's own.
      if (asked?.userId === parts.ownUserId() && asked.deviceId !== null)
        (await network.ready()).devices.acceptSignIn(asked.deviceId);
      return {};
    },
    async compareEmoji({ id }) {
      await (await crypto()).verifications.compare(id);
      return {};
    },
    readVerificationCode: async ({ id, bytes }) => ({
      outcome: await (await crypto()).verifications.read(id, bytes),
    }),
    async confirmVerification({ id, matches }) {
      await (await crypto()).verifications.confirm(id, matches);
      return {};
    },
    async endVerification({ id }) {
      await (await crypto()).verifications.end(id);
      return {};
    },
    async retryDecryption({ roomId }) {
      const roomNo = roomId === null ? null : roomNoOf(store.db, roomId);
      return { decrypted: await (await crypto()).retryDecryption(roomNo) };
    },
  } satisfies Partial<Calls>;
}
