// Decides what a vetted signal of a room means: who may send it, whether somebody rings, whether it is for the window. Changes the book;
// what goes to the window is handed to `pass`. Deny by default.
import { getRoom } from '#stores/rooms/rooms';
import { getMember } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import type { Call, CallBook } from './book';
import { mediaOf, type SignalKind } from '../events/callSignals';
import { isShortText } from '../events/shortText';
import { ringsAmong } from './permission';
import { lifetimeOf, mostCandidates, vetSignal, type Content } from './vet';

export interface RoomSignal {
  readonly roomNo: number;
  readonly roomId: string;
  readonly eventId: string;
  readonly sender: string;
  readonly type: string;
  readonly content: Content;
  readonly ageMs: number;
}

export interface JudgeDeps {
  readonly store: Store;
  readonly book: CallBook;
  readonly ownUserId: string;
  readonly ownDeviceId: string;
  readonly clock: Clock;
  readonly log: Log;
  /** For the window. */
  readonly pass: (signal: RoomSignal, callId: string) => void;
  readonly missed: (call: Call) => void;
  /** An invitation came when its call was over; what came of it stands in signals that follow. */
  readonly late: (call: Call, ageMs: number) => void;
}

/** CALL-5.5: who would hear it for less than this is not rung. */
const ringMarginMs = 3_000;
const mostRinging = 8;
const holdMs = 60_000;
const mostHeldCalls = 32;
const mostHeldSignals = 16;
const mostLate = 200;

interface Judged {
  readonly signal: RoomSignal;
  readonly kind: SignalKind;
  readonly callId: string;
  readonly party: string | null;
  readonly mine: boolean;
}

