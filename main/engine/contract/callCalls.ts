// Calls: signals out, reports of the window, TURN servers.
import { offlineTurn } from '../calls/turn';
import { markHistorySeen } from '../calls/views';
import { directRoomWith } from '../rooms/direct';
import type { CallParts, Calls } from './parts';

export const callCalls = ({ network, store, clock }: CallParts) =>
  ({
    sendCallSignal: async (signal) => (await network.ready()).calls.send(signal),
    async callSignalsTaken({ sessionId, upTo }) {
      network.now()?.calls.taken(sessionId, upTo);
      return {};
    },
    async reportCall(report) {
      (await network.ready()).calls.report(report);
      return {};
    },
    async declineCall({ roomId, callId, busy }) {
      await (await network.ready()).calls.decline(roomId, callId, busy);
      return {};
    },
    async callHistorySeen() {
      markHistorySeen(store, clock);
      return {};
    },
    async dismissCutCall() {
      network.now()?.calls.dropped.forget();
      return {};
    },
    refreshCallTurn: async ({ force }) =>
      (await network.now()?.calls.turn.refresh(force)) ?? offlineTurn(),
    startGroupCall: async (request) => (await network.ready()).calls.group.start(request),
    async endGroupCall({ roomId, groupCallId }) {
      await (await network.ready()).calls.group.end(roomId, groupCallId);
      return {};
    },
    async setCallParticipation(change) {
      await (await network.ready()).calls.group.setParticipation(change);
      return {};
    },
    async profileForCall({ userId }) {
      const profile = await (await network.ready()).profiles.fetch(userId);
      return {
        displayName: profile?.displayName ?? null,
        avatarMxc: profile?.avatarMxc ?? null,
        directRoomId: directRoomWith(store.db, userId),
      };
    },
  }) satisfies Partial<Calls>;
