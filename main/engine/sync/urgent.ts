// What of an answer cannot wait until it is written: a commit, and all that is told after it, would stand in between (R12). Must not know
// what events mean.
import type { RawEvent } from '../../../native-stores/events/types';
import type { Clock } from '../parts';
import type { RoomAnswer, SyncAnswer } from './answer';
import { vetRoomEvent } from './vet';

export interface Urgent {
  /** Ids of the rooms in which somebody waits for each word. */
  rooms(): ReadonlySet<string>;
  /** What is new in such a room, oldest first. It is not stored yet, and comes once more when it is (`onFound`). */
  take(roomId: string, events: readonly RawEvent[]): Promise<void>;
}

/** What cannot be read sooner is read after the commit like everything else. */
const mostWaitMs = 50;
/** After an absence nothing is urgent. */
const mostEvents = 20;

export async function tellUrgent(
  { rooms, take }: Urgent,
  answer: SyncAnswer,
  clock: Clock,
): Promise<void> {
  const wanted = rooms();
  // Keys before what they open.
  if (wanted.size === 0 || answer.toDevice.length > 0 || answer.eventCount > mostEvents) return;
  const isUrgent = ({ kind, roomId, limited, timeline }: RoomAnswer): boolean =>
    kind === 'join' && wanted.has(roomId) && !limited && timeline.length > 0;
  const work = answer.rooms.filter(isUrgent).map(({ roomId, timeline }) => {
    const events = timeline.flatMap((span) => {
      const result = vetRoomEvent(answer.bytes, span, 'timeline');
      return 'event' in result ? [result.event] : [];
    });
    return take(roomId, events);
  });
  if (work.length === 0) return;
  await new Promise<void>((resolve) => {
    const cancel = clock.setTimeout(resolve, mostWaitMs);
    void Promise.allSettled(work).then(() => {
      cancel();
      resolve();
    });
  });
}
