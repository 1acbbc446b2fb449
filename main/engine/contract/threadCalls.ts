// Calls of threads: the place of a reply, and threads that are not on this computer.
import { threadOf } from '#stores/events/threads';
import { getEvent } from '#stores/events/timeline';
import { roomNoOf } from '#stores/rooms/rooms';
import type { CallParts, Calls } from './parts';

export function threadCalls({ store, network }: Pick<CallParts, 'store' | 'network'>) {
  return {
    async findThread({ roomId, eventId }) {
      const roomNo = roomNoOf(store.db, roomId);
      const event = roomNo === null ? null : getEvent(store.db, roomNo, eventId);
      if (event !== null) return { threadId: threadOf(event) };
      return { threadId: await (await network.ready()).threads.find(roomId, eventId) };
    },
    async fetchThreads({ roomId, mine, from }) {
      return { next: await (await network.ready()).threads.list(roomId, { mine, from }) };
    },
  } satisfies Partial<Calls>;
}
