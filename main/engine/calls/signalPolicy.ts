// Decides about a valid signal of a room: who may send it, whether it rings, whether it is for the window. It denies by default and must
// not reach the window itself: it gives signals for the window to `pass`.
import { getRoom } from '#stores/rooms/rooms';
import { getMember } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import type { Call, CallRegistry } from './callRegistry';
import { mediaOf, type SignalKind } from '../events/callSignals';
import { isShortText } from '../events/shortText';
import { createEarlyCandidates } from './earlyCandidates';
import { ringsAmong } from './permission';
import { lifetimeOf, mostCandidates, vetSignal, type Content } from './signalSchema';

export interface RoomSignal {
  readonly roomNo: number;
  readonly roomId: string;
  readonly eventId: string;
  readonly sender: string;
  readonly type: string;
  readonly content: Content;
  readonly ageMs: number;
}

export interface SignalPolicyDeps {
  readonly store: Store;
  readonly registry: CallRegistry;
  readonly ownUserId: string;
  readonly ownDeviceId: string;
  readonly clock: Clock;
  readonly log: Log;
  /** For the window. */
  readonly pass: (signal: RoomSignal, callId: string) => void;
  readonly missed: (call: Call) => void;
  /** An invitation came when its call was over; the signals that follow say how it ended. */
  readonly late: (call: Call, ageMs: number) => void;
}

/** CALL-5.5: who would hear it for less than this is not rung. */
const ringMarginMs = 3_000;
const mostRinging = 8;
const mostLate = 200;
const mostEnds = 8;

/** Forgets the oldest beyond `mostLate`. */
function keep<T>(kept: Map<string, T>, key: string, one: T): void {
  kept.set(key, one);
  const [oldest] = kept.keys();
  if (kept.size > mostLate && oldest !== undefined) kept.delete(oldest);
}

interface PolicyInput {
  readonly signal: RoomSignal;
  readonly kind: SignalKind;
  readonly callId: string;
  readonly party: string | null;
  readonly mine: boolean;
}

/** A call rings between two people, or where it names this person. */
function mayRing(db: Store['db'], ownUserId: string, { signal }: PolicyInput): boolean {
  const { roomNo, sender, content } = signal;
  const joined = ringsAmong(db, roomNo, sender);
  if (joined === null) return false;
  if (content['invitee'] === ownUserId || joined === 2) return true;
  return getRoom(db, roomNo)?.directUserId === sender;
}

/** Only the two of a call speak in it; before anybody has answered, each member of the room may. */
function maySpeak(db: Store['db'], call: Call, { signal, mine }: PolicyInput): boolean {
  if (mine) return true;
  if (call.opponent !== null) return call.opponent === signal.sender;
  return getMember(db, signal.roomNo, signal.sender)?.membership === 'join';
}

/** Another device of ours may have taken, or refused, what this one slept through. */
function toldAfterwards(
  call: Call,
  { signal, kind, mine }: PolicyInput,
): 'answered_elsewhere' | 'declined' | null {
  const refusal = kind === 'reject' || kind === 'hangup';
  const taken = refusal
    ? signal.content['reason'] === 'answered_elsewhere'
    : kind === 'select_answer' || (kind === 'answer' && mine);
  if (taken) return 'answered_elsewhere';
  return refusal && mine && call.outcome === 'missed' ? 'declined' : null;
}

/** Ends that were read before the invitation of their call. */
function createEnds() {
  const ends = new Map<string, readonly PolicyInput[]>();
  return {
    hold(key: string, input: PolicyInput): void {
      const { reason } = input.signal.content;
      const end = { ...input, signal: { ...input.signal, content: { reason } } };
      keep(ends, key, [...(ends.get(key) ?? []), end].slice(0, mostEnds));
    },
    take(key: string): readonly PolicyInput[] {
      const held = ends.get(key) ?? [];
      ends.delete(key);
      return held;
    },
  };
}

