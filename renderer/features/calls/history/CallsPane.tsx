// The list pane of Calls: heading, all or the missed ones, the rows and the menu of one.
import { Phone, PhoneMissed } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallHistoryItem } from '#contract/areas/callsModels';
import { AppErrorNote } from '#app/errors';
import type { ListState } from '#app/hooks';
import { callChosen, missedCallsOnly, placeOpened } from '#app/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { useNow } from '#app/useNow';
import { Bar } from '#ui/Bar';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import rows from '#ui/ListRow.module.css';
import { ContextMenu, type MenuPoint } from '#ui/Menu';
import { Segmented } from '#ui/Segmented';
import { SkeletonRows } from '#ui/Spinner';
import { otherOf } from './callWords';
import { callHeadingId } from './CallDetails';
import { CallList, callListId } from './CallList';
import { useCallBack } from './useCallBack';
import styles from './History.module.css';

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
  const { items, ready, error } = list;
  const open = ({ key }: CallHistoryItem, byKeyboard: boolean): void => {
    dispatch(callChosen(key));
    requestAnimationFrame(() => {
      const gone = document.getElementById(callListId)?.checkVisibility?.() !== true;
      if (byKeyboard || gone) document.getElementById(callHeadingId)?.focus();
    });
  };
  return (
    <div className={rows.pane}>
      {status}
      <Bar bare>
        <h1 className={rows.heading}>{t('callPlace.title')}</h1>
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
      {ready && items.length === 0 && <NoCalls missedOnly={missedOnly} />}
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

function NoCalls({ missedOnly }: { readonly missedOnly: boolean }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  if (missedOnly)
    return (
      <EmptyState
        icon={PhoneMissed}
        title={t('callPlace.emptyMissedTitle')}
        text={t('callPlace.emptyMissedText')}
      />
    );
  return (
    <EmptyState icon={Phone} title={t('callPlace.emptyTitle')} text={t('callPlace.emptyText')}>
      <Button variant="primary" onPress={() => dispatch(placeOpened('chats'))}>
        {t('callPlace.openChats')}
      </Button>
    </EmptyState>
  );
}
