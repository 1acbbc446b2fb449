// Somebody asked somebody to verify them in a room: a line that says so, and what became of it. What follows of it is no line of its own.
// Must not take part in it.
import { effective } from '../../events/relations';
import type { StoredEvent } from '#stores/events/types';
import { isRecord } from '../../base/record';
import type { NoticeKind } from '../kind';

export const verificationRequest = 'm.key.verification.request';

/** By the id of each request: who said that it is done, and whether somebody ended it. */
function ends(events: readonly StoredEvent[]): Map<string, { done: Set<string>; over: boolean }> {
  const found = new Map<string, { done: Set<string>; over: boolean }>();
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
  line: () => ({ kind: 'verification', text: '' }),
  /** Done is what both sides say is done. */
  additions({ events }) {
    const known = ends(events);
    return (event) => {
      const { done, over } = known.get(event.eventId) ?? { done: new Set(), over: false };
      const { to } = effective(event).content;
      if (typeof to === 'string' && done.has(event.sender) && done.has(to))
        return { detail: 'done' };
      return over ? { detail: 'cancelled' } : {};
    };
  },
};
