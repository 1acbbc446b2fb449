// Compact cards of ringing calls, over every screen. While this window is in front only it rings; otherwise the ring window (RingPage)
// opens as well and makes the sound. No device is opened before an answer.
import { Phone, ShieldCheck, Video } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { useAccount, useShell, useShellValue } from '#app/context';
import { useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { resultOf } from '#app/result';
import { Button } from '#ui/controls/Button';
import { useFocusReturn } from '#ui/focus/focusReturn';
import { Name } from '#ui/text/Name';
import { useVerify } from '../../verification';
import { useCallCenter, useCallsAtOnce } from '../context';
import { playTone } from './ringTone';
import { ringWords } from './ringWords';
import { useAnswer, useCallRequest } from './useAnswer';
import styles from './RingCards.module.css';

export function RingCards() {
  const { t } = useTranslation();
  const center = useCallCenter();
  useCallRequest();
  useShowsRings();
  const { value: rings = [] } = useValue('callRings', {});
  const app = useShellValue('app');
  const { calls } = useCallsAtOnce();
  // A call that was answered here stops ringing at once, before the engine has removed the ring.
  const ringing = rings.filter(({ callId }) => !calls.some((call) => call.callId === callId));
  const aloud =
    app?.focused === true && app.ringSound && ringing.some((one) => !one.waiting && !one.leftOut);
  useEffect(() => (aloud ? playTone('incoming') : undefined), [aloud]);
  const running = calls.filter(({ state }) => state !== 'ended');
  const waiting = running.some(({ state }) => state === 'invite_sent');
  useEffect(() => (waiting ? playTone('outgoing') : undefined), [waiting]);
  if (center === null || ringing.length === 0) return null;
  const other = running.find(({ state }) => state === 'connected' || state === 'connecting');
  return (
    <div
      className={styles.place}
      role="region"
      aria-label={t('calls.incoming')}
      data-urgent-part=""
    >
      {ringing.map((ring) => (
        <CompactRing
          key={ring.callId}
          ring={ring}
          otherName={other?.name ?? null}
          canHold={running.every(({ can }) => can.hold) && !ring.group}
        />
      ))}
    </div>
  );
}

/** Tells main which account this window shows: main opens no ring window while this one is in front. */
function useShowsRings(): void {
  const shell = useShell();
  const { accountId } = useAccount();
  useEffect(() => {
    void resultOf(shell.call('showRings', { accountId }));
    return () => void resultOf(shell.call('showRings', { accountId: null }));
  }, [shell, accountId]);
}

interface CompactRingProps {
  readonly ring: CallRing;
  /** The name of the running call. */
  readonly otherName: string | null;
  /** A group cannot be put on hold. */
  readonly canHold: boolean;
}

function CompactRing({ ring, otherName, canHold }: CompactRingProps) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const answerRing = useAnswer();
  const { callId, roomId, caller, media, leftOut } = ring;
  const { verify, pending } = useVerify();
  const video = media === 'video';
  const words = ringWords(t, ring);
  /** The stage takes the focus once it is open. */
  const answered = useRef(false);
  useFocusReturn(answered);
  const answer = (withVideo: boolean, other: 'hold' | 'leave'): void => {
    answered.current = true;
    answerRing?.(ring, withVideo, other);
  };
  const decline = (): void => {
    answered.current = false;
    void center?.decline(roomId, callId);
  };
  return (
    <div className={styles.compact} role="alertdialog" aria-label={words.spoken}>
      <div className={styles.line}>
        <MediaAvatar id={caller.userId} name={caller.name} avatar={caller.avatar} size={40} />
        <div>
          <Name className={styles.title}>{words.title}</Name>
          <div className={styles.kind}>
            {leftOut
              ? t('calls.ringLeftOut')
              : otherName === null
                ? words.kind
                : t('calls.whileIn', { name: otherName })}
          </div>
        </div>
      </div>
      <div className={styles.row}>
        {/* A call of a room goes on without an answer: nobody is refused. */}
        <Button variant={ring.group ? 'secondary' : 'danger'} onPress={decline}>
          {words.decline}
        </Button>
        {leftOut ? (
          <Button
            variant="primary"
            icon={ShieldCheck}
            pending={pending}
            onPress={() => void verify({ own: false, userId: caller.userId, roomId })}
          >
            {t('calls.verify')}
          </Button>
        ) : otherName === null ? (
          <>
            {video && (
              <Button icon={Phone} onPress={() => answer(false, 'leave')}>
                {words.withoutVideo}
              </Button>
            )}
            <Button
              variant="primary"
              icon={video ? Video : Phone}
              onPress={() => answer(video, 'leave')}
            >
              {words.answer}
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
