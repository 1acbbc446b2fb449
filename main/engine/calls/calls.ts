// Owns the calls of one account, wired: signals in and out, rings, running calls, TURN servers, history. It must not touch media: those are the
// window's (renderer/features/calls).
import type {
  CallReport,
  CallSignal,
  OutgoingCallSignal,
  RunningCall,
} from '#contract/areas/calls/callsModels';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import type { Crypto } from '../crypto/crypto';
import { mediaOf } from '../events/callSignals';
import type { Http } from '../http/http';
import type { Found } from '../sync/roomContext';
import type { Urgent } from '../sync/urgent';
import { createAnswerGate } from './answerGate';
import { createCallRegistry, type Call, type CallRegistry } from './callRegistry';
import { createCallLengths } from './callLengths';
import { createCallReports } from './callReports';
import { createDroppedCalls, type DroppedCalls } from './droppedCalls';
import type { DeviceMessage } from './group/gate';
import { createGroupCalls, type GroupCalls } from './group/group';
import { createGroupHistory } from './groupHistory';
import { createInboundSignals } from './inboundSignals';
import { createWriteHoldOff } from './latency';
import { createOwnSignals } from './ownSignals';
import { watchRingsLeftOut } from './ringsLeftOut';
import { createRingTimers } from './ringTimers';
import { createSignalPolicy } from './signalPolicy';
import { createSignalQueue, type SignalSink } from './signalQueue';
import { createSignalSender } from './signalSender';
import { createSignalsInFlight } from './signalsInFlight';
import { createTurn, type Turn } from './turn';
import { runningOf } from './views';
import { createWindowSessions } from './windowSessions';

export interface CallsDeps {
  readonly store: Store;
  readonly http: Pick<Http, 'request'>;
  readonly crypto: Pick<
    Crypto,
    'encrypt' | 'encryptToDevice' | 'peek' | 'prepareToEncrypt' | 'recipients'
  > | null;
  readonly ownUserId: string;
  readonly ownDeviceId: string;
  readonly clock: Clock;
  readonly log: Log;
  /** A call was missed: it rang and was not answered. */
  readonly missed: (call: MissedCall) => void;
}

export type MissedCall = Pick<Call, 'callId' | 'roomId' | 'roomNo'>;

export interface Calls {
  readonly registry: CallRegistry;
  readonly turn: Turn;
  readonly group: GroupCalls;
  readonly dropped: DroppedCalls;
  /** Calls between two people and group calls. */
  running(): RunningCall[];
  /** Takes to-device messages. */
  arrived(messages: readonly DeviceMessage[]): void;
  /** To be called after each sync, before any other listener. */
  found(found: Found): void;
  /** Takes events that were decrypted. */
  decrypted(eventNos: readonly number[]): void;
  /** The path of signals before the store (latency.ts). */
  readonly urgent: Urgent;
  /** Gives the calls to this window. Returns the function that says that the window is gone. */
  claim(sessionId: string, sink: SignalSink): () => void;
  taken(sessionId: string, upTo: number): void;
  send(signal: OutgoingCallSignal): Promise<{ eventId: string | null }>;
  report(report: CallReport): void;
  /** Declines without media: from the ring window, or because the user is in a call. */
  decline(roomId: string, callId: string, busy: boolean): Promise<void>;
  /** Ends running calls; takes a second at most. */
  stop(): Promise<void>;
}

const lastWordMs = 1_500;

