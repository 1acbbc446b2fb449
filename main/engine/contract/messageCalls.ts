// Calls on a message that exists: its source, versions, reactions and readers, reports, pins, and the redaction of a person's messages.
import { roomNoOf } from '#stores/rooms/rooms';
import { deleteMessagesOf } from '../messageActs/deleteOf';
import { readBy } from '../messageActs/readBy';
import { reactorsOf } from '../messageActs/reactors';
import { messageSource } from '../messageActs/source';
import { reportMessage, reportPerson, reportRoom } from '../messageActs/report';
import { messageVersions } from '../messageActs/versions';
import { viaServers } from '../rooms/via';
import type { CallParts, Calls } from './parts';

export function messageCalls({
  store,
  network,
  outbox,
  ownUserId,
}: Pick<CallParts, 'store' | 'network' | 'outbox' | 'ownUserId'>) {
  return {
    async roomVia({ roomId }) {
      const roomNo = roomNoOf(store.db, roomId);
      return { via: roomNo === null ? [] : viaServers(store.db, roomNo) };
    },
    messageSource: async ({ roomId, eventId }) =>
      messageSource(store.db, ownUserId(), roomId, eventId),
    messageVersions: async ({ roomId, eventId }) => ({
      versions: [...messageVersions(store.db, ownUserId(), roomId, eventId)],
    }),
    reactors: async ({ roomId, eventId }) => ({
      reactions: reactorsOf(store.db, roomId, eventId),
    }),
    readBy: async ({ roomId, threadId, eventId }) =>
      readBy(store.db, ownUserId(), roomId, eventId, threadId),
    async reportMessage({ roomId, eventId, reason }) {
      await reportMessage((await network.ready()).http, roomId, eventId, reason);
      return {};
    },
    async reportRoom({ roomId, reason }) {
      await reportRoom((await network.ready()).http, roomId, reason);
      return {};
    },
    async reportPerson({ userId, reason }) {
      await reportPerson((await network.ready()).http, userId, reason);
      return {};
    },
    async deleteMessagesOf(args) {
      const redact = outbox.redact;
      return { count: await deleteMessagesOf({ store, redact }, args) };
    },
    async setPinned({ roomId, eventId, on }) {
      await (await network.ready()).rooms.setPin(roomId, eventId, on);
      return {};
    },
  } satisfies Partial<Calls>;
}
