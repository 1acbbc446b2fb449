// Sends copies of messages or files into a conversation, one after the other. What is there already is not sent twice by another try.
import { useCallback, useRef } from 'react';
import type { ConversationId } from '#contract/areas/ids';
import type { AppError } from '#contract/wire/errors';
import { useEngineCall } from '#app/hooks';
import { newRequestId } from '#app/requestId';

export interface Sent {
  readonly roomId: string;
  readonly eventId: string;
}

/**
 * The function that it gives resolves with the first failure, which ends the sending; null: all are there. `inClear`: encrypted files are
 * decrypted where the chat is not encrypted.
 */
export function useSendCopies(): (
  to: ConversationId,
  items: readonly Sent[],
  inClear: boolean,
) => Promise<AppError | null> {
  const call = useEngineCall();
  const there = useRef(new Set<string>());
  return useCallback(
    async ({ roomId, threadId }, items, inClear) => {
      for (const from of items) {
        const key = `${roomId} ${threadId ?? ''} ${from.eventId}`;
        if (there.current.has(key)) continue;
        const act = { requestId: newRequestId(), roomId, threadId, from, inClear };
        const done = await call('forwardMessage', act);
        if (!done.ok) return done.error;
        there.current.add(key);
      }
      return null;
    },
    [call],
  );
}
