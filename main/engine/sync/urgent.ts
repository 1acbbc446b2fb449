// What of an answer cannot wait until it is written: a commit, and all that is told after it, would stand in between (R12). Must not know
// what events mean.
import type { RawEvent } from '#stores/events/types';
import type { Clock } from '../base/types';
import type { RoomAnswer, SyncAnswer } from './answer';
import { vetRoomEvent } from '../events/vet';

export interface Urgent {
  /** Ids of the rooms in which somebody waits for each word. */
  rooms(): ReadonlySet<string>;
  /** What is new in such a room, oldest first. It is not stored yet, and comes once more when it is (`onFound`). */
  take(roomId: string, events: readonly RawEvent[]): Promise<void>;
  /** Until then (monotonic, ms) somebody waits for more, and whatever else is done stands in the way. */
  quietUntil(): number;
}

/** What cannot be read sooner is read after the commit like everything else. */
const mostWaitMs = 50;
/** After an absence nothing is urgent. */
const mostEvents = 20;

/**
 * What came while somebody waits is not written yet: the server is asked on, and what it says is told.
 *
 * @param ask null: no more
 * @returns the first answer and those after it, in order; none is written
 */
export async function listenOn(
  urgent: Urgent,
  first: SyncAnswer,
  clock: Clock,
  ask: (since: string, timeoutMs: number) => Promise<SyncAnswer | null>,
): Promise<readonly SyncAnswer[]> {
  const answers = [first];
  for (let last = first; ;) {
    const leftMs = Math.ceil(urgent.quietUntil() - clock.monotonic());
    // Whoever asks on has taken what came to this device: the server forgets it.
    if (leftMs <= 0 || last.toDevice.length > 0 || last.eventCount > mostEvents) return answers;
    // The sync loop asks the same again, and says what is wrong.
    const next = await ask(last.nextBatch, leftMs).catch(() => null);
    if (next === null || next.nextBatch === last.nextBatch) return answers;
    await tellUrgent(urgent, next, clock);
    answers.push(next);
    last = next;
  }
}

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
