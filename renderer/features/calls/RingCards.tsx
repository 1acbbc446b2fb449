// Who rings, over whatever is shown. Nothing is opened before one of the answers is pressed.
import { MessageCircle, Phone, PhoneOff, Video } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallRing } from '../../../preload/contract/callModels';
import { useValue } from '../../app/hooks';
import { MediaAvatar } from '../../app/MediaAvatar';
import { roomOpened } from '../../app/navigation';
import { useAppDispatch } from '../../app/store';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Name } from '../../ui/Name';
import { useCallCenter, useCallsState } from './context';
import { playTone } from './ringTone';
import { useCallRequest } from './useCallRequest';
import styles from './RingCards.module.css';

export function RingCards() {
  const { t } = useTranslation();
  const center = useCallCenter();
  useCallRequest();
  const { value: rings = [] } = useValue('callRings', {});
  const { calls } = useCallsState();
  const running = calls.filter(({ state }) => state !== 'ended');
  const waiting = running.some(({ state }) => state === 'invite_sent');
  const loud = rings.length > 0 && running.length === 0;
  useEffect(() => (loud ? playTone('incoming') : undefined), [loud]);
  useEffect(() => (waiting && !loud ? playTone('outgoing') : undefined), [waiting, loud]);
  if (center === null || rings.length === 0) return null;
  const other = running.find(({ state }) => state === 'connected' || state === 'connecting');
  return (
    <div className={styles.place} role="region" aria-label={t('calls.incoming')}>
      {rings.map((ring) =>
        other === undefined ? (
          <RingCard key={ring.callId} ring={ring} />
        ) : (
          <WaitingCard key={ring.callId} ring={ring} otherName={other.name} />
        ),
      )}
    </div>
  );
}

function RingCard({ ring }: { readonly ring: CallRing }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const center = useCallCenter();
  const card = useRef<HTMLDivElement>(null);
  const { callId, roomId, caller, media } = ring;
  const answer = (video: boolean): void => {
    dispatch(roomOpened(roomId));
    void center?.answer(callId, video, 'leave');
  };
  // The person hears it; the keyboard and the screen reader are to be there too.
  useEffect(() => card.current?.focus(), []);
  return (
    <div
      ref={card}
      className={styles.ring}
      role="alertdialog"
      tabIndex={-1}
      aria-label={t(media === 'video' ? 'calls.videoFrom' : 'calls.voiceFrom', {
        name: caller.name,
      })}
    >
      <span className={styles.halo}>
        <MediaAvatar id={caller.userId} name={caller.name} avatar={caller.avatar} size={72} />
      </span>
      <Name className={styles.name}>{caller.name}</Name>
      {caller.ambiguous && <span className={styles.id}>{caller.userId}</span>}
      <span className={styles.kind}>{t(media === 'video' ? 'calls.video' : 'calls.voice')}</span>
      <div className={styles.acts}>
        <RingAct
          label={t('calls.decline')}
          icon={PhoneOff}
          look={styles.danger}
          onPress={() => void center?.decline(roomId, callId)}
        />
        <RingAct
          label={media === 'video' ? t('calls.withoutVideo') : t('calls.answer')}
          icon={Phone}
          look={media === 'video' ? undefined : styles.accept}
          onPress={() => answer(false)}
        />
        {media === 'video' && (
          <RingAct
            label={t('calls.answerVideo')}
            icon={Video}
            look={styles.accept}
            onPress={() => answer(true)}
          />
        )}
      </div>
      <Button
        variant="quiet"
        icon={MessageCircle}
        className={styles.message}
        onPress={() => {
          void center?.decline(roomId, callId);
          dispatch(roomOpened(roomId));
        }}
      >
        {t('calls.declineWithMessage')}
      </Button>
    </div>
  );
}

interface RingActProps {
  readonly label: string;
  readonly icon: typeof Phone;
  readonly look: string | undefined;
  readonly onPress: () => void;
}

function RingAct({ label, icon, look, onPress }: RingActProps) {
  return (
    <button type="button" className={styles.act} onClick={onPress}>
      <span className={`${styles.round} ${look ?? ''}`}>
        <Icon icon={icon} size={20} />
      </span>
      <span>{label}</span>
    </button>
  );
}

/** While a call runs: compact and silent. */
function WaitingCard({ ring, otherName }: { readonly ring: CallRing; readonly otherName: string }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const center = useCallCenter();
  const { callId, roomId, caller } = ring;
  const answer = (other: 'hold' | 'leave'): void => {
    dispatch(roomOpened(roomId));
    void center?.answer(callId, false, other);
  };
  return (
    <div
      className={styles.compact}
      role="alertdialog"
      aria-label={t('calls.voiceFrom', { name: caller.name })}
    >
      <div className={styles.line}>
        <MediaAvatar id={caller.userId} name={caller.name} avatar={caller.avatar} size={40} />
        <div>
          <Name className={styles.title}>{caller.name}</Name>
          <div className={styles.kind}>{t('calls.whileIn', { name: otherName })}</div>
        </div>
      </div>
      <div className={styles.row}>
        <Button onPress={() => void center?.decline(roomId, callId)}>{t('calls.decline')}</Button>
        <Button onPress={() => answer('leave')}>{t('calls.leaveAndAnswer')}</Button>
        <Button variant="primary" onPress={() => answer('hold')}>
          {t('calls.holdAndAnswer')}
        </Button>
      </div>
    </div>
  );
}
