// The unread messages at the start of a visit, asked once before anything is marked as read; and whether the first of them was in view
// since. It lasts for the visit: whoever leaves the room has seen its newest message, and the list counts nothing any more.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useEngineCall } from '#app/hooks';
import type { UnreadPlace } from '#contract/areas/messages/timelineModels';
import { unreadKey, type ShownItem } from '../folds';
import type { Position } from './useAnchor';

export interface Unread {
  /** Null: there is nothing to lead to. */
  readonly place: UnreadPlace | null;
  /** The first unread message is below the view, because the reader looks at older ones. */
  readonly isBelow: boolean;
  note(items: readonly ShownItem[], position: Position): void;
  /** Called when the reader goes there, closes the bar, or writes. */
  close(): void;
}

/** Keeps the place of a visit over jumps, which make the timeline anew. */
export interface VisitPlace {
  /** Null: nothing was asked yet, or it was seen. */
  readonly left: UnreadPlace | null;
  readonly leave: (place: UnreadPlace | null) => void;
}

/** The places of one room after another. */
export function useVisit(roomId: string): VisitPlace {
  const [visit] = useState<{ roomId: string; left: UnreadPlace | null }>(() => ({
    roomId,
    left: null,
  }));
  if (visit.roomId !== roomId) Object.assign(visit, { roomId, left: null });
  const leave = useCallback(
    (place: UnreadPlace | null) => {
      if (visit.roomId === roomId) visit.left = place;
    },
    [visit, roomId],
  );
  return { left: visit.left, leave };
}

/** `wanted`: the conversation was opened at its end, not at a message; only then the engine is asked. */
export function useUnreadPlace(
  roomId: string,
  wanted: boolean,
  { left: leftNow, leave }: VisitPlace,
): Unread {
  const call = useEngineCall();
  const [left] = useState(leftNow);
  const [place, setPlace] = useState(left);
  /** Unknown until the first render, so that the bar does not appear and disappear. */
  const [beginning, setBeginning] = useState<'unknown' | 'above' | 'seen'>('unknown');
  const [isBelow, setBelow] = useState(false);
  useEffect(() => {
    if (!wanted) return undefined;
    let current = true;
    void call('unreadPlace', { roomId }).then((answer) => {
      if (current && answer.ok) setPlace(left ?? answer.output.place);
    });
    return () => {
      current = false;
    };
  }, [call, roomId, wanted, left]);

  const isMuch = (place?.count ?? 0) > 0;
  useEffect(() => {
    if (beginning === 'seen') leave(null);
    else if (beginning === 'above' && isMuch && place !== null) leave(place);
  }, [leave, beginning, isMuch, place]);

  const sinceMs = place?.sinceMs ?? null;
  const last = useRef<Parameters<Unread['note']> | null>(null);
  const note = useCallback(
    (items: readonly ShownItem[], position: Position): void => {
      last.current = [items, position];
      const { firstVisible, lastVisible, atEnd } = position;
      const line = items.findIndex(({ key }) => key === unreadKey);
      const top = items.slice(firstVisible).find((item) => 'sentAtMs' in item);
      const isOlder = sinceMs !== null && top !== undefined && top.sentAtMs <= sinceMs;
      setBelow(isOlder);
      // Without the unread line the first unread message is not loaded; if the start of the room is in view, there is nothing above.
      const atTop = firstVisible === 0;
      const start = items[0]?.kind === 'start' && atTop;
      // Older items that come in may bring the line into view.
      if (line === -1 && atTop && !start) return;
      // All that came since stands between a message of before and the end, also where no line is drawn, as above a call.
      const isAllSeen = isOlder && atEnd;
      // A reader who was led to an older message has not passed the line.
      const seen = wanted
        ? start || isAllSeen || (line !== -1 && firstVisible <= line)
        : line !== -1 && firstVisible <= line && line <= lastVisible;
      setBeginning((before) => (before === 'seen' || seen ? 'seen' : 'above'));
    },
    [wanted, sinceMs],
  );
  // The answer may come when the reader is where they stay.
  useEffect(() => {
    if (last.current !== null) note(...last.current);
  }, [note]);
  return {
    place: beginning === 'above' && isMuch ? place : null,
    isBelow,
    note,
    close: useCallback(() => {
      leave(null);
      setBeginning('seen');
    }, [leave]),
  };
}
