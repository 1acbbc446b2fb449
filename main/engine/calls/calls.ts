// Calls of one account, wired: signals in and out, what rings, what runs, TURN servers. The media are the window's (renderer/features/calls);
// a window that dies leaves no call behind.
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type {
  CallReport,
  CallSignal,
  OutgoingCallSignal,
  RunningCall,
} from '#contract/areas/callsModels';
import type { CallOutcome } from '#contract/areas/callNote';
import { appFailure, toAppError } from '#contract/wire/errors';
import type { Crypto } from '../crypto/crypto';
import type { Http } from '../http/http';
import type { Clock, Log } from '../base/types';
import type { Found } from '../sync/roomContext';
import type { Urgent } from '../sync/urgent';
import { createCallBook, type Call, type CallBook } from './book';
import { createCutCalls, type CutCalls } from './cut';
import type { DeviceMessage } from './group/gate';
import { createGroupCalls, type GroupCalls } from './group/group';
import { createGroupHistory } from './groupHistory';
import { createHearing } from './hearing';
import { createJudge } from './judge';
import { createSignalQueue, type SignalSink } from './queue';
import { createQuietTime } from './quietTime';
import { createSignalSender } from './send';
import { mayPass } from './tries';
import { createTurn, type Turn } from './turn';
import { createUnderway } from './underway';
import { mediaOf } from '../events/callSignals';
import { runningOf } from './views';

export interface CallsDeps {
  readonly store: Store;
  readonly http: Pick<Http, 'request'>;
  readonly crypto: Pick<Crypto, 'encrypt' | 'encryptToDevice' | 'peek' | 'prepareToEncrypt'> | null;
  readonly ownUserId: string;
  readonly ownDeviceId: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Somebody called and was not answered. */
  readonly missed: (call: MissedCall) => void;
}

export type MissedCall = Pick<Call, 'callId' | 'roomId' | 'roomNo'>;

export interface Calls {
  readonly book: CallBook;
  readonly turn: Turn;
  readonly group: GroupCalls;
  readonly cut: CutCalls;
  /** Calls between two and of many. */
  running(): RunningCall[];
  /** What came to this device alone. */
  arrived(messages: readonly DeviceMessage[]): void;
  /** After each sync, before anything else hears of it. */
  found(found: Found): void;
  /** Events that can be read now. */
  decrypted(eventNos: readonly number[]): void;
  /** What sync tells of rooms with a call before it is stored. */
  readonly urgent: Urgent;
  /** This window has the calls from now on. Returns the function that says its window is gone. */
  claim(sessionId: string, sink: SignalSink): () => void;
  taken(sessionId: string, upTo: number): void;
  send(signal: OutgoingCallSignal): Promise<{ eventId: string | null }>;
  report(report: CallReport): void;
  /** Without media: from the ring window, or because the line is busy. */
  decline(roomId: string, callId: string, busy: boolean): Promise<void>;
  /** Ends what runs, for a second at most. */
  stop(): Promise<void>;
}

/** A window that is reloaded is back sooner; what it had is ended for the other side within ten seconds. */
const awayMs = 5_000;
const lastWordMs = 1_500;
/** A ring that a window remembers and a restarted engine does not. */
const unknownRingMs = 30_000;
/** Whether another device took a call stands in what follows its invitation. */
const lateMs = 3_000;
/** Older news are listed, not announced. */
const mostLateMs = 24 * 3_600_000;

function outcomeOf(call: Call, reason: string | null): CallOutcome {
  if (call.connectedMs !== null) return 'answered';
  if (call.direction === 'in') {
    if (reason === 'answered_elsewhere') return 'answered_elsewhere';
    return call.refused === null && reason !== 'user_hangup' ? 'failed' : 'declined';
  }
  if (reason === 'invite_timeout') return 'no_answer';
  if (reason === 'user_busy' || call.refused === 'user_busy') return 'busy';
  if (call.refused !== null) return 'declined';
  return reason === 'user_hangup' || reason === 'replaced' ? 'cancelled' : 'failed';
}

