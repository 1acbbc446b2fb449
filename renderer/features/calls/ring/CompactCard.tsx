// The frame of every compact card of a ring: who calls, for which account, the button that declines. The acts beside it come from outside.
import { PhoneOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { callKeys } from '#app/callKeys';
import { Avatar } from '#ui/marks/Avatar';
import { Button } from '#ui/controls/Button';
import { Tooltip } from '#ui/controls/Tooltip';
import { Name } from '#ui/text/Name';
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
  /** Whether the tooltip names the key that declines. */
  readonly hasKeys: boolean;
  readonly onDecline: () => void;
  readonly children: ReactNode;
}

/** The tooltip's key of a button, where the card has keys. */
export const keyOf = (one: 'answer' | 'decline', hasKeys: boolean): string | undefined =>
  hasKeys ? callKeys[one].label : undefined;

export function CompactCard(props: CompactCardProps) {
  const { ring, words, busy, account, avatarUrl, hasKeys, onDecline, children } = props;
  const { t } = useTranslation();
  const { caller, media, group, leftOut } = ring;
  // A longer word about the call is a sentence of its own.
  const oneLine = account !== null && !group && !leftOut;
  return (
    // It is the stop of F6 itself: Enter there neither answers nor declines.
    <div
      className={styles.compact}
      role="alertdialog"
      aria-label={words.spoken}
      tabIndex={-1}
      data-urgent-part=""
    >
      <div className={styles.line}>
        <Avatar id={caller.userId} name={caller.name} src={avatarUrl} size={40} />
        <div>
          <Name className={styles.title}>{words.title}</Name>
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
        <Tooltip label={words.decline} shortcut={keyOf('decline', hasKeys)}>
          <Button variant={group ? 'secondary' : 'danger'} icon={PhoneOff} onPress={onDecline}>
            {words.decline}
          </Button>
        </Tooltip>
        {children}
      </div>
    </div>
  );
}
