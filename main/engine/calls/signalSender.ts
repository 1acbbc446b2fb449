// Sends signals as room events: in the window's order per call, encrypted where the room is. It must not use the outbox, because a signal
// is worth nothing once its call is over: it is tried with one transaction id, then the window is told of the failure.
import { appFailure } from '#contract/wire/errors';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { memberIds } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import type { Crypto } from '../crypto/crypto';
import type { Http } from '../http/http';
import { bareEnd, isLeavingOut } from '../events/callSignals';
import { path } from '../http/url';
import { createKeyedQueue } from '../base/keyedQueue';
import type { Clock } from '../base/types';
import { broken } from '../base/unexpected';
import type { Call } from './callRegistry';
import { maySignal } from './permission';
import { requestTimeoutMs, retrySignal } from './signalRetry';
import type { Content } from './signalSchema';

export interface SignalOut {
  readonly roomId: string;
  readonly type: string;
  readonly content: Content;
  /** Unique for the account; the same again is the same event. */
  readonly txnId: string;
  /** Aborted: no further attempt is needed, which is not a failure. */
  readonly unneeded?: AbortSignal;
}

export interface SendDeps {
  readonly store: Store;
  readonly http: Pick<Http, 'request'>;
  readonly crypto: Pick<Crypto, 'encrypt' | 'recipients'> | null;
  readonly ownUserId: string;
  readonly clock: Clock;
  /** The running calls. */
  readonly registry: {
    get(roomId: string, callId: string): Pick<Call, 'state' | 'opponent'> | null;
  };
}

/** In larger rooms no person is called directly: the first so many members are checked for all. */
const mostAsked = 30;

/**
 * How often a signal is tried. The user waits for an invitation, an answer or a transfer; a hang-up is useful as long as the invitation
 * rings, every other signal as long as its call runs. The candidates of a call without a connection are sent again by the call itself, with
 * a limit of its own (CALL-9.3).
 */
function mostTries(type: string, call: Pick<Call, 'state'> | null): number {
  switch (type) {
    case 'm.call.candidates':
      return call?.state === 'connected' ? Infinity : 1;
    case 'm.call.invite':
    case 'm.call.answer':
    case 'm.call.replaces':
      return 5;
    case 'm.call.hangup':
    case 'm.call.reject':
      return 18;
    default:
      return call === null ? 5 : Infinity;
  }
}

export function createSignalSender(deps: SendDeps): (signal: SignalOut) => Promise<string> {
  const { store, http, crypto, clock } = deps;
  const inOrder = createKeyedQueue();

  /** In an unencrypted room no key can be withheld from unverified people, so the signal itself is refused. */
  async function refuseUnverified(roomNo: number, { roomId, content }: SignalOut): Promise<void> {
    if (crypto === null) return;
    const opponent = deps.registry.get(roomId, String(content['call_id']))?.opponent ?? null;
    const others = memberIds(store.db, roomNo, ['join'])
      .map(({ userId }) => userId)
      .filter((userId) => userId !== deps.ownUserId);
    const asked = opponent === null ? others.slice(0, mostAsked) : [opponent];
    if (asked.length === 0) return;
    const isOut = await Promise.all(
      asked.map((userId) => crypto.recipients.leavesOut(roomId, userId)),
    );
    const isCrowd = opponent === null && others.length > mostAsked;
    if (isCrowd ? isOut.some((one) => one) : isOut.every((one) => one))
      throw appFailure('nobody_verified', 'Only verified people are called in this room');
  }

  async function once(roomNo: number, given: SignalOut): Promise<string> {
    const { roomId, txnId } = given;
    const signal = isLeavingOut(given.type, given.content)
      ? { ...given, content: bareEnd(given.content) }
      : given;
    let wire: { type: string; content: Content } = signal;
    if (getRoom(store.db, roomNo)?.encryption !== null) {
      if (crypto === null) throw broken('Encryption is not available');
      wire = await crypto.encrypt(roomNo, signal.type, { ...signal.content });
    } else if (!isLeavingOut(signal.type, signal.content)) await refuseUnverified(roomNo, signal);
    const answer = await http.request<{ event_id?: unknown }>({
      method: 'PUT',
      path: path`/rooms/${roomId}/send/${wire.type}/${txnId}`,
      body: wire.content,
      retry: 'none',
      timeoutMs: requestTimeoutMs,
      ...(signal.unneeded === undefined ? {} : { signal: signal.unneeded }),
    });
    return typeof answer.event_id === 'string' ? answer.event_id : '';
  }

  async function send(signal: SignalOut): Promise<string> {
    const roomNo = roomNoOf(store.db, signal.roomId);
    if (roomNo === null || getRoom(store.db, roomNo)?.membership !== 'join')
      throw appFailure('not_joined', 'You are not in this room');
    if (!maySignal(store, roomNo, deps.ownUserId))
      throw appFailure('forbidden', 'You do not have permission to call here');
    const callId = String(signal.content['call_id']);
    const most = (): number => mostTries(signal.type, deps.registry.get(signal.roomId, callId));
    return (await retrySignal(clock, () => once(roomNo, signal), most, signal.unneeded)) ?? '';
  }

  // The signals of one call do not wait for those of another.
  return (signal) =>
    inOrder(`${signal.roomId} ${String(signal.content['call_id'])}`, () => send(signal));
}
