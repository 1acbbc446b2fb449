// Stripped state of invitations as state events: the server gives it neither an id nor a time.
import { createHash } from 'node:crypto';
import type { RawEvent } from '#stores/events/types';
import type { SmallEvent } from '../events/vet';

/** The id is made of the content, so that a second invitation with another name is another event. It is never sent anywhere. */
export function strippedAsState(event: SmallEvent, receivedMs: number): RawEvent {
  const text = JSON.stringify([event.type, event.stateKey, event.sender, event.content]);
  const hash = createHash('sha256').update(text).digest('base64url');
  return {
    event_id: `$stripped-${hash}`,
    type: event.type,
    sender: event.sender ?? '',
    state_key: event.stateKey ?? '',
    origin_server_ts: receivedMs,
    content: event.content,
  };
}
