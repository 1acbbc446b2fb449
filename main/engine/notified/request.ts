// GET /notifications (CHAT-7.38): a page of what the server announced, checked entry by entry. Must not know the store.
import type { RawEvent } from '#stores/events/types';
import { isRecord } from '../base/record';
import { vetRawEvent } from '../events/vet';
import { notMatrix } from '../http/errors';
import type { Http } from '../http/http';

export interface Notified {
  readonly roomId: string;
  readonly event: RawEvent;
  readonly read: boolean;
  /** An action of the rule that announced it highlights. */
  readonly mention: boolean;
  /** When the server announced it. */
  readonly atMs: number;
}

export interface NotifiedPage {
  readonly entries: readonly Notified[];
  /** Null: there is nothing older. */
  readonly next: string | null;
}

export const pageSize = 30;

/** @throws AppFailure while the server cannot be reached, or when it does not know such a history */
export async function fetchNotified(
  http: Pick<Http, 'request'>,
  { from, mentions, limit }: { from: string | null; mentions: boolean; limit: number },
): Promise<NotifiedPage> {
  const answer = await http.request<unknown>({
    method: 'GET',
    path: '/notifications',
    query: { limit, only: mentions ? 'highlight' : null, from },
    retry: 'limited',
  });
  if (!isRecord(answer) || !Array.isArray(answer['notifications'])) throw notMatrix();
  const token = answer['next_token'];
  return {
    // A server may give more than it was asked for.
    entries: answer['notifications'].slice(0, limit).flatMap((entry) => toNotified(entry) ?? []),
    next: typeof token === 'string' && token !== '' && token !== from ? token : null,
  };
}

function toNotified(entry: unknown): Notified | null {
  if (!isRecord(entry)) return null;
  const { room_id: roomId, event, read, actions, ts } = entry;
  if (typeof roomId !== 'string' || !/^![^\0]{1,254}$/.test(roomId)) return null;
  const vetted = vetRawEvent(event, 'timeline');
  if (!('event' in vetted)) return null;
  return {
    ...{ roomId, event: vetted.event, read: read === true },
    mention: Array.isArray(actions) && actions.some(highlights),
    atMs: typeof ts === 'number' && ts > 0 ? ts : vetted.event.origin_server_ts,
  };
}

/** Without a value the tweak means yes (spec, "Tweaks"). */
const highlights = (action: unknown): boolean =>
  isRecord(action) && action['set_tweak'] === 'highlight' && action['value'] !== false;
