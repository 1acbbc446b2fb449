// Why it is not certain who sent a message, in words, and what tells: once for the messages below a name.
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { useTimelineScope } from '../../context';
import type { Message } from '../../context';
import styles from './TrustLine.module.css';

/** Whether a verification can help: it cannot for messages without encryption, nor for an own device that is gone. */
const canTell = ({ trust, mine }: Message): boolean =>
  mine
    ? trust === 'device_not_signed'
    : trust === 'device_not_signed' || trust === 'device_unknown' || trust === 'identity_changed';

export function TrustLine({ item }: { readonly item: Message }): ReactNode {
  const { t } = useTranslation();
  const { actions } = useTimelineScope();
  const { trust, mine, sender } = item;
  if (trust === 'ok') return null;
  return (
    <p className={styles.line}>
      <Icon icon={ShieldAlert} size={12} />
      <span>
        {t(`timeline.trust.${trust}`)}
        {canTell(item) && (
          <>
            {'. '}
            <button type="button" className={styles.act} onClick={() => actions.verify(item)}>
              {mine
                ? t('timeline.verifyDevice')
                : t('verification.verifyNamed', { name: isolate(sender.name) })}
            </button>
          </>
        )}
      </span>
    </p>
  );
}
