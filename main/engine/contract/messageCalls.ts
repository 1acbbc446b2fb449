// What one can do with a message that is there, besides answering it.
import { roomNoOf } from '#stores/rooms/rooms';
import { messageSource } from '../messageActs/source';
import { messageVersions } from '../messageActs/versions';
import { viaServers } from '../rooms/via';
import type { CallParts, Calls } from './parts';

export function messageCalls({ store }: Pick<CallParts, 'store'>) {
  return {
    async roomVia({ roomId }) {
      const roomNo = roomNoOf(store.db, roomId);
      return { via: roomNo === null ? [] : viaServers(store.db, roomNo) };
    },
    messageSource: async ({ roomId, eventId }) => messageSource(store.db, roomId, eventId),
    messageVersions: async ({ roomId, eventId }) => ({
      versions: [...messageVersions(store.db, roomId, eventId)],
    }),
  } satisfies Partial<Calls>;
}
