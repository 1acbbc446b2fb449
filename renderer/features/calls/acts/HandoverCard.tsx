// The card on the stage for a transfer: the other side asks us to call another person, or we have asked it to. The user id is shown beside
// the name, because the other side chooses that name.
import clsx from 'clsx';
import { X } from 'lucide-react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { firstName } from '#ui/text/firstName';
import type { CallSnapshot } from '../callTypes';
import { useCallCenter } from '../context';
import styles from './HandoverCard.module.css';

export function HandoverCard({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const { handover, askedFor, askedLapsed, callId, name } = call;
  const { value: ignored } = useValue('ignoredPeople', handover === null ? null : {});
  if (handover === null) {
    if (askedFor === null || call.state === 'ended') return null;
    return (
      <p className={clsx(styles.card, styles.asked)} role="status">
        <span className={styles.words}>
          {t(`calls.transfer.${askedLapsed ? 'lapsed' : 'asked'}`, { name, other: askedFor })}
        </span>
        <IconButton
          label={t('calls.close')}
          icon={X}
          onPress={() => center?.session(callId)?.closeAsked?.()}
        />
      </p>
    );
  }
  const other = handover.name;
  if (handover.accepted)
    return (
      <p className={styles.card} role="status">
        <span className={styles.words}>{t('calls.transfer.waiting', { other })}</span>
      </p>
    );
  // This account would hear no answer of theirs.
  const isBlocked = ignored?.people.some(({ userId }) => userId === handover.userId) === true;
  return (
    <section className={styles.card} role="alert">
      <span className={styles.words}>
        <b>{t('calls.transfer.asks', { name, other })}</b>{' '}
        <span className={styles.id}>{handover.userId}</span>
        {isBlocked && <> {t('calls.mayNot.blocked')}</>}
      </span>
      <Button size="s" onPress={() => center?.session(callId)?.declineHandover?.()}>
        {t('calls.transfer.stay')}
      </Button>
      {!isBlocked && (
        <Button
          size="s"
          variant="primary"
          className={styles.follow}
          aria-label={t('calls.transfer.follow', { other })}
          onPress={() => void center?.followHandover(callId)}
        >
          {t('calls.transfer.follow', { other: firstName(other) })}
        </Button>
      )}
    </section>
  );
}
