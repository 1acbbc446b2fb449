// Signals that came to this device alone: which of them are for a leg of the call that runs here, and in what order. Deny by default: the
// Olm device must be the one that the message names, and its owner a joined, listed participant, before anything opens a leg.
import type { Clock, Log } from '../../base/types';
import { isShortText } from '../../events/shortText';
import { mostCandidates, vetSignal, type Content } from '../signalSchema';
import { vetGesture } from './gestures';

export interface DeviceMessage {
  readonly type: string;
  readonly sender: string;
  /** The device whose Olm session it came through; null when it was not encrypted or the device is unknown. */
  readonly senderDevice: string | null;
  readonly content: Content;
}

export interface LegSignal {
  readonly type: string;
  readonly callId: string;
  readonly groupCallId: string;
  readonly sender: string;
  readonly senderDevice: string;
  /** Without `seq`: it is in order. */
  readonly content: Content;
  readonly bornMs: number;
}

export interface Leg {
  readonly groupCallId: string;
  readonly userId: string;
  readonly deviceId: string;
}

export interface GateDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** The session with which this device is in that call; null: it is not. */
  readonly ownSession: (groupCallId: string) => string | null;
  /** Joined, and listed in that call with this device and session. */
  readonly isListed: (leg: Leg, sessionId: string) => boolean;
  readonly pass: (signal: LegSignal) => void;
}

export interface Gate {
  arrived(message: DeviceMessage): void;
  /** The room's state changed: held messages may be admitted now. */
  again(): void;
  /** A leg that we call ourselves: the answer may come. */
  placed(callId: string, leg: Leg): void;
  /** Out of this call: its legs are over. */
  left(groupCallId: string): void;
  stop(): void;
}

const holdMs = 10_000;
const gapMs = 2_000;
const mostHeld = 200;
const mostHeldOfSender = 40;
const mostLegs = 200;

interface Held {
  readonly message: DeviceMessage;
  readonly until: number;
}
interface Lane {
  next: number;
  waiting: { readonly seq: number; readonly signal: LegSignal }[];
  cancel: (() => void) | null;
  candidates: number;
}

export function createGate(deps: GateDeps): Gate {
  const { clock } = deps;
  const legs = new Map<string, Leg>();
  const lanes = new Map<string, Lane>();
  let held: Held[] = [];

  const drop = (why: string): void => deps.log.debug('leg signal dropped', { why });

  function remember(callId: string, leg: Leg): void {
    legs.set(callId, leg);
    const [oldest] = legs.keys();
    if (legs.size > mostLegs && oldest !== undefined) forget(oldest);
  }

  function forget(callId: string): void {
    const leg = legs.get(callId);
    legs.delete(callId);
    if (leg === undefined) return;
    const key = `${leg.userId} ${leg.deviceId} ${callId}`;
    lanes.get(key)?.cancel?.();
    lanes.delete(key);
  }

  /** `wait`: sync may not have brought yet that the sender has entered the call. */
  function judge(message: DeviceMessage): 'pass' | 'wait' | 'drop' {
    const { content, sender, senderDevice } = message;
    const { conf_id: groupCallId, call_id: callId, sender_session_id: theirs } = content;
    if (senderDevice === null || senderDevice !== content['device_id']) return 'drop';
    if (!isShortText(groupCallId) || !isShortText(callId) || !isShortText(theirs)) return 'drop';
    const own = deps.ownSession(groupCallId);
    if (own === null || content['dest_session_id'] !== own) return 'drop';
    const leg = legs.get(callId);
    if (leg !== undefined)
      return leg.groupCallId === groupCallId &&
        leg.userId === sender &&
        leg.deviceId === senderDevice
        ? 'pass'
        : 'drop';
    const from = { groupCallId, userId: sender, deviceId: senderDevice };
    if (!deps.isListed(from, theirs)) return 'wait';
    remember(callId, from);
    return 'pass';
  }

  function admit(message: DeviceMessage): void {
    const { type, sender, content, senderDevice } = message;
    const vetted = vetGesture(type, content) ?? vetSignal(type, content);
    if (vetted === null || 'bad' in vetted || senderDevice === null)
      return drop(vetted !== null && 'bad' in vetted ? vetted.bad : 'not a signal');
    const { seq, ...rest } = vetted.content;
    const callId = String(rest['call_id']);
    const key = `${sender} ${senderDevice} ${callId}`;
    const lane = lanes.get(key) ?? { next: 0, waiting: [], cancel: null, candidates: 0 };
    lanes.set(key, lane);
    // A renegotiated connection needs new candidates: a long call on a bad line would use up the limit.
    if (vetted.type === 'negotiate') lane.candidates = 0;
    if (vetted.type === 'candidates') {
      const list = rest['candidates'] as unknown[];
      const room = mostCandidates - lane.candidates;
      lane.candidates += list.length;
      rest['candidates'] = list.slice(0, Math.max(0, room));
    }
    const signal = {
      type,
      callId,
      groupCallId: String(rest['conf_id']),
      sender,
      senderDevice,
      content: rest,
      bornMs: clock.now() - 1,
    };
    if (!Number.isSafeInteger(seq)) return deps.pass(signal);
    if (Number(seq) < lane.next || lane.waiting.some((one) => one.seq === seq)) return;
    if (lane.waiting.length >= mostHeldOfSender) return drop('too many out of order');
    lane.waiting.push({ seq: Number(seq), signal });
    lane.waiting.sort((a, b) => a.seq - b.seq);
    release(lane);
  }

  /** A message that is lost must not silence a leg for good: its place is left out after a while. */
  function release(lane: Lane): void {
    lane.cancel?.();
    lane.cancel = null;
    for (let first = lane.waiting[0]; first?.seq === lane.next; first = lane.waiting[0]) {
      lane.waiting.shift();
      lane.next += 1;
      deps.pass(first.signal);
    }
    if (lane.waiting.length === 0) return;
    lane.cancel = clock.setTimeout(() => {
      lane.next = lane.waiting[0]?.seq ?? lane.next;
      release(lane);
    }, gapMs);
  }

  function again(): void {
    const now = clock.monotonic();
    const waiting = held;
    held = [];
    for (const one of waiting) {
      const verdict = judge(one.message);
      if (verdict === 'pass') admit(one.message);
      else if (verdict === 'wait' && one.until > now) held.push(one);
      else drop('not a participant');
    }
  }

  return {
    arrived(message) {
      const verdict = judge(message);
      if (verdict === 'pass') return admit(message);
      if (verdict === 'drop') return drop('not for a leg of ours');
      const ofSender = held.filter((one) => one.message.sender === message.sender).length;
      if (held.length >= mostHeld || ofSender >= mostHeldOfSender) return drop('too many held');
      held.push({ message, until: clock.monotonic() + holdMs });
      clock.setTimeout(again, holdMs + 1);
    },
    again,
    placed: remember,
    left(groupCallId) {
      for (const [callId, leg] of legs) if (leg.groupCallId === groupCallId) forget(callId);
      held = held.filter((one) => one.message.content['conf_id'] !== groupCallId);
    },
    stop() {
      for (const callId of [...legs.keys()]) forget(callId);
      held = [];
    },
  };
}
