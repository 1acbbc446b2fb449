// The place Saved: what this account kept for itself, the last one first; reminders that are due stand above.
import { ArrowLeft, Ban, Bookmark } from 'lucide-react';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/kept.en.json';
import type { KeptFilter, KeptMessage } from '#contract/areas/messages/kept';
import { AppErrorNote } from '#app/errors';
import { useList, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { settingsLineOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { useNow } from '#app/useNow';
import { Bar } from '#ui/layout/Bar';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { IconButton } from '#ui/controls/IconButton';
import { useFirstRowFocus } from '#ui/focus/firstRow';
import { moveAmong } from '#ui/focus/moveAmong';
import { Segmented } from '#ui/controls/Segmented';
import { SkeletonRows } from '#ui/layout/Spinner';
import { KeptRow } from './KeptRow';
import { RemindDialog } from './RemindDialog';
import styles from './Kept.module.css';

addWords(words);

const firstRows = 50;

export interface SavedPlaceProps {
  /** The thin status line, above everything. */
  readonly status: ReactNode;
  /** Goes back to the list of chats. */
  readonly onBack: () => void;
}

export function SavedPlace({ status, onBack }: SavedPlaceProps): ReactNode {
  const { t } = useTranslation();
  const [show, setShow] = useState<KeptFilter>('all');
  const place = useRef<HTMLElement>(null);
  return (
    <main ref={place} className={styles.place}>
      {status}
      <Bar className={styles.bar}>
        <IconButton
          label={t('kept.back')}
          icon={ArrowLeft}
          directional
          className={styles.back}
          onPress={onBack}
        />
        <h1 className={styles.heading}>{t('places.saved')}</h1>
        <Segmented
          label={t('kept.show')}
          value={show}
          options={[
            { id: 'all', label: t('kept.all') },
            { id: 'reminders', label: t('kept.reminders') },
          ]}
          onChange={setShow}
        />
      </Bar>
      <KeptList key={show} show={show} place={place} />
    </main>
  );
}

/** How much of it blocked people wrote, in words; null: nothing. Undefined until it is known. */
function useBlockedWords(show: KeptFilter): string | null | undefined {
  const { t } = useTranslation();
  const count = useValue('unheardKept', { show }).value?.count;
  if (count === undefined) return undefined;
  if (count === 0) return null;
  return t(show === 'all' ? 'kept.blocked' : 'kept.blockedReminders', { count });
}

/** Says that there is none, or that blocked people wrote all of it. */
function NothingKept({ show }: { readonly show: KeptFilter }): ReactNode {
  const { t } = useTranslation();
  const blocked = useBlockedWords(show);
  if (blocked === undefined) return null;
  const all = show === 'all';
  if (blocked !== null)
    return (
      <EmptyState icon={Ban} title={blocked} text={t('kept.blockedHint')}>
        <ToBlocked />
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Bookmark}
      title={t(all ? 'kept.none' : 'kept.noneReminders')}
      text={t(all ? 'kept.noneHint' : 'kept.noneRemindersHint')}
    />
  );
}

/** Leads to the list of blocked people in the settings. */
function ToBlocked(): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  return (
    <Button
      size="s"
      onPress={() => dispatch(settingsLineOpened({ section: 'account', line: 'blocked' }))}
    >
      {t('kept.toBlocked')}
    </Button>
  );
}

/** Below a list: that blocked people wrote some of it, which is not shown. */
function SomeHidden({ show }: { readonly show: KeptFilter }): ReactNode {
  const blocked = useBlockedWords(show) ?? null;
  if (blocked === null) return null;
  return (
    <p className={styles.hidden}>
      {blocked} <ToBlocked />
    </p>
  );
}

interface KeptListProps {
  readonly show: KeptFilter;
  readonly place: RefObject<HTMLElement | null>;
}

function KeptList({ show, place }: KeptListProps): ReactNode {
  const { t } = useTranslation();
  const nowMs = useNow();
  const [reminding, setReminding] = useState<KeptMessage | null>(null);
  const { items, ready, error, paginate } = useList('kept', { show, limit: firstRows });
  useFirstRowFocus(place, ready || error !== null ? items.length : null);
  if (error !== null) return <AppErrorNote error={error} />;
  if (!ready) return <SkeletonRows count={5} label={t('kept.loading')} />;
  if (items.length === 0) return <NothingKept show={show} />;
  return (
    <>
      <ul
        data-part
        className={styles.list}
        aria-label={t('kept.list')}
        onKeyDown={moveAmong}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < 400) void paginate('forward', firstRows);
        }}
      >
        {items.map((item) => (
          <li key={item.key} className={styles.item}>
            <KeptRow item={item} nowMs={nowMs} onRemind={() => setReminding(item)} />
          </li>
        ))}
      </ul>
      <SomeHidden show={show} />
      {reminding !== null && (
        <RemindDialog
          roomId={reminding.roomId}
          eventId={reminding.eventId}
          onClose={() => setReminding(null)}
        />
      )}
    </>
  );
}
