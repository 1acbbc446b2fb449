// Deletes messages, one after the other; the first that fails ends it and says so.
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import type { Message } from '../context';

const relations = ['m.thread', 'm.annotation', 'm.replace', 'm.reference'] as const;

type Redact = (messages: readonly Message[], reason: string, related?: boolean) => Promise<void>;

/** `reason`: as it was typed. `related`: reactions, edits and answers go as well. */
export function useRedact(roomId: string): Redact {
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  return async (messages, typed, related = false) => {
    const reason = typed.trim() === '' ? null : typed.trim();
    for (const { eventId } of messages) {
      if (eventId === null) continue;
      const act = { requestId: newRequestId(), roomId, eventId, reason };
      const done = await call('redact', { ...act, ...(related && { related: [...relations] }) });
      if (!done.ok) return tellFailure(done.error);
    }
  };
}
