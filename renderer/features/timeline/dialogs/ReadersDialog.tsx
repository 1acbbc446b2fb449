// Everybody who has read a message: those whose newest read message it is with the time, then those who have read on.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { addWords } from '#app/i18n';
import { MediaAvatar } from '#app/MediaAvatar';
import { useNow } from '#app/useNow';
import acts from '#contract/locales/acts.en.json';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { Name } from '#ui/text/Name';
import { SkeletonRows } from '#ui/layout/Spinner';
import { daysBetween, formatDay, formatFull, formatTime } from '#ui/text/time';
import { useTimelineScope, type Message } from '../context';
import { useAnswer } from './useAnswer';
import type { MessageDialogProps } from './useMessageDialogs';
import styles from './ReactorsDialog.module.css';

addWords(acts);

/** `11:40` for today, else `Yesterday, 11:40`; the full date is the tooltip. */
function whenRead(ms: number, nowMs: number, language: string): string {
  const time = formatTime(ms, language);
  return daysBetween(ms, nowMs) <= 0 ? time : `${formatDay(ms, nowMs, language)}, ${time}`;
}

interface ReadersDialogProps extends MessageDialogProps {
  readonly item: Message;
}

export function ReadersDialog({ roomId, eventId, item, onClose }: ReadersDialogProps): ReactNode {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const { threadId } = useTimelineScope().conversation;
  const answer = useAnswer('readBy', { roomId, threadId, eventId });
  const { readers, count } = answer?.ok === true ? answer.output : { readers: [], count: 0 };
  const here = new Set(item.readBy.map(({ userId }) => userId));
  return (
    <Dialog
      title={t('acts.readers.title')}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('app.close')}</Button>}
    >
      {answer === null && <SkeletonRows count={3} label={t('acts.readers.loading')} />}
      {answer?.ok === false && <AppErrorNote error={answer.error} />}
      {answer?.ok === true && readers.length === 0 && <p>{t('acts.readers.none')}</p>}
      {readers.length > 0 && (
        // Many of them scroll: by keys too.
        <div
          className={styles.groups}
          tabIndex={0}
          role="group"
          aria-label={t('acts.readers.title')}
        >
          <ul className={styles.people}>
            {readers.map(({ person: { userId, name, avatar, ambiguous }, readAtMs }) => (
              <li key={userId} className={styles.person}>
                <MediaAvatar id={userId} name={name} avatar={avatar} size={24} />
                <Name cut>{name}</Name>
                {ambiguous && <span className={styles.count}>{userId}</span>}
                {here.has(userId) ? (
                  <time
                    className={styles.end}
                    dateTime={new Date(readAtMs).toISOString()}
                    title={formatFull(readAtMs, i18n.language)}
                  >
                    {whenRead(readAtMs, nowMs, i18n.language)}
                  </time>
                ) : (
                  <span className={styles.end}>{t('acts.readers.further')}</span>
                )}
              </li>
            ))}
          </ul>
          {count > readers.length && (
            <p className={styles.count}>
              {t('acts.readers.more', { count: count - readers.length })}
            </p>
          )}
        </div>
      )}
      {answer?.ok === true && <p className={styles.quiet}>{t('acts.readers.quiet')}</p>}
    </Dialog>
  );
}
