// The server's API for events that it sends later (MSC4140). Stores nothing.
import { isRecord } from '#stores/events/types';
import { notMatrix, statusOf } from '../http/errors';
import type { Http } from '../http/http';
import { clientUnstable, path } from '../http/url';
import { markKey } from '../base/scheduledMark';

export interface Delayed {
  readonly delayId: string;
  readonly roomId: string;
  /** The member of the content that is named `markKey`. */
  readonly mark: unknown;
}

const delayedPath = '/org.matrix.msc4140/delayed_events';
const timeoutMs = 20_000;
const mostPages = 20;

function entriesOf(answer: unknown): Delayed[] {
  const events = isRecord(answer) ? answer['delayed_events'] : null;
  if (!Array.isArray(events)) throw notMatrix();
  return events.flatMap((event: unknown): Delayed[] => {
    if (!isRecord(event)) return [];
    const { delay_id: delayId, room_id: roomId, content } = event;
    if (typeof delayId !== 'string' || typeof roomId !== 'string') return [];
    return [{ delayId, roomId, mark: isRecord(content) ? content[markKey] : undefined }];
  });
}

/** Far more events than are sent between an interruption and the next check. */
const newestAsked = 100;

export function createDelayedEvents(http: Pick<Http, 'request'>) {
  return {
    /** Whether the event is in the room, among the newest of its sender; sync may not have brought it yet. @throws AppFailure */
    async stands(roomId: string, sender: string, mark: string): Promise<boolean> {
      const filter = { senders: [sender], types: ['m.room.message'] };
      const answer = await http.request<unknown>({
        method: 'GET',
        path: path`/rooms/${roomId}/messages`,
        query: { dir: 'b', limit: newestAsked, filter: JSON.stringify(filter) },
        ...{ retry: 'limited', timeoutMs },
      });
      const events = isRecord(answer) ? answer['chunk'] : null;
      if (!Array.isArray(events)) throw notMatrix();
      return events.some(
        (event: unknown) =>
          isRecord(event) && isRecord(event['content']) && event['content'][markKey] === mark,
      );
    },

    /** PUT with a delay (CHAT-7.19); null: the server answered no delay id. @throws AppFailure */
    async ask(
      roomId: string,
      txnId: string,
      content: Readonly<Record<string, unknown>>,
      delayMs: number,
    ): Promise<string | null> {
      const answer = await http.request<unknown>({
        method: 'PUT',
        path: path`/rooms/${roomId}/send/m.room.message/${txnId}`,
        query: { 'org.matrix.msc4140.delay': delayMs },
        body: content,
        ...{ retry: 'none', timeoutMs },
      });
      const delayId = isRecord(answer) ? answer['delay_id'] : null;
      return typeof delayId === 'string' ? delayId : null;
    },
    /** GET /delayed_events (CHAT-7.20), all pages. @throws AppFailure */
    async list(): Promise<readonly Delayed[]> {
      const found: Delayed[] = [];
      let from: string | null = null;
      for (let page = 0; page < mostPages; page += 1) {
        const answer: unknown = await http.request<unknown>({
          ...{ method: 'GET', prefix: clientUnstable, path: delayedPath },
          ...{ retry: 'limited', timeoutMs },
          ...(from === null ? {} : { query: { from } }),
        });
        found.push(...entriesOf(answer));
        const next: unknown = isRecord(answer) ? answer['next_batch'] : null;
        if (typeof next !== 'string' || next === from) break;
        from = next;
      }
      return found;
    },
    /**
     * POST with the action in the body (CHAT-7.21). False: the server does not know the event, because it was sent or cancelled. @throws
     * AppFailure
     */
    async act(delayId: string, action: 'cancel' | 'send'): Promise<boolean> {
      try {
        await http.request({
          ...{ method: 'POST', prefix: clientUnstable, path: delayedPath + path`/${delayId}` },
          ...{ body: { action }, retry: 'limited', timeoutMs },
        });
        return true;
      } catch (thrown) {
        if (statusOf(thrown) === 404) return false;
        throw thrown;
      }
    },
  };
}
