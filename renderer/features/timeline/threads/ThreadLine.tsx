// Under the first message of a thread: who answered, how often, the newest answer. Opens the thread.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { ThreadSummary } from '#contract/areas/messages/timelineModels';
import { MediaAvatar } from '#app/MediaAvatar';
import { WarningMark } from '#app/TrustMark';
import { useNow } from '#app/useNow';
import { Badge } from '#ui/marks/Badge';
import { Name } from '#ui/text/Name';
import { formatListTime } from '#ui/text/time';
import { previewWords } from '../previewWords';
import styles from './ThreadLine.module.css';

interface ThreadLineProps {
  readonly thread: ThreadSummary;
  readonly onOpen: () => void;
}

export function ThreadLine({ thread, onOpen }: ThreadLineProps): ReactNode {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const { count, unread, mentions, last, people } = thread;
  const answers = t('threads.count', { count });
  const news = t(mentions ? 'threads.unreadForYou' : 'threads.unread', { count: unread });
  return (
    <button type="button" className={styles.line} onClick={onOpen}>
      <span className={styles.spoken}>{t('threads.one')}</span>
      <span className={styles.faces} aria-hidden>
        {people.map(({ userId, name, avatar }) => (
          <MediaAvatar key={userId} id={userId} name={name} avatar={avatar} size={20} />
        ))}
      </span>
      <span className={clsx(styles.count, unread > 0 && styles.unread)}>{answers}</span>
      {unread > 0 && (
        <Badge bare count={unread} kind={mentions ? 'mention' : 'count'} label={news} />
      )}
      {last !== null && (
        <>
          <Name className={styles.name} cut>
            {last.sender.name}
          </Name>
          <WarningMark trust={last.preview.trust} size={12} />
          <span className={styles.words} dir="auto">
            {previewWords(t, last.preview)}
          </span>
          <time className={styles.time}>{formatListTime(last.sentAtMs, nowMs, i18n.language)}</time>
        </>
      )}
    </button>
  );
}