export function createCalls(deps: CallsDeps): Calls {
  const { store, clock, ownUserId, ownDeviceId } = deps;
  const registry = createCallRegistry(store, clock);
  const recipients = deps.crypto?.recipients ?? null;
  const stopReading =
    recipients === null ? null : watchRingsLeftOut({ ...deps, registry, recipients });
  const queue = createSignalQueue(clock.now());
  const turn = createTurn({ http: deps.http, clock, log: deps.log });
  const send = createSignalSender({ ...deps, registry });
  const inFlight = createSignalsInFlight(clock);
  const holdOff = createWriteHoldOff(clock);
  const rings = createRingTimers({ ...deps, registry, queue });

  function toWindow(signal: Omit<CallSignal, 'key' | 'seq'>): void {
    const polite = registry.get(signal.roomId, signal.callId)?.direction === 'in';
    inFlight.receive(signal, polite, () => queue.push(signal));
  }

  const policy = createSignalPolicy({
    ...deps,
    registry,
    missed: rings.missed,
    late: rings.announceLate,
    pass: (signal, callId) => {
      const { type, roomId, sender, content, eventId } = signal;
      if (type === 'm.call.answer') holdOff.answered(callId);
      const bornMs = Math.min(clock.now() - signal.ageMs, clock.now() - 1);
      const own = { senderDevice: null, groupCallId: null, bornMs };
      toWindow({ type, callId, roomId, sender, eventId, content: content as never, ...own });
    },
  });

  const answers = createAnswerGate({ ...deps, policy, recipients });
  const inbound = createInboundSignals({ ...deps, registry, policy: answers });

  const group = createGroupCalls({
    ...deps,
    pass: ({ content, ...signal }, roomId) =>
      toWindow({ ...signal, roomId, eventId: null, content: content as never }),
  });

  const apply = createCallReports({ store, registry, holdOff, clock });
  const lengths = createCallLengths(store);
  const groupHistory = createGroupHistory({ ...deps, group });
  const running = (): RunningCall[] => [...runningOf(store.db, registry.all()), ...group.running()];
  const dropped = createDroppedCalls({ ...deps, running });
  dropped.note(group.leftBehind());
  registry.onChange(dropped.look);
  group.onChange(dropped.look);

  const ownSignals = createOwnSignals({ ...deps, registry, queue, send });
  const sessions = createWindowSessions({
    ...{ registry, queue, turn, group, dropped, ownSignals, running, clock },
  });

  return {
    registry,
    turn,
    group,
    dropped,
    running,
    arrived: group.arrived,
    found(found) {
      group.found(found);
      const events = [...found.live.values()].flat();
      inbound.found(events);
      lengths.found(events);
    },
    decrypted(eventNos) {
      inbound.decrypted(eventNos);
      lengths.decrypted(eventNos);
    },
    urgent: { ...inbound.early, quietUntil: holdOff.until },
    claim: sessions.claim,
    taken: queue.taken,
    async send(signal) {
      const { to, type, callId, content, requestId } = signal;
      const { roomId } = to;
      if (to.device !== null) {
        await inFlight.send(signal, () => group.send(signal));
        return { eventId: null };
      }
      const call = registry.get(roomId, callId);
      if (type === 'm.call.reject' && call !== null) call.refused = 'user_hangup';
      if (type === 'm.call.invite' && call !== null) call.media = mediaOf(content);
      if (type === 'm.call.answer') {
        holdOff.answered(callId);
        if (call !== null) call.answered = true;
      }
      const out = { roomId, type, content, txnId: `call.${requestId}` };
      try {
        const eventId = await inFlight.send(signal, (unneeded) => send({ ...out, unneeded }));
        return { eventId: eventId === '' ? null : eventId };
      } catch (thrown) {
        if (type === 'm.call.invite') ownSignals.takeBack(roomId, callId, thrown);
        throw thrown;
      }
    },
    report(report) {
      apply(report);
      lengths.reported(report);
    },
    async decline(roomId, callId, busy) {
      groupHistory.declines(roomId, callId);
      if (group.dismissRing(roomId, callId)) return;
      const call = registry.get(roomId, callId);
      if (call === null || call.state !== 'ringing') return;
      const reason = busy ? { reason: 'user_busy' } : {};
      registry.end(call, busy ? 'busy' : 'declined');
      const content = { version: '1', call_id: callId, party_id: ownDeviceId, ...reason };
      const type = call.legacy ? 'm.call.hangup' : 'm.call.reject';
      const rest = { senderDevice: null, groupCallId: null, eventId: null, bornMs: clock.now() };
      queue.push({ type, callId, roomId, sender: ownUserId, content: content as never, ...rest });
      await ownSignals.send(call, type, reason);
    },
    async stop() {
      sessions.stop();
      stopReading?.();
      turn.stop();
      dropped.stop();
      rings.stop();
      const calls = registry.all().filter(({ sessionId }) => sessionId !== null);
      const ended = Promise.all([ownSignals.hangUp(calls), group.stop()]);
      if (calls.length + group.running().length > 0) {
        const limit = new Promise<void>((resolve) => clock.setTimeout(resolve, lastWordMs));
        await Promise.race([ended, limit]);
      }
      registry.stop();
    },
  };
}
