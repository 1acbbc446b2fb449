// Says which conversations (a room, or a thread of it) this engine has. Must not make a timeline: threads have none until they are fetched.
import { timelineOf } from '#stores/events/timelines';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { ConversationId } from '#contract/areas/ids';
import { appFailure } from '#contract/wire/errors';

const missing = () => appFailure('not_found', 'The thread is not here');

/** @throws `not_found` for a thread that has no timeline here. A room that is not here yet is none of its business. */
export function refuseMissingThread(db: Store['db'], { roomId, threadId }: ConversationId): void {
  if (threadId === null) return;
  const roomNo = roomNoOf(db, roomId);
  if (roomNo === null || timelineOf(db, roomNo, threadId) === null) throw missing();
}

/** For what only rooms have yet: messages that are sent, receipts. @throws `not_found` for any thread. */
export function refuseThread({ threadId }: ConversationId): void {
  if (threadId !== null) throw missing();
}
