// Threads as rows: the first message, how many answered it, the newest answer. Arrows move between them, Enter opens.
import clsx from 'clsx';
import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { ThreadFilter } from '#contract/areas/messages/threads';
import type { ThreadItem } from '#contract/areas/messages/timelineModels';
import { AppErrorNote } from '#app/errors';
import { useList } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { threadOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { useNow } from '#app/useNow';
import { Badge } from '#ui/marks/Badge';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { moveAmong } from '#ui/focus/moveAmong';
import { Name } from '#ui/text/Name';
import { SkeletonRows } from '#ui/layout/Spinner';
import { formatFull, formatListTime } from '#ui/text/time';
import { previewWords } from '../timeline';
import styles from './Threads.module.css';

const firstRows = 50;

const emptyWords = {
  all: ['threads.none', 'threads.noneHint'],
  mine: ['threads.noneMine', 'threads.noneMineHint'],
  unread: ['threads.noneUnread', 'threads.noneUnreadHint'],
  unreadHere: ['threads.noneUnread', 'threads.noneUnreadHereHint'],
} as const;

export interface ThreadListProps {
  /** Null: of all rooms. */
  readonly roomId: string | null;
  readonly show: ThreadFilter;
  /** Still asking the server. */
  readonly busy?: boolean;
  /** Asks the server for more; null where it has none. */
  readonly onMore?: (() => void) | null;
}

export function ThreadList({
  roomId,
  show,
  busy = false,
  onMore = null,
}: ThreadListProps): ReactNode {
  const { t } = useTranslation();
  const nowMs = useNow();
  const { items, ready, error, paginate } = useList('threads', { roomId, show, limit: firstRows });
  if (error !== null) return <AppErrorNote error={error} />;
  if (!ready || (busy && items.length === 0))
    return <SkeletonRows count={5} label={t('threads.loading')} />;
  const [title, hint] = emptyWords[show === 'unread' && roomId !== null ? 'unreadHere' : show];
  if (items.length === 0 && onMore === null)
    return (
      <EmptyState icon={MessagesSquare} title={t(title)}>
        {t(hint)}
      </EmptyState>
    );
  return (
    <>
      <ul
        data-part
        className={styles.list}
        aria-label={t('threads.title')}
        onKeyDown={moveAmong}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < 400) void paginate('forward', firstRows);
        }}
      >
        {items.map((item) => (
          <li key={item.key}>
            <ThreadRow item={item} withRoom={roomId === null} nowMs={nowMs} />
          </li>
        ))}
      </ul>
      {onMore !== null && (
        <Button className={styles.more} variant="text" pending={busy} onPress={onMore}>
          {t('threads.more')}
        </Button>
      )}
    </>
  );
}

interface ThreadRowProps {
  readonly item: ThreadItem;
  readonly withRoom: boolean;
  readonly nowMs: number;
}

function ThreadRow({ item, withRoom, nowMs }: ThreadRowProps): ReactNode {
  const { t, i18n } = useTranslation();
  const dispatch = useAppDispatch();
  const { roomId, roomName, threadId, sender, preview, sentAtMs, summary, draft } = item;
  const { count, unread, mentions, last } = summary;
  const atMs = last?.sentAtMs ?? sentAtMs;
  return (
    <button
      type="button"
      className={styles.row}
      onClick={() => dispatch(threadOpened({ roomId, threadId }))}
    >
      {sender === null ? (
        <span className={styles.noFace}>
          <Icon icon={MessagesSquare} size={20} />
        </span>
      ) : (
        <MediaAvatar id={sender.userId} name={sender.name} avatar={sender.avatar} size={36} />
      )}
      <span className={styles.words}>
        <span className={styles.first}>
          <Name cut className={clsx(styles.name, unread > 0 && styles.unread)}>
            {sender === null ? t('threads.one') : sender.name}
          </Name>
          {withRoom && (
            <Name cut className={styles.room}>
              {t('threads.inRoom', { name: isolate(roomName) })}
            </Name>
          )}
          {atMs !== null && (
            <time className={styles.time} title={formatFull(atMs, i18n.language)}>
              {formatListTime(atMs, nowMs, i18n.language)}
            </time>
          )}
        </span>
        <span className={styles.text} dir="auto">
          {preview === null ? t('threads.rootMissing') : previewWords(t, preview)}
        </span>
        <span className={styles.last}>
          <span className={styles.count}>{t('threads.count', { count })}</span>
          {draft !== undefined && (
            <>
              <span className={styles.draft}>{t('rooms.draft')}</span>
              <span className={styles.lastWords} dir="auto">
                {draft}
              </span>
            </>
          )}
          {draft === undefined && last !== null && (
            <>
              <Name className={styles.answerer} cut>
                {last.sender.name}
              </Name>
              <span className={styles.lastWords} dir="auto">
                {previewWords(t, last.preview)}
              </span>
            </>
          )}
          {unread > 0 && (
            <Badge
              bare
              className={styles.badge}
              count={unread}
              kind={mentions ? 'mention' : 'count'}
              label={t(mentions ? 'threads.unreadForYou' : 'threads.unread', { count: unread })}
            />
          )}
        </span>
      </span>
    </button>
  );
}
