// Says that somebody writes, again every four seconds while they do, and that they stopped.
import { useCallback, useEffect, useRef } from 'react';
import { useEngineCall } from '#app/hooks';

const stopsAfterMs = 5000;
const repeatMs = 4000;

export function useTyping(roomId: string): (writing: boolean) => void {
  const call = useEngineCall();
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const stop = useCallback((): void => {
    clearTimeout(timer.current);
    if (saidAt.current === Number.NEGATIVE_INFINITY) return;
    saidAt.current = Number.NEGATIVE_INFINITY;
    void call('setTyping', { roomId, typing: false });
  }, [call, roomId]);

  useEffect(() => stop, [stop]);

  return useCallback(
    (writing) => {
      if (!writing) {
        stop();
        return;
      }
      clearTimeout(timer.current);
      timer.current = setTimeout(stop, stopsAfterMs);
      if (performance.now() - saidAt.current < repeatMs) return;
      saidAt.current = performance.now();
      void call('setTyping', { roomId, typing: true });
    },
    [call, roomId, stop],
  );
}