export function createSignalPolicy(deps: SignalPolicyDeps): (signal: RoomSignal) => void {
  const { store, registry, ownUserId, clock } = deps;
  const { db } = store;
  const early = createEarlyCandidates<PolicyInput>(clock);
  /** Calls of the time when we were away, and those that another device of ours answered. */
  const gone = new Map<string, Call>();
  const ends = createEnds();

  const drop = (why: string): void => deps.log.debug('signal dropped', { why });

  function invite(input: PolicyInput): void {
    const { signal, callId, mine } = input;
    const { roomId, roomNo, content, ageMs } = signal;
    const { invitee } = content;
    if (registry.get(roomId, callId) !== null) return drop('known call');
    const key = `${roomId} ${callId}`;
    const ended = registry.hasEnded(roomId, callId);
    const after = ends.take(key);
    if (ended && after.length === 0) return drop('ended call');
    if (mine) return drop('own invitation');
    if (isShortText(invitee) && invitee !== ownUserId) return drop('for somebody else');
    if (!mayRing(db, ownUserId, input)) return drop('may not ring');
    const leftMs = lifetimeOf(content) - ageMs;
    const call = {
      callId,
      roomId,
      roomNo,
      direction: 'in',
      opponent: signal.sender,
      media: mediaOf(content),
      state: 'ringing',
      sessionId: null,
      startedMs: clock.now() - ageMs,
      connectedMs: null,
      ringsUntil: clock.monotonic() + leftMs,
    } as const;
    const ringing = registry.all().filter((one) => one.state === 'ringing').length;
    if (ended || leftMs < ringMarginMs || ringing >= mostRinging) {
      drop('too late');
      const missed = registry.add(call);
      registry.end(missed, 'missed');
      keep(gone, key, missed);
      for (const end of after) afterwards(missed, end);
      return deps.late(missed, ageMs);
    }
    registry.add(call).legacy = content['version'] === 0;
    deps.pass(signal, callId);
    early.take(key).forEach(known);
  }

  /** A signal of a call that is not known here. */
  function unknown(input: PolicyInput): void {
    const { signal, callId, kind, mine } = input;
    if (kind === 'hangup' || kind === 'reject' || kind === 'answer' || kind === 'select_answer') {
      // The end of a call that never was here makes its invitation stale. What is read late is read from the newest on.
      registry.noteEnd(signal.roomId, callId);
      return ends.hold(`${signal.roomId} ${callId}`, input);
    }
    if (kind !== 'candidates' || mine) return drop('unknown call');
    if (!early.hold(`${signal.roomId} ${callId}`, input)) drop('too many early candidates');
  }

  function known(input: PolicyInput): void {
    const { signal, kind, callId, mine } = input;
    const call = registry.get(signal.roomId, callId);
    if (call === null) {
      const over = gone.get(`${signal.roomId} ${callId}`);
      return over === undefined ? unknown(input) : afterwards(over, input);
    }
    if (!maySpeak(db, call, input)) return drop('unknown party');
    switch (kind) {
      case 'candidates':
        return candidates(call, input);
      case 'answer':
        return answer(call, input);
      case 'hangup':
      case 'reject':
        return refusal(call, input);
      case 'select_answer':
        deps.pass(signal, callId);
        if (call.state === 'ringing' && signal.content['selected_party_id'] !== deps.ownDeviceId)
          registry.end(call, 'answered_elsewhere');
        return;
      case 'negotiate':
        if (mine) return drop('of our other device');
        // With a new description come candidates of their own; those of before are forgotten.
        call.candidates = 0;
        return deps.pass(signal, callId);
      case 'invite':
      case 'replaces':
      case 'sdp_stream_metadata_changed':
      case 'asserted_identity':
        if (mine) return drop('of our other device');
        return deps.pass(signal, callId);
      default:
        kind satisfies never;
    }
  }

  function afterwards(call: Call, input: PolicyInput): void {
    if (!maySpeak(db, call, input)) return drop('unknown party');
    const { signal, callId, kind } = input;
    // The window may have answered in the same moment as the other device, and still connects.
    if (kind === 'select_answer') deps.pass(signal, callId);
    const told = toldAfterwards(call, input);
    if (told !== null) registry.amend(call, told);
  }

  function candidates(call: Call, { signal, callId, mine }: PolicyInput): void {
    if (mine) return drop('of our other device');
    const { candidates: list } = signal.content;
    const room = mostCandidates - call.candidates;
    if (!Array.isArray(list) || room <= 0) return drop('too many candidates');
    call.candidates += list.length;
    const content = { ...signal.content, candidates: list.slice(0, room) };
    deps.pass({ ...signal, content }, callId);
  }

  function answer(call: Call, { signal, callId, mine }: PolicyInput): void {
    if (mine === (call.direction === 'out')) return drop('answer of the wrong side');
    deps.pass(signal, callId);
    // If both have answered, the caller says which answer it takes.
    if (mine && call.state === 'ringing' && !call.answered) {
      registry.end(call, 'answered_elsewhere');
      keep(gone, `${signal.roomId} ${callId}`, call);
    }
    if (!mine && call.opponent === null) {
      call.opponent = signal.sender;
      registry.changed(call);
    }
  }

  /** While it rings the engine knows the end; later the window judges by the party, and reports. */
  function refusal(call: Call, { signal, callId, kind, mine }: PolicyInput): void {
    const { reason } = signal.content;
    if (!mine) call.refused = kind === 'reject' ? String(reason ?? 'user_hangup') : call.refused;
    deps.pass(signal, callId);
    if (call.state !== 'ringing') return;
    if (mine) return registry.end(call, 'declined');
    registry.end(call, reason === 'answered_elsewhere' ? 'answered_elsewhere' : 'missed');
    if (call.outcome === 'missed') deps.missed(call);
  }

  return (given) => {
    const vetted = vetSignal(given.type, given.content);
    if (vetted === null) return;
    if ('bad' in vetted) return drop(vetted.bad);
    const signal = { ...given, content: vetted.content };
    const { call_id: callId, party_id: party, conf_id: groupCallId } = signal.content;
    if (!isShortText(callId) || isShortText(groupCallId)) return drop('not a call of a room');
    const mine = signal.sender === ownUserId;
    if (mine && party === deps.ownDeviceId) return;
    if (registry.isElsewhere(signal.roomId, callId)) return drop('call of another room');
    const input: PolicyInput = {
      signal,
      kind: vetted.type,
      callId,
      party: isShortText(party) ? party : null,
      mine,
    };
    if (vetted.type === 'invite') invite(input);
    else known(input);
  };
}
