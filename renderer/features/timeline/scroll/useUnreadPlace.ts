// What was unread when the reader came, asked once, before anything is marked as read; and whether its beginning was in view since. What
// was left without that is met again with the next visit.
import { useCallback, useEffect, useState } from 'react';
import { useAccount } from '#app/context';
import { useEngineCall } from '#app/hooks';
import { forgetUnread, leaveUnread, unreadLeft } from '#app/places/unreadLeft';
import type { UnreadPlace } from '#contract/areas/messages/timelineModels';
import { unreadKey, type ShownItem } from '../folds';
import type { Position } from './useAnchor';

export interface Unread {
  /** Null while there is nothing to lead to. */
  readonly place: UnreadPlace | null;
  /** It begins further down: the reader looks at something older. */
  readonly isBelow: boolean;
  note(items: readonly ShownItem[], position: Position): void;
  /** The reader goes there, or does not want to. */
  close(): void;
}

/** What an earlier visit left, while this one is open; null where there is none. */
export function useUnreadLeft(roomId: string, wanted: boolean): UnreadPlace | null {
  const { engine } = useAccount();
  const [left] = useState(() => (wanted ? unreadLeft(engine, roomId) : null));
  return left;
}

/** What came since counts along. */
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
  const { engine } = useAccount();
  const [place, setPlace] = useState(left);
  /** Unknown until the first look at what is drawn, so that a bar never comes and goes. */
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
    if (beginning === 'seen') forgetUnread(engine, roomId);
    else if (beginning === 'above' && isMuch && place !== null) leaveUnread(engine, roomId, place);
  }, [engine, roomId, beginning, isMuch, place]);

  const sinceMs = place?.sinceMs ?? null;
  const note = useCallback(
    (items: readonly ShownItem[], { firstVisible, lastVisible }: Position): void => {
      const line = items.findIndex(({ key }) => key === unreadKey);
      const top = items.slice(firstVisible).find((item) => 'sentAtMs' in item);
      const isOlder = sinceMs !== null && top !== undefined && top.sentAtMs <= sinceMs;
      setBelow(isOlder);
      // Without a line the beginning is not loaded; where the room begins in view there is nothing above.
      const atTop = firstVisible === 0;
      const start = items[0]?.kind === 'start' && atTop;
      // What comes above may bring the line into view.
      if (line === -1 && atTop && !start) return;
      // Who was led to something older has not passed it.
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
      forgetUnread(engine, roomId);
      setBeginning('seen');
    }, [engine, roomId]),
  };
}
