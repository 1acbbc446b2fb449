// Marks messages as read in the engine: the last one that was completely in view while the window had the focus.
import { useCallback, useEffect, useRef } from 'react';
import { useEngineCall } from '#app/hooks';
import type { ConversationId } from '#contract/areas/ids';
import type { ShownItem } from '../folds';

/** Messages that are in view for a shorter time do not count as read. */
const settleMs = 300;
/** In a list that changes all the time, as where many write, they are read after so long. */
const mostMs = 1_000;

const placeOf = (items: readonly ShownItem[], eventId: string): number =>
  items.findLastIndex((item) => 'eventId' in item && item.eventId === eventId);

export function useReadMarker(
  conversation: ConversationId,
): (items: readonly ShownItem[], lastVisible: number) => void {
  const call = useEngineCall();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The time by which they are read at the latest; null while nothing waits. */
  const latest = useRef<number | null>(null);
  const marked = useRef({ at: -1, eventId: '' });
  const seen = useRef<{ items: readonly ShownItem[]; lastVisible: number } | null>(null);

  const mark = useCallback((): void => {
    latest.current = null;
    if (seen.current === null || !document.hasFocus()) return;
    const { items, lastVisible } = seen.current;
    for (let index = lastVisible; index >= 0; index -= 1) {
      const item = items[index];
      if (item === undefined || !('eventId' in item) || item.eventId === null) continue;
      if (item.eventId === marked.current.eventId) return;
      // The order in the list decides which message is newer, not the clocks; the time is used only if the other message is not loaded.
      const other = placeOf(items, marked.current.eventId);
      if (other === -1 ? item.sentAtMs < marked.current.at : index < other) return;
      const { eventId } = item;
      const before = marked.current;
      marked.current = { at: item.sentAtMs, eventId };
      // A failed call is repeated with the next look.
      void call('markRead', { ...conversation, eventId }).then(({ ok }) => {
        if (!ok && marked.current.eventId === eventId) marked.current = before;
      });
      return;
    }
  }, [call, conversation]);

  const later = useCallback((): void => {
    const now = performance.now();
    latest.current ??= now + mostMs;
    clearTimeout(timer.current);
    timer.current = setTimeout(mark, Math.max(0, Math.min(settleMs, latest.current - now)));
  }, [mark]);

  // A reader who comes back to the window reads the messages in view.
  useEffect(() => {
    window.addEventListener('focus', later);
    return () => {
      window.removeEventListener('focus', later);
      clearTimeout(timer.current);
      latest.current = null;
    };
  }, [later]);

  return useCallback(
    (items, lastVisible) => {
      seen.current = { items, lastVisible };
      later();
    },
    [later],
  );
}