export function createCalls(deps: CallsDeps): Calls {
  const { store, clock, ownUserId, ownDeviceId } = deps;
  const book = createCallBook(store, clock);
  const queue = createSignalQueue(clock.now());
  const turn = createTurn({ http: deps.http, clock, log: deps.log });
  const send = createSignalSender({ ...deps, book });
  const underway = createUnderway(clock);
  const timers = new Map<string, () => void>();
  const later = new Map<Call, () => void>();
  const quietTime = createQuietTime(clock);
  let lastTxn = 0;
  let cancelAway: (() => void) | null = null;

  function tell(signal: Omit<CallSignal, 'key' | 'seq'>): void {
    const polite = book.get(signal.roomId, signal.callId)?.direction === 'in';
    underway.hear(signal, polite, () => queue.push(signal));
  }

  const judge = createJudge({
    ...deps,
    book,
    missed: (call) => {
      stopRinging(call);
      deps.missed(call);
    },
    late(call, ageMs) {
      if (ageMs > mostLateMs) return;
      const tell = (): void => {
        later.delete(call);
        if (call.outcome === 'missed') deps.missed(call);
      };
      later.set(call, clock.setTimeout(tell, lateMs));
    },
    pass: (signal, callId) => {
      const { type, roomId, sender, content, eventId } = signal;
      if (type === 'm.call.answer') quietTime.answered(callId);
      tell({
        type,
        callId,
        roomId,
        sender,
        eventId,
        senderDevice: null,
        groupCallId: null,
        bornMs: Math.min(clock.now() - signal.ageMs, clock.now() - 1),
        content: content as never,
      });
    },
  });

  const hearing = createHearing({ ...deps, book, judge });

  const group = createGroupCalls({
    ...deps,
    pass: ({ senderDevice, groupCallId, content, ...signal }, roomId) =>
      tell({
        ...signal,
        roomId,
        senderDevice,
        groupCallId,
        eventId: null,
        content: content as never,
      }),
  });

  const groupHistory = createGroupHistory({ ...deps, group });
  const running = (): RunningCall[] => [...runningOf(store.db, book.all()), ...group.running()];
  const cut = createCutCalls({ ...deps, running });
  cut.note(group.leftBehind());
  book.onChange(cut.look);
  group.onChange(cut.look);

  function stopRinging(call: Call): void {
    timers.get(`${call.roomId} ${call.callId}`)?.();
    timers.delete(`${call.roomId} ${call.callId}`);
  }

  /** Every ring has a timer of its own; a call that is over leaves no signals behind. */
  function follow(): void {
    const live = new Map(book.all().map((call) => [`${call.roomId} ${call.callId}`, call]));
    for (const [key, cancel] of timers) {
      if (live.get(key)?.state === 'ringing') continue;
      cancel();
      timers.delete(key);
      const call = live.get(key);
      queue.settle(call?.callId ?? key.slice(key.indexOf(' ') + 1));
    }
    for (const [key, call] of live) {
      if (call.state !== 'ringing' || timers.has(key)) continue;
      queue.keep(call.callId);
      // An answer shall not have to wait for keys.
      void deps.crypto?.prepareToEncrypt(call.roomNo);
      const expire = (): void => {
        if (call.state !== 'ringing') return;
        book.end(call, 'missed');
        deps.missed(call);
      };
      timers.set(key, clock.setTimeout(expire, call.ringsUntil - clock.monotonic()));
    }
  }
  book.onChange(follow);

  /** A word of the engine's own, in the name of this device. */
  async function speak(
    call: Pick<Call, 'roomId' | 'callId'>,
    type: string,
    content: Record<string, unknown>,
  ): Promise<void> {
    lastTxn += 1;
    const base = { version: '1', call_id: call.callId, party_id: ownDeviceId };
    const txnId = `call.${clock.now()}.${lastTxn}`;
    await send({ roomId: call.roomId, type, content: { ...base, ...content }, txnId });
  }

  /** An invitation that was given up may have arrived all the same: nobody shall be rung by a call that is over. */
  function takeBack(roomId: string, callId: string, thrown: unknown): void {
    // Whoever hung up meanwhile has said so.
    if (!mayPass(toAppError(thrown)) || book.hasEnded(roomId, callId)) return;
    const said = speak({ roomId, callId }, 'm.call.hangup', { reason: 'send_invite' });
    said.catch(() => deps.log.warn('an invitation could not be taken back'));
  }

  async function hangUp(calls: readonly Call[]): Promise<void> {
    await Promise.allSettled(
      calls.map((call) => {
        book.end(call, outcomeOf(call, 'user_hangup'));
        queue.drop(call.callId);
        return speak(call, 'm.call.hangup', { reason: 'user_hangup' });
      }),
    );
  }

  const orphans = (alive: string | null): Call[] =>
    book.all().filter(({ sessionId }) => sessionId !== null && sessionId !== alive);

  /** Ends what windows had that are gone. */
  function windowGone(alive: string | null): void {
    const lost = running().filter(({ sessionId }) => sessionId !== alive);
    void hangUp(orphans(alive));
    void group.windowGone(alive);
    cut.note(lost);
  }

  function expectWindow(): void {
    cancelAway?.();
    cancelAway = clock.setTimeout(() => windowGone(queue.session()), awayMs);
  }
  if (orphans(null).length > 0) expectWindow();

  function started(report: CallReport, roomNo: number): Call {
    const { callId, roomId, userId, direction, media, state, sessionId } = report;
    return book.add({
      callId,
      roomId,
      roomNo,
      direction,
      opponent: userId,
      media,
      state,
      sessionId: state === 'ringing' ? null : sessionId,
      startedMs: clock.now(),
      connectedMs: null,
      ringsUntil: clock.monotonic() + unknownRingMs,
    });
  }

  return {
    book,
    turn,
    group,
    cut,
    running,
    arrived: group.arrived,
    found(found) {
      group.found(found);
      hearing.found([...found.live.values()].flat());
    },
    decrypted: hearing.decrypted,
    urgent: { ...hearing.urgent, quietUntil: quietTime.until },
    claim(sessionId, sink) {
      queue.claim(sessionId, sink);
      turn.start();
      cancelAway?.();
      cancelAway = null;
      windowGone(sessionId);
      return () => {
        if (queue.release(sink)) expectWindow();
      };
    },
    taken: queue.taken,
    async send(signal) {
      const { to, type, callId, content, requestId } = signal;
      const { roomId } = to;
      if (to.device !== null) {
        await underway.send(signal, () => group.send(signal));
        return { eventId: null };
      }
      const call = book.get(roomId, callId);
      if (type === 'm.call.reject' && call !== null) call.refused = 'user_hangup';
      if (type === 'm.call.invite' && call !== null) call.media = mediaOf(content);
      if (type === 'm.call.answer') quietTime.answered(callId);
      const out = { roomId, type, content, txnId: `call.${requestId}` };
      try {
        const eventId = await underway.send(signal, (enough) => send({ ...out, enough }));
        return { eventId: eventId === '' ? null : eventId };
      } catch (thrown) {
        if (type === 'm.call.invite') takeBack(roomId, callId, thrown);
        throw thrown;
      }
    },
    report(report) {
      const roomNo = roomNoOf(store.db, report.roomId);
      if (roomNo === null) throw appFailure('not_found', 'There is no such room');
      const known = book.get(report.roomId, report.callId);
      // A window that was slow tells of a call that is over by now.
      const over = report.state === 'ended' || book.hasEnded(report.roomId, report.callId);
      if (known === null && over) return;
      // The window makes the call that rings: nobody has answered it.
      if (known?.state === 'ringing' && report.state === 'fledgling') return;
      const call = known ?? started(report, roomNo);
      if (report.state === 'ended') {
        const never = report.reason === 'replaced' && call.connectedMs === null;
        return never ? book.endReplaced(call) : book.end(call, outcomeOf(call, report.reason));
      }
      call.sessionId = report.state === 'ringing' ? null : report.sessionId;
      call.state = report.state;
      call.media = report.media;
      if (report.state !== 'ringing') call.outcome = 'running';
      if (report.state === 'connected') {
        call.connectedMs ??= clock.now();
        quietTime.connected();
      }
      if (report.userId !== null) call.opponent ??= report.userId;
      book.changed(call);
    },
    async decline(roomId, callId, busy) {
      groupHistory.declines(roomId, callId);
      if (group.dismissRing(roomId, callId)) return;
      const call = book.get(roomId, callId);
      if (call === null || call.state !== 'ringing') return;
      const reason = busy ? { reason: 'user_busy' } : {};
      book.end(call, busy ? 'busy' : 'declined');
      const content = { version: '1', call_id: callId, party_id: ownDeviceId, ...reason };
      const type = call.legacy ? 'm.call.hangup' : 'm.call.reject';
      const rest = { senderDevice: null, groupCallId: null, eventId: null, bornMs: clock.now() };
      queue.push({ type, callId, roomId, sender: ownUserId, content: content as never, ...rest });
      await speak(call, type, reason);
    },
    async stop() {
      cancelAway?.();
      turn.stop();
      cut.stop();
      timers.forEach((cancel) => cancel());
      later.forEach((cancel) => cancel());
      const calls = book.all().filter(({ sessionId }) => sessionId !== null);
      const ended = Promise.all([hangUp(calls), group.stop()]);
      if (calls.length + group.running().length === 0) return;
      const limit = new Promise<void>((resolve) => clock.setTimeout(resolve, lastWordMs));
      await Promise.race([ended, limit]);
    },
  };
}
