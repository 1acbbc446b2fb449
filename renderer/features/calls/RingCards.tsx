// Who rings, compact, over whatever is shown; the window of its own (RingPage) is there as well. Nothing is opened before an answer.
import { Phone, Video } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallRing } from '../../../preload/contract/callModels';
import { useValue } from '../../app/hooks';
import { MediaAvatar } from '../../app/MediaAvatar';
import { roomOpened } from '../../app/navigation';
import { useAppDispatch } from '../../app/store';
import { Button } from '../../ui/Button';
import { Name } from '../../ui/Name';
import { useCallCenter, useCallsState } from './context';
import { ringName } from './RingCard';
import { playTone } from './ringTone';
import { useGroupCenter, useGroupState } from './group/context';
import { useCallRequest } from './useCallRequest';
import styles from './RingCards.module.css';

export function RingCards() {
  const { t } = useTranslation();
  const center = useCallCenter();
  useCallRequest();
  const { value: rings = [] } = useValue('callRings', {});
  const { calls } = useCallsState();
  const { call: inGroup } = useGroupState();
  const running = calls.filter(({ state }) => state !== 'ended');
  const waiting = running.some(({ state }) => state === 'invite_sent');
  useEffect(() => (waiting ? playTone('outgoing') : undefined), [waiting]);
  if (center === null || rings.length === 0) return null;
  const other = running.find(({ state }) => state === 'connected' || state === 'connecting');
  return (
    <div className={styles.place} role="region" aria-label={t('calls.incoming')}>
      {rings.map((ring) => (
        <CompactRing
          key={ring.callId}
          ring={ring}
          otherName={other?.name ?? inGroup?.roomName ?? null}
          canHold={inGroup === null && !ring.group}
        />
      ))}
    </div>
  );
}

interface CompactRingProps {
  readonly ring: CallRing;
  /** Of a call that is under way. */
  readonly otherName: string | null;
  /** A group cannot be put on hold. */
  readonly canHold: boolean;
}

function CompactRing({ ring, otherName, canHold }: CompactRingProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const center = useCallCenter();
  const group = useGroupCenter();
  const { callId, roomId, caller, media } = ring;
  const video = media === 'video';
  const answer = (withVideo: boolean, other: 'hold' | 'leave'): void => {
    dispatch(roomOpened(roomId));
    if (ring.group) void group?.join(roomId, withVideo);
    else
      void (group?.leave() ?? Promise.resolve()).then(() =>
        center?.answer(callId, withVideo, other),
      );
  };
  return (
    <div className={styles.compact} role="alertdialog" aria-label={ringName(t, ring)}>
      <div className={styles.line}>
        <MediaAvatar id={caller.userId} name={caller.name} avatar={caller.avatar} size={40} />
        <div>
          <Name className={styles.title}>{caller.name}</Name>
          <div className={styles.kind}>
            {otherName !== null && t('calls.whileIn', { name: otherName })}
            {otherName === null && (video ? t('calls.video') : t('calls.voice'))}
          </div>
        </div>
      </div>
      <div className={styles.row}>
        <Button onPress={() => void center?.decline(roomId, callId)}>{t('calls.decline')}</Button>
        {otherName === null ? (
          <>
            {video && (
              <Button icon={Phone} onPress={() => answer(false, 'leave')}>
                {t('calls.withoutVideo')}
              </Button>
            )}
            <Button
              variant="primary"
              icon={video ? Video : Phone}
              onPress={() => answer(video, 'leave')}
            >
              {t('calls.answer')}
            </Button>
          </>
        ) : (
          <>
            <Button onPress={() => answer(false, 'leave')}>{t('calls.leaveAndAnswer')}</Button>
            {canHold && (
              <Button variant="primary" onPress={() => answer(false, 'hold')}>
                {t('calls.holdAndAnswer')}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}
