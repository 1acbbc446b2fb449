// The unread messages at the start of a visit, asked once before anything is marked as read; and whether the first of them was in view
// since. If it was not, the next visit shows the same place again.
import { useCallback, useEffect, useState } from 'react';
import { useEngineCall } from '#app/hooks';
import { useLeaveUnread, useUnreadPlaces } from '#app/places/unreadLeft';
import type { UnreadPlace } from '#contract/areas/messages/timelineModels';
import { unreadKey, type ShownItem } from '../folds';
import type { Position } from './useAnchor';

export interface Unread {
  /** Null: there is nothing to lead to. */
  readonly place: UnreadPlace | null;
  /** The first unread message is below the view, because the reader looks at older ones. */
  readonly isBelow: boolean;
  note(items: readonly ShownItem[], position: Position): void;
  /** Called when the reader goes there, or closes the bar. */
  close(): void;
}

/** The unread place that an earlier visit left, read once; null: none. */
export function useUnreadLeft(roomId: string, wanted: boolean): UnreadPlace | null {
  const places = useUnreadPlaces();
  const [left] = useState(() => (wanted ? (places.get(roomId) ?? null) : null));
  return left;
}

/** Adds the messages that came since to those of the earlier visit. */
const together = (left: UnreadPlace | null, now: UnreadPlace | null): UnreadPlace | null =>
  left === null || now === null
    ? (left ?? now)
    : { ...left, count: left.count + now.count, mentions: left.mentions + now.mentions };

/** `wanted`: the conversation was opened at its end, not at a message; only then the engine is asked. */
export function useUnreadPlace(
  roomId: string,
  wanted: boolean,
  left: UnreadPlace | null = null,
): Unread {
  const call = useEngineCall();
  const leave = useLeaveUnread();
  const [place, setPlace] = useState(left);
  /** Unknown until the first render, so that the bar does not appear and disappear. */
  const [beginning, setBeginning] = useState<'unknown' | 'above' | 'seen'>('unknown');
  const [isBelow, setBelow] = useState(false);
  useEffect(() => {
    if (!wanted) return undefined;
    let current = true;
    void call('unreadPlace', { roomId }).then((answer) => {
      if (current && answer.ok) setPlace(together(left, answer.output.place));
    });
    return () => {
      current = false;
    };
  }, [call, roomId, wanted, left]);

  const isMuch = (place?.count ?? 0) > 0;
  useEffect(() => {
    if (beginning === 'seen') leave(roomId, null);
    else if (beginning === 'above' && isMuch && place !== null) leave(roomId, place);
  }, [leave, roomId, beginning, isMuch, place]);

  const sinceMs = place?.sinceMs ?? null;
  const note = useCallback(
    (items: readonly ShownItem[], { firstVisible, lastVisible }: Position): void => {
      const line = items.findIndex(({ key }) => key === unreadKey);
      const top = items.slice(firstVisible).find((item) => 'sentAtMs' in item);
      const isOlder = sinceMs !== null && top !== undefined && top.sentAtMs <= sinceMs;
      setBelow(isOlder);
      // Without the unread line the first unread message is not loaded; if the start of the room is in view, there is nothing above.
      const atTop = firstVisible === 0;
      const start = items[0]?.kind === 'start' && atTop;
      // Older items that come in may bring the line into view.
      if (line === -1 && atTop && !start) return;
      // A reader who was led to an older message has not passed the line.
      const seen = wanted
        ? start || (line !== -1 && firstVisible <= line)
        : line !== -1 && firstVisible <= line && line <= lastVisible;
      setBeginning((before) => (before === 'seen' || seen ? 'seen' : 'above'));
    },
    [wanted, sinceMs],
  );
  return {
    place: beginning === 'above' && isMuch ? place : null,
    isBelow,
    note,
    close: useCallback(() => {
      leave(roomId, null);
      setBeginning('seen');
    }, [leave, roomId]),
  };
}
