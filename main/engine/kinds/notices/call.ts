// Calls between two: the invitation is a line, the other signals only tell what became of it. Must not change a call.
import { getCall, type StoredCall } from '#stores/calls/calls';
import { newestEvents } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { CallOutcome, type CallMedia, type CallNote } from '#contract/areas/calls/callNote';
import { mediaOf, signalKind } from '../../events/callSignals';
import { effective, type Content } from '../../events/relations';
import type { NoticeKind, Surroundings } from '../kind';

interface Signal {
  readonly kind: string;
  readonly sender: string;
  readonly ts: number;
  readonly content: Content;
}

/** A caller gives up after a minute (CALL-9.1); what nobody ended is over then. */
const ringMs = 65_000;
const longestCallMs = 12 * 3_600_000;
/** Number of newest events that are read to find the end of the call that is the last event of its room. */
const mostSignals = 100;
/** Number of newest events among which the answer of a call that has just ended is looked for. */
const mostOfACall = 1_000;

function gatherSignals(events: readonly StoredEvent[]): Map<string, Signal[]> {
  const calls = new Map<string, Signal[]>();
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
  said: readonly Signal[],
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
 * The answer that counts and the end of the call that it began. Several devices may have answered: the caller says which one it takes, and
 * that another one gives up ends nothing. Version 0 names no devices.
 */
function courseOf(
  said: readonly Signal[],
  caller: string | undefined,
  callerParty: unknown,
): { readonly answer: Signal | undefined; readonly end: Signal | undefined } {
  const partyOf = ({ content }: Signal): unknown => content['party_id'];
  const answers = said.filter(({ kind, sender }) => kind === 'answer' && sender !== caller);
  const chosen = said.find(({ kind }) => kind === 'select_answer')?.content['selected_party_id'];
  const answer = answers.find((one) => partyOf(one) === chosen) ?? answers[0];
  if (answer === undefined) return { answer, end: undefined };
  const parties = new Set([callerParty, partyOf(answer), undefined]);
  const others = new Set(answers.map(partyOf).filter((party) => !parties.has(party)));
  const isEnd = (one: Signal): boolean =>
    one.kind === 'hangup' && one.ts >= answer.ts && !others.has(partyOf(one));
  return { answer, end: said.find(isEnd) };
}

/** The outcome of each call, from the signals around it; null for an invitation that another one replaced (both called at once). */
function callNotes({
  db,
  roomNo,
  events,
  ownUserId,
  nowMs,
}: Surroundings): (event: StoredEvent) => CallNote | null {
  let calls: Map<string, Signal[]> | null = null;
  return (event) => {
    calls ??= gatherSignals(events);
    const { content } = effective(event);
    const callId = String(content['call_id'] ?? '');
    const said = calls.get(callId) ?? [];
    const direction = event.sender === ownUserId ? 'out' : 'in';
    // A camera that was turned on later is not in the invitation: the history tells of it here, what changed it on a device that was not in the call.
    const changes = said.filter(({ kind }) => kind === 'negotiate').map((one) => one.content);
    const offered = [content, ...changes].some((one) => mediaOf(one) === 'video');
    const kept = getCall(db, roomNo, callId);
    const media = offered ? 'video' : (kept?.media ?? 'voice');
    const note = { callId, direction, media } as const;
    const { answer, end } = courseOf(said, event.sender, content['party_id']);
    if (answer !== undefined) {
      const over = end !== undefined || nowMs - answer.ts > longestCallMs;
      const durationMs = kept === null ? lengthOfSignals(answer, end) : talked(kept);
      // The signals alone do not tell which of our devices answered: the history of this one does.
      const elsewhere = direction === 'in' && kept?.outcome === 'answered_elsewhere';
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

/**
 * The length of a call between two by the server's times of its answer and its end, which are the same on every device. Null while one of them
 * is not here, or cannot be read.
 */
export function signalledLength(
  db: Surroundings['db'],
  roomNo: number,
  callId: string,
): number | null {
  const events = newestEvents(db, roomNo, mostOfACall).reverse();
  const said = gatherSignals(events).get(callId) ?? [];
  const invite = said.find(({ kind }) => kind === 'invite');
  const { answer, end } = courseOf(said, invite?.sender, invite?.content['party_id']);
  return answer === undefined ? null : lengthOfSignals(answer, end);
}

/** A device that was not there has no history of the call: the signals say the length. */
const lengthOfSignals = (answer: Signal, end: Signal | undefined): number | null =>
  end === undefined ? null : end.ts - answer.ts;

/**
 * How long a call was, in its line and in the history: from the answer to the end (`callLengths.ts`); until both are here, as this device heard
 * it. Null for a call that goes on, never began, or was taken elsewhere.
 */
const talked = ({ connectedMs, endedMs }: StoredCall): number | null =>
  connectedMs === null || endedMs === null ? null : endedMs - connectedMs;

/** The note on a device that has no history of the call. Null as well where it may go on: nothing here would tell of its end. */
function lineOfSignals(event: StoredEvent, around: Surroundings): CallLine {
  const events = newestEvents(around.db, event.roomNo, mostSignals).reverse();
  const note = callNotes({ ...around, events })(event);
  const isOpen = note?.outcome === 'ringing' || note?.outcome === 'running';
  return lineOf(isOpen ? null : note, note?.media ?? mediaOf(effective(event).content));
}

type CallLine = ReturnType<NonNullable<NoticeKind['line']>>;

/** Without a note the line says only of which kind the call is. */
const lineOf = (note: CallNote | null, callMedia: CallMedia): CallLine =>
  note === null
    ? { kind: 'call', text: '', call: null, callMedia }
    : { kind: 'call', text: '', call: note };

/** A row of the history as the contract says it; null for an outcome that a newer Trellis wrote. */
export function noteOf(row: StoredCall): CallNote | null {
  const outcome = CallOutcome.safeParse(row.outcome);
  if (!outcome.success) return null;
  const { callId, direction, media } = row;
  return { callId, direction, media, outcome: outcome.data, durationMs: talked(row) };
}

/** A leg of a group call is no line of its own. */
function isStart(event: StoredEvent): boolean {
  if (event.redactedBy !== null) return false;
  const { type, content } = effective(event);
  if (type !== 'm.call.invite') return false;
  return typeof content['call_id'] === 'string' && typeof content['conf_id'] !== 'string';
}

/** A call of somebody else that this account took or declined, here or elsewhere: nothing of it is news. */
export function isAnswered(db: Surroundings['db'], event: StoredEvent): boolean {
  if (!isStart(event)) return false;
  const kept = getCall(db, event.roomNo, String(effective(event).content['call_id']));
  return kept !== null && kept.outcome !== 'ringing' && kept.outcome !== 'missed';
}

export const call: NoticeKind = {
  shows: 'notice',
  eventTypes: ['m.call.invite'],
  isState: false,
  claims: (event) => (isStart(event) ? { what: 'call', target: null, detail: null } : null),
  additions(around) {
    const notes = callNotes(around);
    return (event) => {
      const note = notes(event);
      return note === null ? null : { call: note };
    };
  },
  line(event, around) {
    const row = getCall(around.db, event.roomNo, String(effective(event).content['call_id']));
    return row === null ? lineOfSignals(event, around) : lineOf(noteOf(row), row.media);
  },
};
