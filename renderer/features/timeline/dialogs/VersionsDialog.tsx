// The versions of an edited message, newest first.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { SkeletonRows } from '#ui/layout/Spinner';
import { formatFull, formatMoment } from '#ui/text/time';
import { RichText } from '../html/RichText';
import { useAnswer } from './useAnswer';
import type { MessageDialogProps } from './useMessageDialogs';
import styles from './MessageDialogs.module.css';

export function VersionsDialog({ roomId, eventId, onClose }: MessageDialogProps): ReactNode {
  const { t, i18n } = useTranslation();
  const answer = useAnswer('messageVersions', { roomId, eventId });
  const versions = answer?.ok === true ? answer.output.versions : [];
  return (
    <Dialog
      title={t('timeline.versions.title')}
      isOpen
      onClose={onClose}
      width="l"
      actions={<Button onPress={onClose}>{t('app.close')}</Button>}
    >
      {answer === null && <SkeletonRows count={2} label={t('timeline.versions.loading')} />}
      {answer?.ok === false && <AppErrorNote error={answer.error} />}
      {versions.length > 0 && (
        // A long list scrolls, also by keys.
        <ol className={styles.versions} tabIndex={0} aria-label={t('timeline.versions.title')}>
          {versions
            .map(({ key, sentAtMs, text, html }, index) => {
              const time = formatMoment(sentAtMs, i18n.language);
              const isNow = index > 0 && index === versions.length - 1;
              const words = index === 0 ? 'first' : isNow ? 'now' : 'edit';
              return (
                <li key={key}>
                  <time
                    className={styles.time}
                    dateTime={new Date(sentAtMs).toISOString()}
                    title={formatFull(sentAtMs, i18n.language)}
                  >
                    {t(`timeline.versions.${words}`, { time })}
                  </time>
                  <div className={styles.words} dir="auto">
                    <RichText html={html} text={text} />
                  </div>
                </li>
              );
            })
            .reverse()}
        </ol>
      )}
    </Dialog>
  );
}
