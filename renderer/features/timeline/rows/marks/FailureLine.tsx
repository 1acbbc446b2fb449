// Why a message was not sent, with the buttons to try again or to discard it. Also the button that cancels a waiting message.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { errorText } from '#app/errors';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { useTimelineScope } from '../../context';
import type { Message } from '../../context';
import styles from './FailureLine.module.css';

/**
 * Sends a message again, edits one that is too large, or copies the words of one that cannot be sent again. A guest account that has ended cannot sign in again, so there
 * is no retry.
 */
function Again({ item, isLost }: { readonly item: Message; readonly isLost: boolean }): ReactNode {
  const { actions } = useTimelineScope();
  const { t } = useTranslation();
  const { value: session } = useValue('session', {});
  const { retry, edit } = item.actions;
  const text = 'text' in item.body ? item.body.text : '';
  if (retry ? session?.guest && session.state === 'expired' : !text) return null;
  const isTooLarge = item.error?.code === 'too_large';
  // The server would answer the same again.
  if (isTooLarge && 'media' in item.body) return null;
  if (edit && isTooLarge)
    return (
      <Button variant="text" size="s" onPress={() => actions.edit(item)}>
        {t('timeline.action.edit')}
      </Button>
    );
  return (
    <Button
      variant="text"
      size="s"
      onPress={() => (retry ? actions.retry(item) : actions.copy(text))}
    >
      {t(retry ? `timeline.action.${isLost ? 'sendAgain' : 'retry'}` : 'app.copy')}
    </Button>
  );
}

export function FailureLine({ item }: { readonly item: Message }): ReactNode {
  const { actions } = useTimelineScope();
  const { t } = useTranslation();
  const failed = item.status === 'not_sent';
  const isLost = item.error?.code === 'lost_by_server';
  const uploading = item.progress !== null && item.actions.cancel;
  if (!failed && !uploading) return null;
  return (
    <div className={failed ? styles.failed : styles.waiting} role={failed ? 'alert' : undefined}>
      {failed && (
        <span>
          {item.error
            ? errorText(t, item.error, 'media' in item.body ? 'attachment' : 'general')
            : t('timeline.notSent')}
        </span>
      )}
      {!failed && (
        <progress
          className={styles.progress}
          value={item.progress ?? 0}
          max={1}
          aria-label={t('timeline.uploading')}
        />
      )}
      {failed && <Again item={item} isLost={isLost} />}
      {item.actions.cancel && (
        <Button
          variant={failed ? 'textDanger' : 'text'}
          size="s"
          onPress={() => actions.cancel(item)}
        >
          {t(`timeline.action.${isLost ? 'removeHere' : failed ? 'delete' : 'cancel'}`)}
        </Button>
      )}
    </div>
  );
}
