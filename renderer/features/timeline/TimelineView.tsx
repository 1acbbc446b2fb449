// The timeline as it is drawn: rows, the pill that leads to the newest message, and the keys. No store.
import { ArrowDown } from 'lucide-react';
import { useCallback, useRef } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { AnchoredList } from './AnchoredList';
import type { AnchoredListHandle } from './AnchoredList';
import type { TimelineActions, Message } from './context';
import { estimateHeight, Row } from './rows/Row';
import type { Item } from './rows/Row';
import type { Position } from './useAnchor';
import styles from './TimelineView.module.css';

interface TimelineViewProps {
  readonly items: readonly Item[];
  readonly actions: TimelineActions;
  readonly initialKey: string | null;
  readonly onPosition: (position: Position) => void;
  /** Shown while the newest message is out of view. */
  readonly pill: { readonly count: number; readonly onPress: () => void } | null;
  readonly listRef: Ref<AnchoredListHandle>;
}

/** Moves the focus to the message before (-1) or after (1) the focused one; from outside to the last one in view. */
function moveFocus(list: HTMLElement, step: -1 | 1): void {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-message]')];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = current === -1 ? rows[rows.length - 1] : rows[current + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

function useKeys(items: readonly Item[], actions: TimelineActions): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || target === null) return;
    const onRow = target.dataset['message'] !== undefined;
    if (!onRow && target !== event.currentTarget) return;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      moveFocus(event.currentTarget as HTMLElement, event.key === 'ArrowUp' ? -1 : 1);
      return;
    }
    const item = items.find(({ key }) => key === target.dataset['message']);
    if (item?.kind === 'message') actOn(event, item, actions);
  };
}

function actOn(event: KeyboardEvent, item: Message, actions: TimelineActions): void {
  const { reply, edit, redact } = item.actions;
  if (event.key === 'r' && reply) actions.reply(item);
  else if (event.key === 'e' && edit) actions.edit(item);
  else if (event.key === 'Delete' && redact) actions.redact(item);
  else return;
  event.preventDefault();
}

export function TimelineView(props: TimelineViewProps): ReactNode {
  const { items, actions, initialKey, onPosition, pill, listRef } = props;
  const { t } = useTranslation();
  const latest = useRef(items);
  latest.current = items;
  const estimate = useCallback((index: number): number => {
    const item = latest.current[index];
    return item === undefined ? 0 : estimateHeight(item);
  }, []);
  const onKeyDown = useKeys(items, actions);
  return (
    <div className={styles.timeline}>
      <AnchoredList
        ref={listRef}
        items={items}
        estimate={estimate}
        initialKey={initialKey}
        onPosition={onPosition}
        onKeyDown={onKeyDown}
        label={t('timeline.label')}
      >
        {(item) => <Row item={item} />}
      </AnchoredList>
      {pill !== null && (
        <Button className={styles.pill} icon={ArrowDown} onPress={pill.onPress}>
          {pill.count === 0
            ? t('timeline.toNewest')
            : t('timeline.newMessages', { count: pill.count })}
        </Button>
      )}
    </div>
  );
}
