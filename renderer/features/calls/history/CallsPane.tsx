// The list pane of Calls: heading, all or the missed ones, the rows and the menu of one.
import { PhoneOutgoing } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { CallHistoryItem } from '#contract/areas/calls/callsModels';
import { AppErrorNote } from '#app/errors';
import type { ListState } from '#app/hooks';
import { later } from '#app/later';
import { callChosen, missedCallsOnly } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { useNow } from '#app/useNow';
import { IconButton } from '#ui/controls/IconButton';
import { useFirstRowFocus } from '#ui/focus/firstRow';
import { Bar } from '#ui/layout/Bar';
import rows from '#ui/lists/ListRow.module.css';
import { ContextMenu, type MenuPoint } from '#ui/overlays/Menu';
import { Segmented } from '#ui/controls/Segmented';
import { SkeletonRows } from '#ui/layout/Spinner';
import { otherOf } from './historyWords';
import { callHeadingId } from './CallDetails';
import { CallList, callListId } from './CallList';
import { NoCalls } from './NoCalls';
import { useCallBack } from './useCallBack';
import styles from './History.module.css';

const NewCallDialog = later(async () => (await import('./NewCallDialog')).NewCallDialog);

export interface CallsPaneProps {
  readonly status: ReactNode;
  readonly list: ListState<CallHistoryItem>;
  readonly chosen: CallHistoryItem | null;
}

export function CallsPane({ status, list, chosen }: CallsPaneProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const missedOnly = useAppSelector((state) => state.navigation.calls.missedOnly);
  const nowMs = useNow();
  const { callBack, entriesFor } = useCallBack();
  const [menu, setMenu] = useState<{ item: CallHistoryItem; at: MenuPoint } | null>(null);
  const [adding, setAdding] = useState(false);
  const { items, ready, error } = list;
  const pane = useRef<HTMLDivElement>(null);
  // A list with rows takes the focus itself.
  useFirstRowFocus(pane, ready && items.length === 0 ? 0 : null);
  const open = ({ key }: CallHistoryItem, byKeyboard: boolean): void => {
    dispatch(callChosen(key));
    requestAnimationFrame(() => {
      const gone = document.getElementById(callListId)?.checkVisibility?.() !== true;
      if (byKeyboard || gone) document.getElementById(callHeadingId)?.focus();
    });
  };
  return (
    <div ref={pane} className={rows.pane}>
      {status}
      <Bar bare>
        <h1 className={rows.heading}>{t('callPlace.title')}</h1>
        <IconButton
          label={t('callPlace.newCall')}
          icon={PhoneOutgoing}
          onPress={() => setAdding(true)}
        />
      </Bar>
      <div className={styles.filter}>
        <Segmented
          label={t('callPlace.show')}
          value={missedOnly ? 'missed' : 'all'}
          options={[
            { id: 'all', label: t('callPlace.all') },
            { id: 'missed', label: t('callPlace.missedOnly') },
          ]}
          onChange={(what) => dispatch(missedCallsOnly(what === 'missed'))}
        />
      </div>
      <AppErrorNote error={error} />
      {!ready && error === null && <SkeletonRows count={6} label={t('callPlace.loading')} />}
      {ready && items.length === 0 && (
        <div className={missedOnly ? undefined : styles.alone}>
          <NoCalls missedOnly={missedOnly} />
        </div>
      )}
      {items.length > 0 && (
        <CallList
          items={items}
          chosenKey={chosen?.key ?? null}
          nowMs={nowMs}
          onOpen={open}
          onCallBack={(item) => callBack(item, item.call.media === 'video')}
          onMenu={(item, at) => setMenu({ item, at })}
        />
      )}
      {adding && <NewCallDialog onClose={() => setAdding(false)} />}
      {menu !== null && (
        <ContextMenu
          label={t('callPlace.menu', { name: otherOf(menu.item).name })}
          at={menu.at}
          entries={entriesFor(menu.item)}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}
