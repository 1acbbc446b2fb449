// Tells the engine what has been read: the last message that was completely in view while the window had the focus.
import { useCallback, useEffect, useRef } from 'react';
import { useEngineCall } from '../../app/hooks';
import type { Item } from './rows/Row';

/** A glance while scrolling by is not reading. */
const settleMs = 300;

export function useReadMarker(
  roomId: string,
): (items: readonly Item[], lastVisible: number) => void {
  const call = useEngineCall();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const marked = useRef({ at: -1, eventId: '' });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (items, lastVisible) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        if (!document.hasFocus()) return;
        for (let index = lastVisible; index >= 0; index -= 1) {
          const item = items[index];
          if (item === undefined || (item.kind !== 'message' && item.kind !== 'notice')) continue;
          if (item.eventId === null) continue;
          if (item.sentAtMs < marked.current.at || item.eventId === marked.current.eventId) return;
          marked.current = { at: item.sentAtMs, eventId: item.eventId };
          void call('markRead', { roomId, eventId: item.eventId });
          return;
        }
      }, settleMs);
    },
    [call, roomId],
  );
}
