// The card of a message that cannot be read: why, and what the reader can do about it.
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useValue } from '#app/hooks';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { useTimelineScope } from '../context';
import styles from '../rows/Body.module.css';
import type { BodyOf, BodyProps } from './kind';

type Undecryptable = BodyOf<'undecryptable'>;

export function UndecryptableCard({ item, body }: BodyProps<Undecryptable>): ReactNode {
  const { actions } = useTimelineScope();
  const { t } = useTranslation();
  const { value: encryption } = useValue('encryption', {});
  const reason =
    body.reason === 'withheld_unverified' && encryption?.deviceVerified === false
      ? 'withheld'
      : body.reason;
  const locked = reason === 'key_in_backup_locked';
  return (
    <div className={styles.card} title={body.text}>
      <Icon icon={KeyRound} />
      <div>
        <div>{t(`timeline.undecryptable.${reason}`)}</div>
        {(locked || reason === 'waiting_for_key') && (
          <Button variant="text" size="s" onPress={() => actions.retryDecryption(reason)}>
            {t(locked ? 'timeline.action.unlock' : 'timeline.action.tryAgain')}
          </Button>
        )}
        {reason === 'withheld_unverified' && !item.mine && (
          <Button variant="text" size="s" onPress={() => actions.verify(item)}>
            {t('timeline.verifySender')}
          </Button>
        )}
        <Button variant="text" size="s" onPress={() => actions.whyUnreadable(reason)}>
          {t('timeline.action.why')}
        </Button>
      </div>
    </div>
  );
}
