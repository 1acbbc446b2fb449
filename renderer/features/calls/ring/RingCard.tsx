// The card of a ringing call in the ring window. It gets everything as props and must not know the store.
import { MessageCircle, Phone, PhoneOff, Video, VolumeX } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { Avatar } from '#ui/marks/Avatar';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { Name } from '#ui/text/Name';
import { busyWords, ringWords, type RingWords } from './ringWords';
import styles from './RingCard.module.css';

export interface RingCardProps {
  readonly ring: CallRing;
  /** For which account it rings, if there are several. */
  readonly account: string | null;
  readonly avatarUrl: string | null;
  /** The name of the running call of any account. */
  readonly otherName: string | null;
  /** Null: answering ends that call. */
  readonly onHoldAndAnswer: (() => void) | null;
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
  onHoldAndAnswer,
  onSilence,
  onAnswer,
  onDecline,
  onDeclineWithMessage,
}: RingCardProps) {
  const { t } = useTranslation();
  const { caller, group, leftOut } = ring;
  const words = ringWords(t, ring);
  const busy = busyWords(t, ring, otherName, onHoldAndAnswer !== null);
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
      <span className={styles.kind}>{words.kind}</span>
      {busy !== null && <span className={styles.busy}>{busy}</span>}
      <div className={styles.acts}>
        <Act
          label={words.decline}
          icon={PhoneOff}
          look={group ? undefined : styles.danger}
          onPress={onDecline}
        />
        {!leftOut && <Answers {...{ ring, words, otherName, onHoldAndAnswer, onAnswer }} />}
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

type AnswersProps = Pick<RingCardProps, 'ring' | 'otherName' | 'onHoldAndAnswer' | 'onAnswer'> & {
  readonly words: RingWords;
};

/** The ways to answer, the usual one last; each says if it ends the running call. */
function Answers({ ring, words, otherName, onHoldAndAnswer, onAnswer }: AnswersProps) {
  const { t } = useTranslation();
  const { accept } = styles;
  const video = ring.media === 'video';
  const withSound = (label: string, look?: string) => (
    <Act label={label} icon={Phone} look={look} onPress={() => onAnswer(false)} />
  );
  const endAndAnswer = t('calls.endAndAnswer');
  if (otherName !== null && onHoldAndAnswer !== null)
    return (
      <>
        {withSound(endAndAnswer)}
        <Act
          label={t('calls.holdAndAnswer')}
          icon={Phone}
          look={accept}
          onPress={onHoldAndAnswer}
        />
      </>
    );
  const answer = otherName === null ? words.answer : endAndAnswer;
  if (!video) return withSound(answer, accept);
  return (
    <>
      {withSound(otherName === null ? words.withoutVideo : t('callPlace.ring.endNoVideo'))}
      <Act label={answer} icon={Video} look={accept} onPress={() => onAnswer(true)} />
    </>
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
