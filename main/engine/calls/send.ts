// Signals out: room events in the order in which the window gave them, encrypted where the room is. A signal is worth nothing late, so
// it is not a row of the outbox: a few tries with one transaction id, then the window hears of it.
import { appFailure, toAppError } from '../../../preload/contract/errors';
import type { AppError } from '../../../preload/contract/errors';
import { getRoom, roomNoOf } from '../../../native-stores/rooms/rooms';
import type { Store } from '../../../native-stores/sqlite/store';
import type { Crypto } from '../crypto/crypto';
import type { Http } from '../http/http';
import { wait } from '../http/retry';
import { path } from '../http/url';
import type { Clock } from '../parts';
import { maySignal } from './permission';
import type { Content } from './vet';

export interface SignalOut {
  readonly roomId: string;
  readonly type: string;
  readonly content: Content;
  /** Unique for the account; the same again is the same event. */
  readonly txnId: string;
}

export interface SendDeps {
  readonly store: Store;
  readonly http: Pick<Http, 'request'>;
  readonly crypto: Pick<Crypto, 'encrypt'> | null;
  readonly ownUserId: string;
  readonly clock: Clock;
}

/** Candidates are sent anew by the call itself, with its own count (CALL-9.3). */
const isRetried = (type: string): boolean => type !== 'm.call.candidates';
const timeoutMs = 10_000;
const pausesMs = [500, 1_000, 2_000, 4_000];

function mayPass(error: AppError): boolean {
  return ['offline', 'timeout', 'server_error', 'rate_limited'].includes(error.code);
}

export function createSignalSender(deps: SendDeps): (signal: SignalOut) => Promise<string> {
  const { store, http, crypto, clock } = deps;
  const lanes = new Map<string, Promise<unknown>>();

  async function once(roomNo: number, signal: SignalOut): Promise<string> {
    const { roomId, txnId } = signal;
    let wire: { type: string; content: Content } = signal;
    if (getRoom(store.db, roomNo)?.encryption !== null) {
      if (crypto === null) throw appFailure('internal', 'Encryption is not available');
      wire = await crypto.encrypt(roomNo, signal.type, { ...signal.content });
    }
    const answer = await http.request<{ event_id?: unknown }>({
      method: 'PUT',
      path: path`/rooms/${roomId}/send/${wire.type}/${txnId}`,
      body: wire.content,
      retry: 'none',
      timeoutMs,
    });
    return typeof answer.event_id === 'string' ? answer.event_id : '';
  }

  async function send(signal: SignalOut): Promise<string> {
    const roomNo = roomNoOf(store.db, signal.roomId);
    if (roomNo === null || getRoom(store.db, roomNo)?.membership !== 'join')
      throw appFailure('not_joined', 'You are not in this room');
    if (!maySignal(store, roomNo, deps.ownUserId))
      throw appFailure('forbidden', 'You do not have permission to call here');
    for (const pauseMs of isRetried(signal.type) ? pausesMs : []) {
      try {
        return await once(roomNo, signal);
      } catch (thrown) {
        const error = toAppError(thrown);
        if (!mayPass(error)) throw thrown;
        await wait(clock, Math.min(error.retryAfterMs ?? pauseMs, 5_000));
      }
    }
    return once(roomNo, signal);
  }

  return (signal) => {
    const before = lanes.get(signal.roomId) ?? Promise.resolve();
    const work = before.then(
      () => send(signal),
      () => send(signal),
    );
    lanes.set(signal.roomId, work);
    const done = (): void => {
      if (lanes.get(signal.roomId) === work) lanes.delete(signal.roomId);
    };
    work.then(done, done);
    return work;
  };
}
