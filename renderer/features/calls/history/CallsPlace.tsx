// The place Calls: who called and was called, newest first, and beside it one of them with the ways to call back.
import { Phone } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { mostHistoryItems } from '#contract/areas/calls/callsModels';
import { useShellValue } from '#app/context';
import { useEngineCall, useList, useValue } from '#app/hooks';
import { callChosen } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { EmptyState } from '#ui/layout/EmptyState';
import { CallDetails } from './CallDetails';
import { CallsPane } from './CallsPane';
import { NoCalls } from './NoCalls';
import styles from './History.module.css';

export interface CallsPlaceProps {
  /** The connection status above the list. */
  readonly status: ReactNode;
  /** Renders its children in the pane of the room list. */
  readonly pane: (children: ReactNode) => ReactNode;
  readonly content: (children: ReactNode) => ReactNode;
}

export function CallsPlace({ status, pane, content }: CallsPlaceProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { chosen, missedOnly } = useAppSelector((state) => state.navigation.calls);
  const all = useList('callHistory', { limit: mostHistoryItems, missedOnly: false });
  const missed = useList(
    'callHistory',
    missedOnly ? { limit: mostHistoryItems, missedOnly: true } : null,
  );
  useSeen();
  const item = all.items.find(({ key }) => key === chosen) ?? null;
  return (
    <>
      {pane(<CallsPane status={status} list={missedOnly ? missed : all} chosen={item} />)}
      {content(
        item === null ? (
          <main className={styles.main}>
            {all.ready && all.items.length === 0 && <NoCalls missedOnly={false} />}
            {all.items.length > 0 && (
              <EmptyState
                icon={Phone}
                title={t('callPlace.chooseTitle')}
                text={t('callPlace.chooseText')}
              />
            )}
          </main>
        ) : (
          <CallDetails
            item={item}
            calls={all.items.filter(({ roomId }) => roomId === item.roomId)}
            onBack={() => dispatch(callChosen(null))}
          />
        ),
      )}
    </>
  );
}

/** Marks the missed calls as seen while the list is shown and the window has the focus. */
function useSeen(): void {
  const call = useEngineCall();
  const focused = useShellValue('app')?.focused ?? false;
  const unseen = useValue('missedCalls', {}).value?.unseen ?? 0;
  useEffect(() => {
    if (focused && unseen > 0) void call('callHistorySeen', {});
  }, [call, focused, unseen]);
}
