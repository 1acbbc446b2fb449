// The frame of every compact card of a ring: who calls, for which account, the button that declines. The acts beside it come from outside.
import { PhoneOff } from 'lucide-react';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { Avatar } from '#ui/marks/Avatar';
import { Name } from '#ui/text/Name';
import { KeyedButton } from './KeyedButton';
import type { RingWords } from './ringWords';
import styles from './RingCards.module.css';

export interface CompactCardProps {
  readonly ring: CallRing;
  readonly words: RingWords;
  /** A sentence about the running call; null: none runs. */
  readonly busy: string | null;
  /** The name of the account for which it rings, if there are several. */
  readonly account: string | null;
  readonly avatarUrl: string | null;
  /** This one of several ringing calls is answered and declined by keys, and it alone has coloured buttons. */
  readonly isFirst: boolean;
  readonly onDecline: () => void;
  readonly children: ReactNode;
}

export function CompactCard(props: CompactCardProps) {
  const { ring, words, busy, account, avatarUrl, isFirst, onDecline, children } = props;
  const { t } = useTranslation();
  const { caller, media, group, leftOut } = ring;
  // A longer word about the call is a sentence of its own.
  const oneLine = account !== null && !group && !leftOut;
  return (
    // It is the stop of F6 itself: Enter there neither answers nor declines.
    <div
      className={clsx(styles.compact, !isFirst && styles.later)}
      role="alertdialog"
      aria-label={words.spoken}
      tabIndex={-1}
      data-urgent-part=""
    >
      <div className={styles.line}>
        <Avatar id={caller.userId} name={caller.name} src={avatarUrl} size={isFirst ? 40 : 32} />
        <div>
          <Name className={styles.title}>{words.title}</Name>
          {caller.ambiguous && <bdi className={styles.address}>{caller.userId}</bdi>}
          <div className={styles.kind}>
            {oneLine ? t(`callPlace.ring.${media}For`, { account }) : words.kind}
          </div>
          {account !== null && !oneLine && (
            <div className={styles.kind}>{t('callPlace.ring.for', { account })}</div>
          )}
          {busy !== null && <div className={styles.busy}>{busy}</div>}
        </div>
      </div>
      <div className={styles.row}>
        {/* A call of a room goes on without an answer: nobody is refused. */}
        <KeyedButton
          act={isFirst ? 'decline' : null}
          variant={group || !isFirst ? 'secondary' : 'danger'}
          icon={PhoneOff}
          onPress={onDecline}
        >
          {words.decline}
        </KeyedButton>
        {children}
      </div>
    </div>
  );
}
