// Why a message did not go out, and the two ways on. Also the way to stop one that still waits.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#app/errors';
import { Button } from '#ui/Button';
import { useTimelineScope } from '../context';
import type { Message } from '../context';
import styles from './FailureLine.module.css';

export function FailureLine({ item }: { readonly item: Message }): ReactNode {
  const { actions } = useTimelineScope();
  const { t } = useTranslation();
  const failed = item.status === 'not_sent';
  const uploading = item.progress !== null && item.actions.cancel;
  if (!failed && !uploading) return null;
  return (
    <div className={failed ? styles.failed : styles.waiting} role={failed ? 'alert' : undefined}>
      {failed && (
        <span>
          {item.error === null
            ? t('timeline.notSent')
            : errorText(t, item.error, 'media' in item.body ? 'attachment' : 'general')}
        </span>
      )}
      {item.progress !== null && !failed && (
        <progress
          className={styles.progress}
          value={item.progress}
          max={1}
          aria-label={t('timeline.uploading')}
        />
      )}
      {item.actions.retry && (
        <Button variant="text" size="s" onPress={() => actions.retry(item)}>
          {t('timeline.action.retry')}
        </Button>
      )}
      {item.actions.cancel && (
        <Button
          variant={failed ? 'textDanger' : 'text'}
          size="s"
          onPress={() => actions.cancel(item)}
        >
          {t(failed ? 'timeline.action.delete' : 'timeline.action.cancel')}
        </Button>
      )}
    </div>
  );
}
