// The jumps of a reader: to the newest message and to the first unread one. Loads nothing itself.
import { useEffect, useRef, type RefObject } from 'react';
import type { AnchoredListHandle } from './AnchoredList';
import { unreadKey, type Item, type ShownItem } from '../folds';
import { endsLive } from './usePaging';
import type { Unread } from './useUnreadPlace';

/** `unread`: jumps to the first message after the event. Null: jumps to the newest message. */
export type OnJump = (eventId: string | null, unread?: boolean) => void;

interface JumpsDeps {
  /** The event around which the timeline is opened; null: at its end. */
  readonly around: string | null;
  readonly ready: boolean;
  readonly items: readonly Item[];
  readonly latest: RefObject<{
    readonly items: readonly Item[];
    readonly shown: readonly ShownItem[];
  }>;
  readonly list: RefObject<AnchoredListHandle | null>;
  readonly unread: Pick<Unread, 'place' | 'pass'>;
  readonly show: (key: string) => boolean;
  readonly onJump: OnJump;
}

export interface Jumps {
  readonly toNewest: () => void;
  readonly toUnread: () => void;
}

export function useJumps(deps: JumpsDeps): Jumps {
  const { around, ready, items, latest, list, unread, show, onJump } = deps;
  // The subscription may be shared with an earlier visit that had paged away from the newest message.
  const stale = useRef(around === null);
  useEffect(() => {
    if (!ready) return;
    if (stale.current && !endsLive(items)) onJump(null);
    stale.current = false;
  }, [ready, items, onJump]);

  const toNewest = (): void => {
    if (ready && endsLive(latest.current.items)) list.current?.scrollToEnd();
    // A list that is still loading opens at its end anyway, unless it is opened around an event.
    else if (ready || around !== null) onJump(null);
  };
  const toUnread = (): void => {
    const line = latest.current.shown.find(({ key }) => key === unreadKey);
    const after = unread.place?.after ?? null;
    if (line !== undefined) show(line.key);
    else if (after !== null) {
      unread.pass();
      onJump(after, true);
    }
  };
  return { toNewest, toUnread };
}
