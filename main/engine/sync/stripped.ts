// Stripped state of invitations as state events: the server gives it no id, and a time to few. Must not know rooms.
import { createHash } from 'node:crypto';
import type { RawEvent } from '#stores/events/types';
import type { StrippedEvent } from '../events/vet';

/**
 * The id is made of the content and the time, so that a second invitation, or the same one with another time, is another event. It is never
 * sent to a server.
 */
export function strippedAsState(event: StrippedEvent, receivedMs: number): RawEvent {
  const { type, stateKey, sender, content, sentMs } = event;
  const text = JSON.stringify([
    type,
    stateKey,
    sender,
    content,
    ...(sentMs === null ? [] : [sentMs]),
  ]);
  const hash = createHash('sha256').update(text).digest('base64url');
  return {
    event_id: `$stripped-${hash}`,
    type,
    sender: sender ?? '',
    state_key: stateKey ?? '',
    origin_server_ts: sentMs ?? receivedMs,
    content,
  };
}
