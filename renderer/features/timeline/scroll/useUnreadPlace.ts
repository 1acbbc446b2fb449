// The unread messages at the start of a visit, asked once before anything is marked as read; and whether the first of them was in view
// since. It lasts for the visit: whoever leaves the room has seen its newest message, and the list counts nothing any more. The mentions
// among them outlast the first: they are passed one by one.
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useEngineCall } from '#app/hooks';
import type { UnreadPlace } from '#contract/areas/messages/timelineModels';
import { unreadKey, type ShownItem } from '../folds';
import type { Position } from './useAnchor';

/** With a count of 0 only its mentions are left. */
export interface LeftPlace extends UnreadPlace {
  /** The mentions that were not in view yet, oldest first; absent while they are not known. */
  readonly ids?: readonly string[];
}

type Look = (items: readonly ShownItem[], position: Position) => void;

/** The last place of the reader, and who else is told of the next. */
export interface Looks {
  last: Parameters<Look> | null;
  watch: Look | null;
}

export interface Unread {
  /** Null: there is nothing to lead to. */
  readonly place: LeftPlace | null;
  readonly looks: RefObject<Looks>;
  /** The first unread message is below the view, because the reader looks at older ones. */
  readonly isBelow: boolean;
  readonly note: Look;
  /** Called when the reader goes to the first of them, or writes. */
  pass(): void;
  /** Called with the mentions that are left. */
  lead(ids: readonly string[]): void;
  close(): void;
}

/** Keeps the place of a visit over jumps, which make the timeline anew. */
export interface VisitPlace {
  /** Null: nothing was asked yet, or it was seen. */
  readonly left: LeftPlace | null;
  readonly leave: (place: LeftPlace | null) => void;
}

const isMuch = (place: LeftPlace | null): place is LeftPlace =>
  place !== null && place.count + place.mentions > 0;
const passed = (place: LeftPlace | null): LeftPlace | null => place && { ...place, count: 0 };

/** The places of one room after another. */
export function useVisit(roomId: string): VisitPlace {
  const [visit] = useState<{ roomId: string; left: LeftPlace | null }>(() => ({
    roomId,
    left: null,
  }));
  if (visit.roomId !== roomId) Object.assign(visit, { roomId, left: null });
  const leave = useCallback(
    (place: LeftPlace | null) => {
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
      if (current && answer.ok) setPlace((now) => now ?? answer.output.place);
    });
    return () => {
      current = false;
    };
  }, [call, roomId, wanted]);

  const rest = beginning === 'seen' ? passed(place) : place;
  const shown = beginning !== 'unknown' && isMuch(rest) ? rest : null;
  const latest = useRef(shown);
  latest.current = shown;
  useEffect(() => {
    if (beginning !== 'unknown') leave(latest.current);
  }, [leave, beginning, place]);

  const sinceMs = place?.sinceMs ?? null;
  const looks = useRef<Looks>({ last: null, watch: null });
  const note = useCallback(
    (items: readonly ShownItem[], position: Position): void => {
      looks.current.last = [items, position];
      looks.current.watch?.(items, position);
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
    if (looks.current.last !== null) note(...looks.current.last);
  }, [note]);
  const end = useCallback(
    (next: LeftPlace | null) => {
      // The timeline may be made anew before the next effect.
      leave(isMuch(next) ? next : null);
      setPlace(next);
      setBeginning('seen');
    },
    [leave],
  );
  return {
    place: shown,
    isBelow,
    looks,
    note,
    pass: useCallback(() => end(passed(latest.current)), [end]),
    lead: useCallback((ids) => setPlace((now) => now && { ...now, ids, mentions: ids.length }), []),
    close: useCallback(() => end(null), [end]),
  };
}
