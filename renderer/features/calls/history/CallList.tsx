// The rows of the call history, virtualised. Focus stays on the list itself: arrows move, Enter opens, the menu key opens the row's menu.
import clsx from 'clsx';
import { Phone, Video } from 'lucide-react';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from '#app/words';
import type { CallHistoryItem } from '#contract/areas/calls/callsModels';
import { MediaAvatar } from '#app/MediaAvatar';
import { Icon } from '#ui/marks/Icon';
import { ListRow } from '#ui/lists/ListRow';
import list from '#ui/lists/ListRow.module.css';
import type { MenuPoint } from '#ui/overlays/Menu';
import { formatDay, formatDuration, startOfDay } from '#ui/text/time';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { drawnRows, layoutOf, rowUnder, scrollToShow, useView, viewOf } from '#ui/lists/virtual';
import { usePopOut } from '../stage/floating/popped';
import { callIcon } from './callWords';
import { lengthOf, otherOf, outcomeWords } from './historyWords';
import styles from './History.module.css';

/** The list, for whoever hands the focus back to it. */
export const callListId = 'call-list';

const rowHeight = 56;
const dayHeight = 32;

/** Whether a row is the first one of its day; it stands below the day's name. */
const beginsDay = (items: readonly CallHistoryItem[], index: number): boolean => {
  const [item, before] = [items[index], items[index - 1]];
  return (
    item !== undefined &&
    (before === undefined || startOfDay(before.startedMs) !== startOfDay(item.startedMs))
  );
};

export interface CallListProps {
  readonly items: readonly CallHistoryItem[];
  readonly chosenKey: string | null;
  readonly nowMs: number;
  readonly onOpen: (item: CallHistoryItem, byKeyboard: boolean) => void;
  readonly onCallBack: (item: CallHistoryItem) => void;
  readonly onMenu: (item: CallHistoryItem, at: MenuPoint) => void;
}

export function CallList(props: CallListProps) {
  const { items, chosenKey, onOpen, onMenu } = props;
  const { t } = useTranslation();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  useFocusIfLost(scroller);
  const view = useView(scroller, 'calls');
  const days = useMemo(() => items.map((_, index) => beginsDay(items, index)), [items]);
  const layout = useMemo(
    () => layoutOf(days.map((begins) => rowHeight + (begins ? dayHeight : 0))),
    [days],
  );
  const { from, to } = drawnRows(layout, view);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const found = items.findIndex(({ key }) => key === (activeKey ?? chosenKey));
  const active = Math.max(0, found);

  const go = (index: number): void => {
    const next = Math.max(0, Math.min(items.length - 1, index));
    setActiveKey(items[next]?.key ?? null);
    const element = scroller.current;
    if (element !== null) element.scrollTop = scrollToShow(layout, next, viewOf(element));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -items.length,
      End: items.length,
    };
    const step = steps[event.key];
    const item = items[active];
    if (step !== undefined) go(active + step);
    else if ((event.key === 'Enter' || event.key === ' ') && item !== undefined) onOpen(item, true);
    else return;
    event.preventDefault();
  };
  const onContextMenu = (event: MouseEvent<HTMLDivElement>): void => {
    const under = rowUnder(event.target);
    const index = under ?? active;
    const item = items[index];
    if (item === undefined) return;
    event.preventDefault();
    setActiveKey(item.key);
    const box = event.currentTarget.getBoundingClientRect();
    const bottom = layout.tops[index + 1] ?? 0;
    const y = box.top + bottom - event.currentTarget.scrollTop - rowHeight / 2;
    onMenu(item, under === null ? { x: box.left + 60, y } : { x: event.clientX, y: event.clientY });
  };
  return (
    <div
      ref={scroller}
      id={callListId}
      role="listbox"
      aria-label={t('callPlace.list')}
      aria-activedescendant={active >= from && active < to ? `${id}-${active}` : undefined}
      tabIndex={0}
      className={list.list}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
    >
      <div className={list.canvas} style={{ height: layout.total }} role="presentation">
        {items.slice(from, to).map((item, offset) => {
          const index = from + offset;
          return (
            <Row
              key={item.key}
              {...props}
              item={item}
              id={`${id}-${index}`}
              index={index}
              bottom={layout.tops[index + 1] ?? 0}
              beginsDay={days[index] === true}
              count={items.length}
              active={index === active}
              chosen={item.key === chosenKey}
              onPress={() => {
                setActiveKey(item.key);
                onOpen(item, false);
              }}
            />
          );
        })}
      </div>
      <p className={styles.older} role="presentation">
        {t('callPlace.older')}
      </p>
    </div>
  );
}

interface RowProps extends Pick<CallListProps, 'nowMs' | 'onCallBack'> {
  readonly item: CallHistoryItem;
  readonly id: string;
  readonly index: number;
  /** Lower edge of the row, in px from the top of the list. */
  readonly bottom: number;
  readonly beginsDay: boolean;
  readonly count: number;
  readonly active: boolean;
  readonly chosen: boolean;
  readonly onPress: () => void;
}

function Row(props: RowProps) {
  const { item, id, index, bottom, count, nowMs, active, chosen, onPress, onCallBack } = props;
  const { t, i18n } = useTranslation();
  const { call, startedMs, unseen, person } = item;
  const { id: otherId, name, avatar, address } = otherOf(item);
  const isPopped = usePopOut().popped?.callId === call.callId;
  const video = call.media === 'video';
  const top = bottom - rowHeight;
  return (
    <>
      {props.beginsDay && (
        <div
          className={styles.day}
          style={{ insetBlockStart: top - dayHeight }}
          role="presentation"
        >
          {formatDay(startedMs, nowMs, i18n.language)}
        </div>
      )}
      <div
        id={id}
        role="option"
        aria-selected={chosen}
        aria-posinset={index + 1}
        aria-setsize={count}
        data-index={index}
        data-active={active}
        className={clsx(list.slot, styles.slot)}
        style={{ insetBlockStart: top }}
        onClick={onPress}
      >
        <ListRow
          picture={<MediaAvatar id={otherId} name={name} avatar={avatar} size={36} />}
          name={name}
          address={address}
          timeMs={startedMs}
          // The day stands above the row: here it is the hour.
          nowMs={startedMs}
          language={i18n.language}
          selected={chosen}
          unread={unseen}
        >
          <span className={styles.kind}>
            <Icon
              icon={callIcon(call)}
              className={call.outcome === 'missed' ? styles.missed : undefined}
            />
            {/* Its end is what differs: the words give way before it, and their comma with them. */}
            <span>
              {outcomeWords(t, item)}
              {isPopped && `, ${t('callPlace.ownWindow')}`}
              {lengthOf(t, item)}
            </span>
            {call.durationMs !== null && (
              <span className={styles.length}> {formatDuration(call.durationMs)}</span>
            )}
          </span>
          {person !== null && (
            // For the mouse; the keyboard has Enter and the menu key.
            <span
              className={styles.back}
              title={t(video ? 'callPlace.videoCall' : 'callPlace.voiceCall')}
              aria-hidden="true"
              onClick={(event) => {
                event.stopPropagation();
                onCallBack(item);
              }}
            >
              <Icon icon={video ? Video : Phone} />
            </span>
          )}
        </ListRow>
      </div>
    </>
  );
}
