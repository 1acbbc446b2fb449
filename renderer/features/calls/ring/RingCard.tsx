// The card of a ringing call in the ring window. It gets everything as props and must not know the store.
import {
  MessageCircle,
  Pause,
  Phone,
  PhoneOff,
  ShieldCheck,
  Video,
  VideoOff,
  VolumeX,
} from 'lucide-react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { Avatar } from '#ui/marks/Avatar';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { Name } from '#ui/text/Name';
import { waysToAnswer, type Choice } from './answers';
import { busyWords, ringWords } from './ringWords';
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
  /** Shows the app, which verifies the caller. */
  readonly onVerify: () => void;
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
  onVerify,
}: RingCardProps) {
  const { t } = useTranslation();
  const { caller, group, leftOut } = ring;
  const words = ringWords(t, ring);
  const busy = busyWords(t, ring, otherName, canHold);
  const ways = leftOut ? [] : waysToAnswer(t, ring, words, otherName, canHold);
  /** The usual one is last in the row, and next to the hand. */
  const loud = ways.filter(({ quiet }) => !quiet);
  return (
    <div className={styles.ring} role="alertdialog" aria-label={words.spoken}>
      <div className={styles.head}>
        <span className={styles.account}>
          {account !== null && t('callPlace.ring.for', { account })}
        </span>
        {onSilence !== null && (
          <IconButton label={t('callPlace.ring.silence')} icon={VolumeX} onPress={onSilence} />
        )}
      </div>
      <span className={styles.halo}>
        <Avatar id={caller.userId} name={caller.name} src={avatarUrl} size={72} />
      </span>
      <h1 className={styles.name}>
        <Name>{words.title}</Name>
      </h1>
      {caller.ambiguous && <bdi className={styles.kind}>{caller.userId}</bdi>}
      <span className={styles.kind}>{words.kind}</span>
      {busy !== null && <span className={styles.busy}>{busy}</span>}
      <div className={styles.acts}>
        <Act
          label={words.decline}
          icon={PhoneOff}
          look={group ? undefined : styles.danger}
          onPress={onDecline}
        />
        {leftOut && (
          <Act
            label={t('calls.verify')}
            icon={ShieldCheck}
            look={styles.accept}
            onPress={onVerify}
          />
        )}
        {loud.toReversed().map((way) => (
          <Act
            key={way.label}
            label={way.label}
            icon={way.choice[0] ? Video : Phone}
            badge={way.choice[1] === 'hold' ? Pause : undefined}
            look={way === loud[0] ? styles.accept : undefined}
            onPress={() => onAnswer(...way.choice)}
          />
        ))}
      </div>
      <div className={styles.rows}>
        {ways
          .filter(({ quiet }) => quiet)
          .map(({ label, choice }) => (
            <Button
              key={label}
              variant="quiet"
              icon={VideoOff}
              className={styles.row}
              onPress={() => onAnswer(...choice)}
            >
              {label}
            </Button>
          ))}
        <Button
          variant="quiet"
          icon={MessageCircle}
          className={styles.row}
          onPress={onDeclineWithMessage}
        >
          {t('calls.declineWithMessage')}
        </Button>
      </div>
    </div>
  );
}

interface ActProps {
  readonly label: string;
  readonly icon: typeof Phone;
  /** At the edge of the round: the running call is held. */
  readonly badge?: typeof Phone | undefined;
  readonly look: string | undefined;
  readonly onPress: () => void;
}

function Act({ label, icon, badge, look, onPress }: ActProps) {
  return (
    <button type="button" className={styles.act} onClick={onPress}>
      <span className={`${styles.round} ${look ?? ''}`}>
        <Icon icon={icon} size={20} />
        {badge !== undefined && (
          <span className={styles.badge}>
            <Icon icon={badge} size={12} />
          </span>
        )}
      </span>
      <span>{label}</span>
    </button>
  );
}
