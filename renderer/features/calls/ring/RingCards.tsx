// Compact cards of ringing calls, over every screen. While this window is in front only it rings; otherwise the ring window (RingPage)
// opens as well and makes the sound. No device is opened before an answer.
import { Phone, ShieldCheck, Video } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { callKeys } from '#app/callKeys';
import { useAccount, useShell, useShellValue } from '#app/context';
import { useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { resultOf } from '#app/result';
import { Button } from '#ui/controls/Button';
import { Tooltip } from '#ui/controls/Tooltip';
import { useFocusReturn } from '#ui/focus/focusReturn';
import { Name } from '#ui/text/Name';
import { useVerify } from '../../verification';
import { useCallCenter, useCallsAtOnce } from '../context';
import type { Say } from '../keys/CallKeys';
import { useCallPress } from '../keys/useCallPress';
import { playTone } from './ringTone';
import { ringWords } from './ringWords';
import { useAnswer, useCallRequest } from './useAnswer';
import styles from './RingCards.module.css';

export function RingCards({ say }: { readonly say: Say }) {
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
    <div className={styles.place} role="region" aria-label={t('calls.incoming')}>
      {ringing.map((ring, index) => (
        <CompactRing
          key={ring.callId}
          ring={ring}
          say={say}
          hasKeys={index === 0}
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

/** The act of the primary button: with the camera or without, and whether the running call is left. */
type Choice = readonly [video: boolean, other: 'hold' | 'leave'];

interface CompactRingProps {
  readonly ring: CallRing;
  readonly say: Say;
  /** Only one of several ringing calls is answered and declined by keys. */
  readonly hasKeys: boolean;
  /** The name of the running call. */
  readonly otherName: string | null;
  /** A group cannot be put on hold. */
  readonly canHold: boolean;
}

function CompactRing({ ring, say, hasKeys, otherName, canHold }: CompactRingProps) {
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
  const choice: Choice =
    otherName === null ? [video, 'leave'] : [false, canHold ? 'hold' : 'leave'];
  useCallPress(
    hasKeys
      ? {
          ...(!leftOut && {
            answer() {
              answer(...choice);
              say(t(ring.group ? 'calls.keys.joined' : 'calls.keys.answered'));
            },
          }),
          decline() {
            decline();
            say(t(ring.group ? 'calls.keys.notJoined' : 'calls.keys.declined'));
          },
        }
      : {},
  );
  const key = (one: 'answer' | 'decline') => (hasKeys ? callKeys[one].label : undefined);
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
        <Tooltip label={words.decline} shortcut={key('decline')}>
          <Button variant={ring.group ? 'secondary' : 'danger'} onPress={decline}>
            {words.decline}
          </Button>
        </Tooltip>
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
            <Tooltip label={words.answer} shortcut={key('answer')}>
              <Button
                variant="primary"
                icon={video ? Video : Phone}
                onPress={() => answer(...choice)}
              >
                {words.answer}
              </Button>
            </Tooltip>
          </>
        ) : (
          <>
            <Tooltip
              label={t('calls.leaveAndAnswer')}
              shortcut={canHold ? undefined : key('answer')}
            >
              <Button onPress={() => answer(false, 'leave')}>{t('calls.leaveAndAnswer')}</Button>
            </Tooltip>
            {canHold && (
              <Tooltip label={t('calls.holdAndAnswer')} shortcut={key('answer')}>
                <Button variant="primary" onPress={() => answer(...choice)}>
                  {t('calls.holdAndAnswer')}
                </Button>
              </Tooltip>
            )}
          </>
        )}
      </div>
    </div>
  );
}
