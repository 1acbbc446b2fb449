// The card of a ringing call in the ring window. It gets everything as props and must not know the store.
import { MessageCircle, Phone, PhoneOff, Video, VolumeX } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { Avatar } from '#ui/marks/Avatar';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { Name } from '#ui/text/Name';
import { ringWords } from './ringWords';
import styles from './RingCard.module.css';

export interface RingCardProps {
  readonly ring: CallRing;
  /** For which account it rings, if there are several. */
  readonly account: string | null;
  readonly avatarUrl: string | null;
  /** The name of the running call of any account; answering ends that call. */
  readonly otherName: string | null;
  /** Null: the card makes no sound. */
  readonly onSilence: (() => void) | null;
  readonly onAnswer: (video: boolean) => void;
  readonly onDecline: () => void;
  readonly onDeclineWithMessage: () => void;
}

export function RingCard({
  ring,
  account,
  avatarUrl,
  otherName,
  onSilence,
  onAnswer,
  onDecline,
  onDeclineWithMessage,
}: RingCardProps) {
  const { t } = useTranslation();
  const { caller, media, group, leftOut } = ring;
  const video = media === 'video';
  const words = ringWords(t, ring);
  const answerWords = otherName === null ? words.answer : t('callPlace.ring.endAndAnswer');
  return (
    <div className={styles.ring} role="alertdialog" aria-label={words.spoken}>
      <div className={styles.head}>
        <span className={styles.account}>{account}</span>
        {onSilence !== null && (
          <IconButton label={t('callPlace.ring.silence')} icon={VolumeX} onPress={onSilence} />
        )}
      </div>
      <span className={styles.halo}>
        <Avatar id={caller.userId} name={caller.name} src={avatarUrl} size={72} />
      </span>
      <Name className={styles.name}>{words.title}</Name>
      {caller.ambiguous && <span className={styles.kind}>{caller.userId}</span>}
      <span className={styles.kind}>
        {leftOut
          ? t('calls.ringLeftOut')
          : otherName === null
            ? words.kind
            : t('callPlace.ring.endsOther', { name: otherName })}
      </span>
      <div className={styles.acts}>
        <Act
          label={words.decline}
          icon={PhoneOff}
          look={group ? undefined : styles.danger}
          onPress={onDecline}
        />
        {!leftOut && (
          <Act
            label={video ? words.withoutVideo : answerWords}
            icon={Phone}
            look={video ? undefined : styles.accept}
            onPress={() => onAnswer(false)}
          />
        )}
        {video && !leftOut && (
          <Act
            label={answerWords}
            icon={Video}
            look={styles.accept}
            onPress={() => onAnswer(true)}
          />
        )}
      </div>
      <Button
        variant="quiet"
        icon={MessageCircle}
        className={styles.message}
        onPress={onDeclineWithMessage}
      >
        {t('calls.declineWithMessage')}
      </Button>
    </div>
  );
}

interface ActProps {
  readonly label: string;
  readonly icon: typeof Phone;
  readonly look: string | undefined;
  readonly onPress: () => void;
}

function Act({ label, icon, look, onPress }: ActProps) {
  return (
    <button type="button" className={styles.act} onClick={onPress}>
      <span className={`${styles.round} ${look ?? ''}`}>
        <Icon icon={icon} size={20} />
      </span>
      <span>{label}</span>
    </button>
  );
}
