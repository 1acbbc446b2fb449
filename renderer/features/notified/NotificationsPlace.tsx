// The place Notifications: the notifications of this account from the server, on any device, newest first, page by page.
import { ArrowLeft, Bell, CheckCheck, WifiOff } from 'lucide-react';
import { Fragment, useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/notified.en.json';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useList, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useNow } from '#app/useNow';
import { Bar } from '#ui/layout/Bar';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { IconButton } from '#ui/controls/IconButton';
import { useFirstRowFocus } from '#ui/focus/firstRow';
import { moveAmong } from '#ui/focus/moveAmong';
import { Segmented } from '#ui/controls/Segmented';
import { SkeletonRows } from '#ui/layout/Spinner';
import { formatDay, startOfDay } from '#ui/text/time';
import { isLost, NotifiedRow } from './NotifiedRow';
import { hasNews, ReadAllDialog } from './ReadAllDialog';
import { together } from './together';
import styles from './Notified.module.css';

addWords(words);

const pageRows = 30;
type Show = 'all' | 'mentions';

export interface NotificationsPlaceProps {
  /** The status line, above everything. */
  readonly status: ReactNode;
  /** Goes back to the list of chats. */
  readonly onBack: () => void;
}

export function NotificationsPlace({ status, onBack }: NotificationsPlaceProps): ReactNode {
  const { t } = useTranslation();
  const [show, setShow] = useState<Show>('all');
  const place = useRef<HTMLElement>(null);
  // Items up to this time count as read; the server's own value comes with the next page only.
  const [readUntilMs, setReadUntilMs] = useState(0);
  return (
    <main ref={place} className={styles.place}>
      {status}
      <Bar className={styles.bar}>
        <IconButton
          label={t('notified.back')}
          icon={ArrowLeft}
          directional
          className={styles.back}
          onPress={onBack}
        />
        <h1 className={styles.heading}>{t('notified.title')}</h1>
        <Segmented
          label={t('notified.show')}
          value={show}
          options={[
            { id: 'all', label: t('notified.all') },
            { id: 'mentions', label: t('notified.mentions') },
          ]}
          onChange={setShow}
        />
        <MarkAllRead onDone={() => setReadUntilMs(Date.now())} />
      </Bar>
      <NotifiedList key={show} {...{ show, readUntilMs, place }} />
    </main>
  );
}

/** Marks every chat as read, as in the settings: a notification is read when its chat is. */
function MarkAllRead({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { t } = useTranslation();
  const { value: news } = useValue('news', {});
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton
        label={t('notified.readAll')}
        icon={CheckCheck}
        isDisabled={news === undefined || !hasNews(news)}
        onPress={() => setAsking(true)}
      />
      {asking && <ReadAllDialog onClose={() => setAsking(false)} onDone={onDone} />}
    </>
  );
}

/** The first page is fetched when the list is ready, further ones by a press or near the end of the list. */
function usePages(show: Show) {
  const { items, ready, error, paginate } = useList('notificationHistory', {
    mentions: show === 'mentions',
  });
  const [failure, setFailure] = useState<AppError | null>(null);
  const [pending, setPending] = useState(false);
  const [ended, setEnded] = useState(false);
  const asking = useRef(false);
  const older = useCallback(async (): Promise<void> => {
    if (asking.current) return;
    asking.current = true;
    setPending(true);
    const page = await paginate('back', pageRows);
    asking.current = false;
    setPending(false);
    setFailure(page.ok ? null : page.error);
    if (page.ok) setEnded(page.output.reachedStart);
  }, [paginate]);
  useEffect(() => {
    if (ready) void older();
  }, [ready, older]);
  const more = useCallback(() => void older(), [older]);
  return { items, ready, failure: error ?? failure, pending, ended, older: more };
}

interface NotifiedListProps {
  readonly show: Show;
  readonly readUntilMs: number;
  readonly place: RefObject<HTMLElement | null>;
}

function NotifiedList(props: NotifiedListProps): ReactNode {
  const { show, readUntilMs, place } = props;
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const { items: told, ready, failure, pending, ended, older } = usePages(show);
  // An invitation is read when it is answered.
  const items = told.map((item) =>
    item.state !== 'invited' && item.sentAtMs <= readUntilMs ? { ...item, read: true } : item,
  );
  // All items of a page may be left out: accepted invitations, silent events.
  const goesOn = ready && items.length === 0 && !ended && !pending && failure === null;
  useEffect(() => {
    if (goesOn) older();
  }, [goesOn, older]);
  const isKnown = items.length > 0 || failure !== null || (ready && ended);
  // Only rows that lead somewhere can have the focus.
  const groups = together(items);
  useFirstRowFocus(place, isKnown ? groups.filter(({ item }) => !isLost(item)).length : null);
  const offline = failure?.code === 'offline' || failure?.code === 'timeout';
  const again = (size: 's' | 'm') => (
    <Button size={size} pending={pending} onPress={older}>
      {t('notified.again')}
    </Button>
  );
  const trouble = failure !== null && (
    <div className={styles.trouble}>
      {offline ? <p role="alert">{t('notified.offline')}</p> : <AppErrorNote error={failure} />}
      {again('s')}
    </div>
  );
  if (items.length === 0) {
    if (offline)
      return (
        <EmptyState
          icon={WifiOff}
          title={t('notified.offlineTitle')}
          text={<span role="alert">{t('notified.offline')}</span>}
        >
          {again('m')}
        </EmptyState>
      );
    if (trouble) return trouble;
    if (!ready || !ended) return <SkeletonRows count={5} label={t('notified.loading')} />;
    return (
      <EmptyState
        icon={Bell}
        title={t(show === 'all' ? 'notified.none' : 'notified.noneMentions')}
        text={t(show === 'all' ? 'notified.noneHint' : 'notified.noneMentionsHint')}
      />
    );
  }
  return (
    <ul
      data-part
      className={styles.list}
      aria-label={t('notified.list')}
      onKeyDown={moveAmong}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        const isNear = scrollHeight - scrollTop - clientHeight < 400;
        if (isNear && !ended && failure === null) older();
      }}
    >
      {groups.map(({ item, others }, at) => (
        <Fragment key={item.key}>
          {startOfDay(item.sentAtMs) !== startOfDay(groups[at - 1]?.item.sentAtMs ?? 0) && (
            <li className={styles.day}>{formatDay(item.sentAtMs, nowMs, i18n.language)}</li>
          )}
          <li className={styles.item}>
            <NotifiedRow item={item} files={others} />
          </li>
        </Fragment>
      ))}
      <li className={styles.last}>
        {trouble ||
          (ended ? (
            <span className={styles.end}>
              {t(show === 'all' ? 'notified.endAll' : 'notified.end')}
            </span>
          ) : (
            <Button size="s" pending={pending} onPress={older}>
              {t('notified.more')}
            </Button>
          ))}
      </li>
    </ul>
  );
}
