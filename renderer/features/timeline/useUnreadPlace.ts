// What was unread when the reader came, asked once, before anything is marked as read; and whether its beginning was in view since.
import { useCallback, useEffect, useState } from 'react';
import { useEngineCall } from '#app/hooks';
import type { UnreadPlace } from '#contract/areas/timelineModels';
import { unreadKey, type ShownItem } from './folds';
import type { Position } from './useAnchor';

export interface Unread {
  /** Null while there is nothing to lead to. */
  readonly place: UnreadPlace | null;
  note(items: readonly ShownItem[], position: Position): void;
  close(): void;
}

/** `wanted`: the conversation was opened at its end, not at a message. */
export function useUnreadPlace(roomId: string, wanted: boolean): Unread {
  const call = useEngineCall();
  const [place, setPlace] = useState<UnreadPlace | null>(null);
  /** Unknown until the first look at what is drawn, so that a bar never comes and goes. */
  const [beginning, setBeginning] = useState<'unknown' | 'above' | 'seen'>('unknown');
  useEffect(() => {
    if (!wanted) return undefined;
    let current = true;
    void call('unreadPlace', { roomId }).then((answer) => {
      if (current && answer.ok) setPlace(answer.output.place);
    });
    return () => {
      current = false;
    };
  }, [call, roomId, wanted]);

  const note = useCallback((items: readonly ShownItem[], { firstVisible }: Position): void => {
    const line = items.findIndex(({ key }) => key === unreadKey);
    // Without a line the beginning is not loaded; where the room begins in view there is nothing above.
    const start = items[0]?.kind === 'start' && firstVisible === 0;
    const seen = start || (line !== -1 && firstVisible <= line);
    setBeginning((before) => (before === 'seen' || seen ? 'seen' : 'above'));
  }, []);
  const shown = beginning === 'above' && (place?.count ?? 0) > 0;
  return {
    place: shown ? place : null,
    note,
    close: useCallback(() => setBeginning('seen'), []),
  };
}
