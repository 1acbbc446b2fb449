// Who rings, as the window that rings shows it. Props in, callbacks out.
import { MessageCircle, Phone, PhoneOff, Video } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CallRing } from '../../../preload/contract/callModels';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Name } from '../../ui/Name';
import styles from './RingCard.module.css';

export interface RingCardProps {
  readonly ring: CallRing;
  readonly avatarUrl: string | null;
  /** Of a call that is under way, in whatever account; answering ends it. */
  readonly otherName: string | null;
  readonly onAnswer: (video: boolean) => void;
  readonly onDecline: () => void;
  readonly onDeclineWithMessage: () => void;
}

export function RingCard({
  ring,
  avatarUrl,
  otherName,
  onAnswer,
  onDecline,
  onDeclineWithMessage,
}: RingCardProps) {
  const { t } = useTranslation();
  const { caller, media } = ring;
  const video = media === 'video';
  const answerWords = t(otherName === null ? 'calls.answer' : 'callPlace.ring.endAndAnswer');
  return (
    <div className={styles.ring} role="alertdialog" aria-label={ringName(t, ring)}>
      <span className={styles.halo}>
        <Avatar id={caller.userId} name={caller.name} src={avatarUrl} size={72} />
      </span>
      <Name className={styles.name}>{caller.name}</Name>
      {caller.ambiguous && <span className={styles.kind}>{caller.userId}</span>}
      <span className={styles.kind}>
        {otherName !== null && t('callPlace.ring.endsOther', { name: otherName })}
        {otherName === null && (video ? t('calls.video') : t('calls.voice'))}
      </span>
      <div className={styles.acts}>
        <Act label={t('calls.decline')} icon={PhoneOff} look={styles.danger} onPress={onDecline} />
        <Act
          label={video ? t('calls.withoutVideo') : answerWords}
          icon={Phone}
          look={video ? undefined : styles.accept}
          onPress={() => onAnswer(false)}
        />
        {video && (
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

/** What a screen reader says of a ring. */
export const ringName = (t: TFunction, { media, caller }: CallRing): string =>
  media === 'video'
    ? t('calls.videoFrom', { name: caller.name })
    : t('calls.voiceFrom', { name: caller.name });

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
