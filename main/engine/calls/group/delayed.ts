// Owns the leave that the server sends by itself when it hears nothing of this device for 30 s (MSC4140), so that a computer that dies does not
// stay listed in the call. It must not be needed: on a server without delayed events the entry expires after its hour.
import { memberType } from '#contract/areas/calls/callNames';
import { statusOf } from '../../http/errors';
import { isRecord } from '../../base/record';
import { mostDelayIn } from '../../server/delay';
import { createFeatures } from '../../server/features';
import type { Http } from '../../http/http';
import { clientUnstable, path } from '../../http/url';
import type { Clock, Log } from '../../base/types';
import { expected, reported } from '../../base/unexpected';
import { isTransient } from '../signalRetry';
import type { Content } from '../signalSchema';

export interface DelayedLeave {
  /** Replaces the delayed event of this room. */
  arm(roomId: string, userId: string, content: Content): void;
  disarm(roomId: string): Promise<void>;
  stop(): void;
}

/** The delay is restarted three times as often. */
const delayMs = 30_000;
const timeoutMs = 8_000;

interface Armed {
  delayId: string | null;
  cancelTimer: (() => void) | null;
  /** The one that it replaces stands until this one does: at no moment is the server without a leave. */
  before: Armed | null;
}

export function createDelayedLeave(deps: {
  readonly http: Pick<Http, 'request'>;
  readonly clock: Clock;
  readonly log: Log;
}): DelayedLeave {
  const { http, clock, log } = deps;
  const rooms = new Map<string, Armed>();
  const features = createFeatures(http, log);
  const notCancelled = reported(log, 'delayed leave of a group call');
  /** A server that does not know of delays would write the leave at once. */
  const supported = async (): Promise<boolean> =>
    (await features.level('delayedEvents')) !== 'unsupported';

  async function ask(delayId: string, action: 'restart' | 'cancel'): Promise<void> {
    await http.request({
      method: 'POST',
      prefix: clientUnstable,
      path: path`/org.matrix.msc4140/delayed_events/${delayId}`,
      body: { action },
      retry: 'none',
      timeoutMs,
    });
  }

  function keepUp(armed: Armed, ms: number, again: () => void): void {
    armed.cancelTimer = clock.setTimeout(() => {
      const { delayId } = armed;
      if (delayId === null) return;
      ask(delayId, 'restart').then(
        () => keepUp(armed, ms, again),
        (thrown: unknown) => {
          if (statusOf(thrown) !== 404) return keepUp(armed, ms, again);
          // The server does not know it any more (CHAT-8.12).
          armed.delayId = null;
          again();
        },
      );
    }, ms / 3);
  }

  /** This one and all that it replaces. */
  async function cancel(from: Armed | null): Promise<void> {
    for (let armed = from; armed !== null; armed = armed.before) {
      armed.cancelTimer?.();
      const { delayId } = armed;
      armed.delayId = null;
      if (delayId !== null) await ask(delayId, 'cancel').catch(notCancelled);
    }
  }

  async function disarm(roomId: string): Promise<void> {
    const armed = rooms.get(roomId) ?? null;
    rooms.delete(roomId);
    await cancel(armed);
  }

  async function arm(
    roomId: string,
    userId: string,
    content: Content,
    ms = delayMs,
  ): Promise<void> {
    const last = rooms.get(roomId) ?? null;
    if (last?.delayId == null) last?.cancelTimer?.();
    const before = last?.delayId == null ? (last?.before ?? null) : last;
    const armed: Armed = { delayId: null, cancelTimer: null, before };
    rooms.set(roomId, armed);
    try {
      if (!(await supported()) || rooms.get(roomId) !== armed) return;
      const answer = await http.request<unknown>({
        method: 'PUT',
        path: path`/rooms/${roomId}/state/${memberType}/${userId}`,
        query: { 'org.matrix.msc4140.delay': ms },
        body: content,
        retry: 'none',
        timeoutMs,
      });
      const delayId = isRecord(answer) ? answer['delay_id'] : null;
      if (typeof delayId !== 'string') return;
      armed.delayId = delayId;
      const now = rooms.get(roomId);
      if (now === undefined || (now !== armed && now.delayId !== null)) return void cancel(armed);
      if (now !== armed) {
        // The one that replaces it does not stand yet.
        armed.before = now.before;
        now.before = armed;
      }
      keepUp(armed, ms, () => {
        if (rooms.get(roomId) === armed) void arm(roomId, userId, content, ms);
      });
      if (now !== armed) return;
      const replaced = armed.before;
      armed.before = null;
      await cancel(replaced);
    } catch (thrown) {
      // A server that takes shorter delays only (CHAT-8.16).
      const most = mostDelayIn(thrown);
      if (rooms.get(roomId) !== armed) return;
      if (most !== null && most < ms) return arm(roomId, userId, content, most);
      const error = expected(thrown);
      if (error !== null && isTransient(error))
        armed.cancelTimer = clock.setTimeout(() => void arm(roomId, userId, content, ms), ms / 3);
      log.debug('no delayed leave', { status: statusOf(thrown) ?? 0 });
    }
  }

  return {
    arm: (roomId, userId, content) => void arm(roomId, userId, content),
    disarm,
    stop() {
      for (let armed of [...rooms.values()]) {
        armed.cancelTimer?.();
        for (; armed.before !== null; armed = armed.before) armed.before.cancelTimer?.();
      }
      rooms.clear();
    },
  };
}
