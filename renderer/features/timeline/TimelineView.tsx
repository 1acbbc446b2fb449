// The timeline as it is drawn: rows, the pill that leads to the newest message, and the keys. No store.
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
import { endsLive } from './scroll/usePaging';
import { useTimelineKeys } from './useTimelineKeys';
import styles from './TimelineView.module.css';

const OlderRefused = later(async () => (await import('./rows/OlderRefused')).OlderRefused);

/** Stands first where older messages are refused, in the list itself: what is read is held as at any row that comes. */
export const olderRefused: ShownItem = { kind: 'gap', key: 'gap:refused' };

interface TimelineViewProps {
  readonly items: readonly ShownItem[];
  readonly actions: TimelineActions;
  readonly initialKey: string | null;
  readonly onPosition: (position: Position) => void;
  /** Shown while the newest message is out of view. */
  readonly pill: { readonly count: number; readonly onPress: () => void } | null;
  readonly listRef: Ref<AnchoredListHandle>;
  /** The item that the reader was just taken to; shown for a moment. */
  readonly targetKey: string | null;
  /** What the list is, for who hears it. */
  readonly label: string;
  /** Older messages are on their way and the reader waits for them. */
  readonly waiting?: boolean;
  /** Asks once more for older messages, which the server refused. */
  readonly onAskAgain?: () => void;
  /** Stands over the beginning of what is in view. */
  readonly top?: ReactNode;
  /** Stands over the end of what is in view. */
  readonly below?: ReactNode;
  /** Somebody who is among the messages goes back to the field. */
  readonly onEscape?: () => void;
}

/** My newest message that arrived, while nobody has read it or written below it; -1 when there is none. */
export function tickedIndex(items: readonly ShownItem[]): number {
  const settled = items.findLastIndex((item) =>
    messagesOf(item).some(({ mine, readBy }) => !mine || readBy.length > 0),
  );
  const sent = items.findLastIndex((item) =>
    messagesOf(item).some(({ mine, status }) => mine && (status === null || status === 'sent')),
  );
  return sent > settled ? sent : -1;
}

export function TimelineView(props: TimelineViewProps): ReactNode {
  const { items, actions, initialKey, onPosition, pill, listRef, targetKey, label } = props;
  const { waiting = false, onAskAgain, top, below, onEscape } = props;
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
      {waiting && (
        <div className={styles.waiting} role="status">
          <Gap />
        </div>
      )}
      <AnchoredList
        ref={listRef}
        items={items}
        estimate={estimate}
        isSteady={isSteadyAt}
        live={endsLive(items)}
        initialKey={initialKey}
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
        <Button className={styles.pill} icon={ArrowDown} onPress={pill.onPress}>
          {pill.count === 0
            ? t('timeline.toNewest')
            : t('timeline.newMessages', { count: pill.count })}
        </Button>
      )}
      {below}
    </div>
  );
}
