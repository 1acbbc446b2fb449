// Why a message was not sent, with the buttons to try again or to discard it. Also the button that cancels a waiting message.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { errorText } from '#app/errors';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { useTimelineScope } from '../../context';
import type { Message } from '../../context';
import styles from './FailureLine.module.css';

/** A guest account that has ended cannot sign in again, so there is no retry. */
function Retry({
  isLost,
  onPress,
}: {
  readonly isLost: boolean;
  readonly onPress: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const { value: session } = useValue('session', {});
  if (session?.guest === true && session.state === 'expired') return null;
  return (
    <Button variant="text" size="s" onPress={onPress}>
      {t(`timeline.action.${isLost ? 'sendAgain' : 'retry'}`)}
    </Button>
  );
}

/** The words of a message that cannot be sent again can be taken along. */
function Copy({
  text,
  onCopy,
}: {
  readonly text: string;
  readonly onCopy: (text: string) => void;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <Button variant="text" size="s" onPress={() => onCopy(text)}>
      {t('app.copy')}
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
      {item.actions.retry && <Retry isLost={isLost} onPress={() => actions.retry(item)} />}
      {failed && !item.actions.retry && 'text' in item.body && (
        <Copy text={item.body.text} onCopy={actions.copy} />
      )}
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
