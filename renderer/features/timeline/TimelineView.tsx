// Renders the timeline: rows, the pill that leads to the newest message, and the keys. It must not know the store.
import { ArrowDown } from 'lucide-react';
import { useCallback, useRef } from 'react';
import type { ReactNode, Ref } from 'react';
import { later } from '#app/later';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { AnchoredList } from './scroll/AnchoredList';
import type { AnchoredListHandle } from './scroll/AnchoredList';
import type { TimelineActions } from './context';
import { isSteady, messagesOf } from './folds';
import { Gap } from './rows/Dividers';
import type { ShownItem } from './folds';
import { estimateHeight, Row } from './rows/Row';
import type { Position } from './scroll/useAnchor';
import { endsLive, type Waiting } from './scroll/usePaging';
import { useTimelineKeys } from './useTimelineKeys';
import styles from './TimelineView.module.css';

const OlderRefused = later(async () => (await import('./rows/OlderRefused')).OlderRefused);

/**
 * The first item of the list while the server refuses older messages. It is a list item, so that the scroll place is kept as with any
 * other.
 */
export const olderRefused: ShownItem = { kind: 'gap', key: 'gap:refused' };

interface TimelineViewProps {
  readonly items: readonly ShownItem[];
  readonly actions: TimelineActions;
  readonly initialKey: string | null;
  /** Key of the line that the list stops at, see {@link AnchorOptions}. */
  readonly stopKey?: string | null;
  readonly onPosition: (position: Position) => void;
  /** The pill to the newest message; null while that is in view. */
  readonly pill: { readonly count: number; readonly onPress: () => void } | null;
  readonly listRef: Ref<AnchoredListHandle>;
  /** Key of the item that the reader was just taken to; it is marked for a moment. */
  readonly targetKey: string | null;
  /** The accessible name of the list. */
  readonly label: string;
  /** The reader waits for older messages. */
  readonly waiting?: Waiting;
  /** Asks again for older messages that the server has refused. */
  readonly onAskAgain?: () => void;
  /** Shown over the upper end of the view. */
  readonly top?: ReactNode;
  /** Shown below the list. */
  readonly below?: ReactNode;
  /** Called for Escape in the list; the focus goes back to the composer. */
  readonly onEscape?: () => void;
}

/** Index of my newest sent message, if nobody has read it or written after it; -1: none. */
export function tickedIndex(items: readonly ShownItem[]): number {
  const settled = items.findLastIndex((item) =>
    messagesOf(item).some(({ mine, readBy }) => !mine || readBy.length > 0),
  );
  // One that the server has keeps its place as the newest while an edit of it waits.
  const sent = items.findLastIndex((item) =>
    messagesOf(item).some(
      ({ mine, eventId, status }) => mine && eventId !== null && status !== 'not_sent',
    ),
  );
  return sent > settled ? sent : -1;
}

export function TimelineView(props: TimelineViewProps): ReactNode {
  const {
    items,
    actions,
    initialKey,
    stopKey = null,
    onPosition,
    pill,
    listRef,
    targetKey,
    label,
  } = props;
  const { waiting = null, onAskAgain, top, below, onEscape } = props;
  const { t } = useTranslation();
  const latest = useRef(items);
  latest.current = items;
  const estimate = useCallback((index: number): number => {
    const item = latest.current[index];
    return item === undefined ? 0 : estimateHeight(item);
  }, []);
  const isSteadyAt = useCallback((index: number): boolean => {
    const item = latest.current[index];
    return item !== undefined && isSteady(item);
  }, []);
  const keys = useTimelineKeys(items, actions, onEscape);
  const ticked = tickedIndex(items);
  return (
    <div className={styles.timeline}>
      {top}
      {waiting !== null && (
        <div className={styles.waiting} role="status">
          <Gap of={waiting} />
        </div>
      )}
      <AnchoredList
        ref={listRef}
        items={items}
        estimate={estimate}
        isSteady={isSteadyAt}
        live={endsLive(items)}
        initialKey={initialKey}
        stopKey={stopKey}
        onPosition={onPosition}
        keys={keys}
        label={label}
      >
        {(item, index) =>
          item === olderRefused && onAskAgain !== undefined ? (
            <OlderRefused onAskAgain={onAskAgain} />
          ) : (
            <Row item={item} isLatestOwn={index === ticked} isTarget={item.key === targetKey} />
          )
        }
      </AnchoredList>
      {pill !== null && (
        <div className={styles.end}>
          <Button className={styles.pill} icon={ArrowDown} onPress={pill.onPress}>
            {pill.count === 0
              ? t('timeline.toNewest')
              : t('timeline.newMessages', { count: pill.count })}
          </Button>
        </div>
      )}
      {below}
    </div>
  );
}
