// Sends typing notifications: again every four seconds while the person types, and once when they stop.
import { useCallback, useEffect, useRef } from 'react';
import { useEngineCall } from '#app/hooks';
import type { ConversationId } from '#contract/areas/ids';

const stopsAfterMs = 5000;
const repeatMs = 4000;

export function useTyping(conversation: ConversationId): (writing: boolean) => void {
  const call = useEngineCall();
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const stop = useCallback((): void => {
    clearTimeout(timer.current);
    if (saidAt.current === Number.NEGATIVE_INFINITY) return;
    saidAt.current = Number.NEGATIVE_INFINITY;
    void call('setTyping', { ...conversation, typing: false });
  }, [call, conversation]);

  useEffect(() => stop, [stop]);

  return useCallback(
    (writing) => {
      // Others would see it in the room, where nothing is being written.
      if (conversation.threadId !== null) return;
      if (!writing) {
        stop();
        return;
      }
      clearTimeout(timer.current);
      timer.current = setTimeout(stop, stopsAfterMs);
      if (performance.now() - saidAt.current < repeatMs) return;
      saidAt.current = performance.now();
      void call('setTyping', { ...conversation, typing: true });
    },
    [call, conversation, stop],
  );
}
