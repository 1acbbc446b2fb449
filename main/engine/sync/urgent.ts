// Passes on events that cannot wait until they are written, such as signals of a call: a commit, and the work after it, would delay them
// (R12). Must not know what events mean.
import type { RawEvent } from '#stores/events/types';
import type { Clock } from '../base/types';
import type { RoomAnswer, SyncAnswer } from './answer';
import { vetRoomEvent } from '../events/vet';

export interface Urgent {
  /** Ids of the rooms in which the user waits for each event. */
  rooms(): ReadonlySet<string>;
  /** Takes the new events of such a room, oldest first. They are not stored yet, and come again when they are (`onFound`). */
  take(roomId: string, events: readonly RawEvent[]): Promise<void>;
  /** Until this time (monotonic, ms) the user waits for more events, and other work is put off. */
  quietUntil(): number;
}

/** An event that cannot be decrypted within this time comes after the commit like all others. */
const mostWaitMs = 50;
/** After an absence nothing is urgent. */
const mostEvents = 20;

/**
 * Polls on while the user waits, without writing, and passes on the urgent events of each answer.
 *
 * @param ask answers null when there are no more answers
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
    // The next poll acknowledges to-device messages, which the server then forgets: answers with such messages are written first.
    if (leftMs <= 0 || last.toDevice.length > 0 || last.eventCount > mostEvents) return answers;
    // The sync loop sends the same request again, and reports the failure.
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
  // Keys are processed before the events that they open.
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
