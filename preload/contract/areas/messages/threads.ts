// Threads: the answers to a message that stand apart from the room.
import { z } from '../../wire/schema';
import { call, contract, list, value } from '../../wire/shapes';
import { EventId, inRoom, RoomId } from '../ids';
import { ThreadItem } from './timelineModels';

/**
 * `mine`: threads that this account began or replied in. `unread`: those of them, those that mention it, and those of rooms whose rows count
 * something new, which it has not read; of one room all that are unread there.
 */
export const ThreadFilter = z.enum(['all', 'mine', 'unread']);
export type ThreadFilter = z.infer<typeof ThreadFilter>;

export const threads = contract({
  calls: {
    /** The thread that an event is an answer in, asked of the server when the event is not here; null for the room itself. */
    findThread: call(
      inRoom.extend({ eventId: EventId }),
      z.object({ threadId: EventId.nullable() }),
    ),
    /**
     * Asks the server for threads of a room that are not on this computer, the last active ones first. `next` is the token of the next
     * page; null when there are no more.
     */
    fetchThreads: call(
      inRoom.extend({ mine: z.boolean(), from: z.string().max(2000).nullable() }),
      z.object({ next: z.string().nullable() }),
    ),
  },
  values: {
    /** Threads over all rooms, or those of a joined space, as the filter `unread` shows them, 99 at most; `mentions`: one of them calls this account. */
    unreadThreads: value(
      z.object({ spaceId: RoomId.optional() }),
      z.object({ count: z.number(), mentions: z.boolean() }),
    ),
  },
  lists: {
    /** The last active one first. Without a room: of all rooms that are joined. */
    threads: list(
      z.object({
        roomId: RoomId.nullable(),
        show: ThreadFilter,
        limit: z.number().int().min(1).max(200),
      }),
      ThreadItem,
    ),
  },
});
