// Marks messages as read in the engine: the last one that was completely in view while the window had the focus.
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useEngineCall } from '#app/hooks';
import { createAfterPause } from '#ui/pause';
import type { ConversationId } from '#contract/areas/ids';
import type { ShownItem } from '../folds';

/** Messages that are in view for a shorter time do not count as read. */
const settleMs = 300;
/** In a list that changes all the time, as where many write, they are read after so long. */
const mostMs = 1_000;
/** News that came together, but is decrypted one after the other, has arrived after so long. */
const arriveMs = 10_000;

const placeOf = (items: readonly ShownItem[], eventId: string): number =>
  items.findLastIndex((item) => 'eventId' in item && item.eventId === eventId);

export interface ReadMarker {
  readonly markRead: (items: readonly ShownItem[], lastVisible: number) => void;
  /** Key of the line of new messages, while nothing below it was read here and for some seconds more; null: none. */
  readonly newLine: (items: readonly ShownItem[]) => string | null;
}

export function useReadMarker(conversation: ConversationId): ReadMarker {
  const call = useEngineCall();
  const marked = useRef({ at: -1, eventId: '' });
  const freshUntil = useRef(0);
  const seen = useRef<{ items: readonly ShownItem[]; lastVisible: number } | null>(null);

  const mark = useCallback((): void => {
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

  const settled = useMemo(() => createAfterPause(mark, settleMs, mostMs), [mark]);

  // A reader who comes back to the window reads the messages in view.
  useEffect(() => {
    window.addEventListener('focus', settled.ask);
    return () => {
      window.removeEventListener('focus', settled.ask);
      settled.cancel();
    };
  }, [settled]);

  return useMemo(
    () => ({
      markRead(items, lastVisible) {
        seen.current = { items, lastVisible };
        settled.ask();
      },
      newLine(items) {
        const line = items.findLastIndex(({ kind }) => kind === 'unread');
        const read = placeOf(items, marked.current.eventId);
        if (read !== -1 && line > read) freshUntil.current = performance.now() + arriveMs;
        return performance.now() < freshUntil.current ? (items[line]?.key ?? null) : null;
      },
    }),
    [settled],
  );
}
