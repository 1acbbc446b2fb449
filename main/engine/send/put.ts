// The two requests of the outbox: an event and a redaction, each with its transaction id (CHAT-7.16).
import { appFailure } from '#contract/wire/errors';
import { roomIdOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Http } from '../http/http';
import { path } from '../http/url';
import { relatedKey } from './content';
import type { Outgoing, SendLoopDeps } from './loop';

const timeoutMs = 60_000;

export function createPut(store: Store, http: Pick<Http, 'request'>): SendLoopDeps['put'] {
  return async (outgoing, signal) => {
    const answer = await http.request<unknown>({
      ...requestOf(roomIdOf(store.db, outgoing.roomNo), outgoing),
      method: 'PUT',
      retry: 'none',
      timeoutMs,
      signal,
    });
    if (typeof answer === 'object' && answer !== null && 'event_id' in answer) {
      if (typeof answer.event_id === 'string' && answer.event_id !== '') return answer.event_id;
    }
    // Whether it was sent is not known; the same transaction id asks again without sending twice.
    throw appFailure('server_error', 'The answer names no event', {
      retryable: true,
      data: { status: 502, errcode: null },
    });
  };
}

function requestOf(roomId: string, outgoing: Outgoing): { path: string; body: unknown } {
  const { type, content, txnId } = outgoing;
  if (type !== 'm.room.redaction')
    return { path: path`/rooms/${roomId}/send/${type}/${txnId}`, body: content };
  const { redacts, reason } = content;
  if (typeof redacts !== 'string') throw appFailure('invalid_event', 'Nothing to remove');
  return {
    path: path`/rooms/${roomId}/redact/${redacts}/${txnId}`,
    body: {
      ...(typeof reason === 'string' && { reason }),
      ...(Array.isArray(content[relatedKey]) && { [relatedKey]: content[relatedKey] }),
    },
  };
}
