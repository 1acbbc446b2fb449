// What became of the calls of a timeline's window, from their signals. A call's first event is its line; the others only tell its end.
import type { StoredEvent } from '#stores/events/types';
import type { CallNote, CallOutcome } from '#contract/areas/callNote';
import { mediaOf, signalKind } from '../calls/vet';
import { effective, type Content } from '../events/relations';

interface Said {
  readonly kind: string;
  readonly sender: string;
  readonly ts: number;
  readonly content: Content;
}

/** A caller gives up after a minute (CALL-9.1); what nobody ended is over then. */
const ringMs = 65_000;
const longestCallMs = 12 * 3_600_000;

export type CallNotes = (event: StoredEvent) => CallNote | null;

function gatherSignals(events: readonly StoredEvent[]): Map<string, Said[]> {
  const calls = new Map<string, Said[]>();
  for (const event of events) {
    if (event.stateKey !== null || event.redactedBy !== null) continue;
    const { type, content } = effective(event);
    const kind = signalKind(type);
    const callId = content['call_id'];
    if (kind === null || typeof callId !== 'string' || kind === 'candidates') continue;
    const said = { kind, sender: event.sender, ts: event.ts, content };
    const known = calls.get(callId);
    if (known === undefined) calls.set(callId, [said]);
    else known.push(said);
  }
  return calls;
}

function unanswered(
  direction: 'in' | 'out',
  caller: string,
  ownUserId: string,
  said: readonly Said[],
): CallOutcome | null {
  const refusal = said.find(
    ({ kind, sender }) =>
      sender !== caller &&
      (kind === 'reject' || kind === 'hangup') &&
      (direction === 'out' || sender === ownUserId),
  );
  if (refusal !== undefined) {
    if (refusal.content['reason'] === 'replaced') return 'cancelled';
    return refusal.content['reason'] === 'user_busy' ? 'busy' : 'declined';
  }
  const end = said.find(({ kind, sender }) => kind === 'hangup' && sender === caller);
  if (end === undefined) return null;
  if (direction === 'in') return end.content['reason'] === 'replaced' ? 'cancelled' : 'missed';
  switch (end.content['reason']) {
    case 'invite_timeout':
      return 'no_answer';
    case undefined:
    case 'user_hangup':
    case 'replaced':
      return 'cancelled';
    default:
      return 'failed';
  }
}

/**
 * Answers null for an invitation that another took the place of (both called at once).
 * @param outcomeOf what the history of this device says of a call: the signals alone do not tell which of our devices answered
 */
export function callNotes(
  events: readonly StoredEvent[],
  ownUserId: string,
  nowMs: number,
  outcomeOf: (callId: string) => string | null,
): CallNotes {
  let calls: Map<string, Said[]> | null = null;
  return (event) => {
    calls ??= gatherSignals(events);
    const { content } = effective(event);
    const callId = String(content['call_id'] ?? '');
    const said = calls.get(callId) ?? [];
    const direction = event.sender === ownUserId ? 'out' : 'in';
    const note = { callId, direction, media: mediaOf(content) } as const;
    const answer = said.find(({ kind, sender }) => kind === 'answer' && sender !== event.sender);
    if (answer !== undefined) {
      const end = said.find(({ kind, ts }) => kind === 'hangup' && ts >= answer.ts);
      const over = end !== undefined || nowMs - answer.ts > longestCallMs;
      const durationMs = end === undefined ? null : end.ts - answer.ts;
      const elsewhere = direction === 'in' && outcomeOf(callId) === 'answered_elsewhere';
      const here = over ? 'answered' : 'running';
      return { ...note, outcome: elsewhere ? 'answered_elsewhere' : here, durationMs };
    }
    const ended = unanswered(direction, event.sender, ownUserId, said);
    const replaced = said.some(({ content: one }) => one['reason'] === 'replaced');
    if (ended === 'cancelled' && replaced) return null;
    const silent = direction === 'in' ? 'missed' : 'no_answer';
    const outcome = ended ?? (nowMs - event.ts > ringMs ? silent : 'ringing');
    return { ...note, outcome, durationMs: null };
  };
}