export function createJudge(deps: JudgeDeps): (signal: RoomSignal) => void {
  const { store, book, ownUserId, clock } = deps;
  const { db } = store;
  /** Candidates can be readable before their invitation is. */
  const held = new Map<string, { readonly until: number; readonly signals: Judged[] }>();
  /** Calls of the time when we were away. */
  const late = new Map<string, Call>();

  const drop = (why: string): void => deps.log.debug('signal dropped', { why });

  /** Between two people, or addressed by name. */
  function mayRing({ signal }: Judged): boolean {
    const { roomNo, sender, content } = signal;
    const joined = ringsAmong(db, roomNo, sender);
    if (joined === null) return false;
    if (content['invitee'] === ownUserId || joined === 2) return true;
    return getRoom(db, roomNo)?.directUserId === sender;
  }

  function invite(judged: Judged): void {
    const { signal, callId, mine } = judged;
    const { roomId, roomNo, content, ageMs } = signal;
    const { invitee } = content;
    if (book.get(roomId, callId) !== null) return drop('known call');
    if (book.hasEnded(roomId, callId)) return drop('ended call');
    if (mine) return drop('own invitation');
    if (isShortText(invitee) && invitee !== ownUserId) return drop('for somebody else');
    if (!mayRing(judged)) return drop('may not ring');
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
    const ringing = book.all().filter((one) => one.state === 'ringing').length;
    if (leftMs < ringMarginMs || ringing >= mostRinging) {
      drop('too late');
      const missed = book.add(call);
      book.end(missed, 'missed');
      late.set(`${roomId} ${callId}`, missed);
      const [oldest] = late.keys();
      if (late.size > mostLate && oldest !== undefined) late.delete(oldest);
      return deps.late(missed, ageMs);
    }
    book.add(call).legacy = content['version'] === 0;
    deps.pass(signal, callId);
    replay(roomId, callId);
  }

  function replay(roomId: string, callId: string): void {
    const key = `${roomId} ${callId}`;
    const waiting = held.get(key);
    held.delete(key);
    for (const judged of waiting?.signals ?? []) known(judged);
  }

  function hold(judged: Judged): void {
    const { signal, callId, kind, mine } = judged;
    const now = clock.monotonic();
    for (const [key, { until }] of held) if (until < now) held.delete(key);
    if (kind === 'hangup' || kind === 'reject' || kind === 'answer' || kind === 'select_answer') {
      // What ends a call that never was here makes its invitation stale; only who could end it counts.
      book.noteEnd(signal.roomId, callId);
      return;
    }
    if (kind !== 'candidates' || mine) return drop('unknown call');
    const key = `${signal.roomId} ${callId}`;
    const waiting = held.get(key) ?? { until: now + holdMs, signals: [] };
    if (held.size >= mostHeldCalls || waiting.signals.length >= mostHeldSignals)
      return drop('too many early candidates');
    waiting.signals.push(judged);
    held.set(key, waiting);
  }

  /** Only the two of a call speak in it; before somebody has answered, whoever is in the room may. */
  function maySpeak(call: Call, { signal, mine }: Judged): boolean {
    if (mine) return true;
    if (call.opponent !== null) return call.opponent === signal.sender;
    return getMember(db, signal.roomNo, signal.sender)?.membership === 'join';
  }

  function known(judged: Judged): void {
    const { signal, kind, callId, mine } = judged;
    const call = book.get(signal.roomId, callId);
    if (call === null) {
      const missed = late.get(`${signal.roomId} ${callId}`);
      return missed === undefined ? hold(judged) : afterwards(missed, judged);
    }
    if (!maySpeak(call, judged)) return drop('unknown party');
    switch (kind) {
      case 'candidates':
        return candidates(call, judged);
      case 'answer':
        return answer(call, judged);
      case 'hangup':
      case 'reject':
        return refusal(call, judged);
      case 'select_answer':
        deps.pass(signal, callId);
        if (call.state === 'ringing' && signal.content['selected_party_id'] !== deps.ownDeviceId)
          book.end(call, 'answered_elsewhere');
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

  /** Another device of ours may have taken, or refused, what this one slept through. */
  function afterwards(call: Call, judged: Judged): void {
    const { signal, kind, mine } = judged;
    if (!maySpeak(call, judged)) return drop('unknown party');
    const refusal = kind === 'reject' || kind === 'hangup';
    const taken = refusal
      ? signal.content['reason'] === 'answered_elsewhere'
      : kind === 'select_answer' || (kind === 'answer' && mine);
    if (taken) book.amend(call, 'answered_elsewhere');
    else if (refusal && mine && call.outcome === 'missed') book.amend(call, 'declined');
  }

  function candidates(call: Call, { signal, callId, mine }: Judged): void {
    if (mine) return drop('of our other device');
    const { candidates: list } = signal.content;
    const room = mostCandidates - call.candidates;
    if (!Array.isArray(list) || room <= 0) return drop('too many candidates');
    call.candidates += list.length;
    const content = { ...signal.content, candidates: list.slice(0, room) };
    deps.pass({ ...signal, content }, callId);
  }

  function answer(call: Call, { signal, callId, mine }: Judged): void {
    if (mine === (call.direction === 'out')) return drop('answer of the wrong side');
    deps.pass(signal, callId);
    if (mine && call.state === 'ringing') book.end(call, 'answered_elsewhere');
    else if (!mine && call.opponent === null) {
      call.opponent = signal.sender;
      book.changed(call);
    }
  }

  /** While it rings the engine knows the end; later the window judges by the party, and reports. */
  function refusal(call: Call, { signal, callId, kind, mine }: Judged): void {
    const { reason } = signal.content;
    if (!mine) call.refused = kind === 'reject' ? String(reason ?? 'user_hangup') : call.refused;
    deps.pass(signal, callId);
    if (call.state !== 'ringing') return;
    if (mine) return book.end(call, 'declined');
    book.end(call, reason === 'answered_elsewhere' ? 'answered_elsewhere' : 'missed');
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
    if (book.isElsewhere(signal.roomId, callId)) return drop('call of another room');
    const judged: Judged = {
      signal,
      kind: vetted.type,
      callId,
      party: isShortText(party) ? party : null,
      mine,
    };
    if (vetted.type === 'invite') invite(judged);
    else known(judged);
  };
}
