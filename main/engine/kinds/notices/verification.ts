// Somebody asked somebody to verify them in a room: a line that says so, and what became of it. What follows of it is no line of its own.
// Must not take part in it.
import { effective } from '../../events/relations';
import { relationsOf } from '#stores/events/relations';
import type { StoredEvent } from '#stores/events/types';
import { isRecord } from '../../base/record';
import type { NoticeKind } from '../kind';

export const verificationRequest = 'm.key.verification.request';

/** After so long it can no longer be accepted (specification, "Key verification framework"). */
const openMs = 600_000;

interface Ends {
  /** Those who said that it is done. */
  readonly done: Set<string>;
  /** Somebody ended it. */
  over: boolean;
}

/** By the id of each request. */
function ends(events: readonly StoredEvent[]): Map<string, Ends> {
  const found = new Map<string, Ends>();
  for (const event of events) {
    if (event.stateKey !== null || event.redactedBy !== null) continue;
    const { type, content } = effective(event);
    const isDone = type === 'm.key.verification.done';
    if (!isDone && type !== 'm.key.verification.cancel') continue;
    const relation = content['m.relates_to'];
    const id = isRecord(relation) ? relation['event_id'] : null;
    if (typeof id !== 'string') continue;
    const end = found.get(id) ?? { done: new Set(), over: false };
    if (isDone) end.done.add(event.sender);
    else end.over = true;
    found.set(id, end);
  }
  return found;
}

/** Done is what both sides say is done. Null: it may still come about. */
function outcomeOf(
  event: StoredEvent,
  end: Ends | undefined,
  nowMs: number,
): 'done' | 'cancelled' | null {
  const { to } = effective(event).content;
  if (typeof to === 'string' && end?.done.has(event.sender) === true && end.done.has(to))
    return 'done';
  return end?.over === true || nowMs - event.ts > openMs ? 'cancelled' : null;
}

const lines = { done: 'verified', cancelled: 'verification_over' } as const;

export const verification: NoticeKind = {
  shows: 'notice',
  eventTypes: ['m.room.message'],
  isState: false,
  claims(event) {
    const { content } = effective(event);
    if (event.redactedBy !== null || content['msgtype'] !== verificationRequest) return null;
    const { to } = content;
    return {
      what: 'verification_asked',
      target: typeof to === 'string' ? to : null,
      detail: null,
    };
  },
  /** The steps of it may stand far apart in the timeline. */
  line(event, { db, roomNo, nowMs }) {
    const steps = ends(relationsOf(db, roomNo, event.eventId, 'm.reference'));
    const outcome = outcomeOf(event, steps.get(event.eventId), nowMs);
    return { kind: outcome === null ? 'verification' : lines[outcome], text: '' };
  },
  additions({ events, nowMs }) {
    const known = ends(events);
    return (event) => {
      const detail = outcomeOf(event, known.get(event.eventId), nowMs);
      return detail === null ? {} : { detail };
    };
  },
};
