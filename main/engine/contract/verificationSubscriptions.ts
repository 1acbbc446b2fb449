// The values of verification and of the health of encryption. Names of people come from the store, the rest from crypto.
import type { Verification } from '#contract/areas/encryption/verificationModels';
import { roomNoOf } from '#stores/rooms/rooms';
import { reported } from '../base/unexpected';
import type { VerificationState } from '../crypto/verification/flow';
import { unknownHealth } from '../crypto/health/health';
import { readOnlyVerified } from '../crypto/recipients/onlyVerified';
import { loadPeople } from '../rooms/people';
import { ofOnline } from './attach';
import type { EngineParts, Values } from './parts';

function toVerification(
  { store, ownUserId }: EngineParts,
  { userId, emoji, ways, ...state }: VerificationState,
): Verification {
  const roomNo = state.roomId === null ? null : roomNoOf(store.db, state.roomId);
  const nobody = { userId, name: userId, ambiguous: false, avatar: null };
  return {
    ...state,
    ways: { ...ways },
    emoji: emoji === null ? null : [...emoji],
    person: roomNo === null ? nobody : loadPeople(store.db, roomNo, [userId]).get(userId),
    isSelf: userId === ownUserId(),
  };
}

export function verificationValues(parts: EngineParts) {
  const { network, log, store } = parts;
  const verifications = () => network.now()?.crypto?.verifications;
  return {
    encryptionHealth(_query, sink) {
      const update = (): void => sink.set(network.now()?.health.now() ?? unknownHealth);
      const dispose = ofOnline(parts, (listener) => network.now()?.health.watch(listener))(update);
      update();
      return dispose;
    },
    onlyVerified({ roomId }, sink) {
      const update = (): void => {
        const { all, rooms } = readOnlyVerified(store);
        sink.set({ all, room: roomId !== null && rooms.includes(roomId) });
      };
      update();
      return store.onCommit(({ topics }) => {
        if (topics.has('encryption')) update();
      });
    },
    verifications(_query, sink) {
      const update = (): void => {
        const all = verifications()?.all() ?? [];
        sink.set({ all: all.map((state) => toVerification(parts, state)) });
      };
      const dispose = ofOnline(parts, (listener) => verifications()?.onChange(listener))(update);
      update();
      return dispose;
    },
    identityTrust({ userId }, sink) {
      // When readings overlap, only the last one counts.
      let reading = 0;
      async function read(): Promise<void> {
        const mine = (reading += 1);
        const crypto = network.now()?.crypto ?? null;
        const trust = crypto === null ? 'none' : await crypto.identityTrust(userId);
        if (mine === reading) sink.set({ trust });
      }
      const update = (): void => void read().catch(reported(log, 'trust in an identity'));
      const dispose = ofOnline(parts, (listener) =>
        network.now()?.crypto?.recipients.onChange(listener),
      )(update);
      update();
      return () => {
        reading += 1;
        dispose();
      };
    },
  } satisfies Partial<Values>;
}
