// The card of a ringing call in the ring window. It gets everything as props and must not know the store.
import { MessageCircle, Pause, Phone, PhoneOff, Video, VolumeX } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { Avatar } from '#ui/marks/Avatar';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { Name } from '#ui/text/Name';
import { waysToAnswer, type Choice } from './answers';
import { busyWords, ringWords, type RingWords } from './ringWords';
import styles from './RingCard.module.css';

export interface RingCardProps {
  readonly ring: CallRing;
  /** For which account it rings, if there are several. */
  readonly account: string | null;
  readonly avatarUrl: string | null;
  /** The name of the running call of any account. */
  readonly otherName: string | null;
  /** Whether that call can be put on hold; else answering ends it. */
  readonly canHold: boolean;
  /** Null: the card makes no sound. */
  readonly onSilence: (() => void) | null;
  readonly onAnswer: (...choice: Choice) => void;
  readonly onDecline: () => void;
  readonly onDeclineWithMessage: () => void;
}

export function RingCard({
  ring,
  account,
  avatarUrl,
  otherName,
  canHold,
  onSilence,
  onAnswer,
  onDecline,
  onDeclineWithMessage,
}: RingCardProps) {
  const { t } = useTranslation();
  const { caller, group, leftOut } = ring;
  const words = ringWords(t, ring);
  const busy = busyWords(t, ring, otherName, canHold);
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
          icons={[PhoneOff]}
          look={group ? undefined : styles.danger}
          onPress={onDecline}
        />
        {!leftOut && <Answers {...{ ring, words, otherName, canHold, onAnswer }} />}
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

type AnswersProps = Pick<RingCardProps, 'ring' | 'otherName' | 'canHold' | 'onAnswer'> & {
  readonly words: RingWords;
};

/** The ways to answer, the usual one last. */
function Answers({ ring, words, otherName, canHold, onAnswer }: AnswersProps) {
  const { t } = useTranslation();
  const ways = waysToAnswer(t, ring, words, otherName, canHold);
  return ways.toReversed().map(({ label, choice }) => {
    const [video, other] = choice;
    const media = video ? Video : Phone;
    return (
      <Act
        key={label}
        label={label}
        icons={other === 'hold' ? [Pause, media] : [media]}
        look={label === ways[0].label ? styles.accept : undefined}
        onPress={() => onAnswer(...choice)}
      />
    );
  });
}

interface ActProps {
  readonly label: string;
  readonly icons: readonly (typeof Phone)[];
  readonly look: string | undefined;
  readonly onPress: () => void;
}

function Act({ label, icons, look, onPress }: ActProps) {
  return (
    <button type="button" className={styles.act} onClick={onPress}>
      <span className={`${styles.round} ${look ?? ''}`}>
        {icons.map((icon, index) => (
          <Icon key={index} icon={icon} size={icons.length > 1 ? 16 : 20} />
        ))}
      </span>
      <span>{label}</span>
    </button>
  );
}
