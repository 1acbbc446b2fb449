// Compact cards of ringing calls, over every screen: of this account, and of those that are not on show. While this window is in front only
// it rings; otherwise the ring window (RingPage) opens as well and makes the sound. No device is opened before an answer.
import { Phone, ShieldCheck, Video } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { useAccount, useMediaUrl, useShell, useShellValue } from '#app/context';
import { useValue } from '#app/hooks';
import { resultOf } from '#app/result';
import { Button } from '#ui/controls/Button';
import { Tooltip } from '#ui/controls/Tooltip';
import { useFocusReturn } from '#ui/focus/focusReturn';
import { useVerify } from '../../verification';
import { useCallCenter, useCallsAtOnce } from '../context';
import type { Say } from '../keys/CallKeys';
import { CompactCard, keyOf } from './CompactCard';
import { OtherRing } from './OtherRing';
import { playTone } from './ringTone';
import { ringWords } from './ringWords';
import { useAnswer, useCallRequest } from './useAnswer';
import { useRingKeys } from './useRingKeys';
import styles from './RingCards.module.css';

export function RingCards({ say }: { readonly say: Say }) {
  const { t } = useTranslation();
  const center = useCallCenter();
  useCallRequest();
  useShowsRings();
  const { value: rings = [] } = useValue('callRings', {});
  const others = useOtherRings();
  const app = useShellValue('app');
  const { calls } = useCallsAtOnce();
  // A call that was answered here stops ringing at once, before the engine has removed the ring.
  const ringing = rings.filter(({ callId }) => !calls.some((call) => call.callId === callId));
  // Until the account can call there is nothing to press; it sounds already.
  const own = center === null ? [] : ringing;
  const aloud =
    app?.focused === true &&
    app.ringSound &&
    (ringing.some((one) => !one.waiting && !one.leftOut) || others.some(({ sounds }) => sounds));
  useEffect(() => (aloud ? playTone('incoming') : undefined), [aloud]);
  const running = calls.filter(({ state }) => state !== 'ended');
  const waiting = running.some(({ state }) => state === 'invite_sent');
  useEffect(() => (waiting ? playTone('outgoing') : undefined), [waiting]);
  if (own.length + others.length === 0) return null;
  const other = running.find(({ state }) => state === 'connected' || state === 'connecting');
  return (
    <div className={styles.place} role="region" aria-label={t('calls.incoming')}>
      {own.map((ring, index) => (
        <CompactRing
          key={ring.callId}
          ring={ring}
          say={say}
          hasKeys={index === 0}
          otherName={other?.name ?? null}
          canHold={running.every(({ can }) => can.hold) && !ring.group}
        />
      ))}
      {others.map(({ accountId, ring }, index) => (
        <OtherRing
          key={`${accountId} ${ring.callId}`}
          accountId={accountId}
          ring={ring}
          say={say}
          hasKeys={own.length + index === 0}
        />
      ))}
    </div>
  );
}

/** The rings of accounts that are not on show. Their engines know nothing of a call of this one, so it silences them here. */
function useOtherRings() {
  const { accountId: own } = useAccount();
  const rings = useShellValue('rings') ?? [];
  const inCall = (useShellValue('runningCalls') ?? []).length > 0;
  return rings
    .filter(({ accountId }) => accountId !== own)
    .map((one) => ({ ...one, sounds: !inCall && !one.ring.waiting && !one.ring.leftOut }));
}

/** Tells main that this window shows all rings: it opens no ring window while this one is in front. */
function useShowsRings(): void {
  const shell = useShell();
  useEffect(() => {
    void resultOf(shell.call('showRings', { shown: true }));
    return () => void resultOf(shell.call('showRings', { shown: false }));
  }, [shell]);
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
  const mediaUrl = useMediaUrl();
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
  useRingKeys(ring, hasKeys, say, { answer: () => answer(...choice), decline });
  return (
    <CompactCard
      ring={ring}
      words={words}
      kind={
        leftOut
          ? t('calls.ringLeftOut')
          : otherName === null
            ? words.kind
            : t('calls.whileIn', { name: otherName })
      }
      account={null}
      avatarUrl={mediaUrl(caller.avatar)}
      hasKeys={hasKeys}
      onDecline={decline}
    >
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
          <Tooltip label={words.answer} shortcut={keyOf('answer', hasKeys)}>
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
            shortcut={canHold ? undefined : keyOf('answer', hasKeys)}
          >
            <Button onPress={() => answer(false, 'leave')}>{t('calls.leaveAndAnswer')}</Button>
          </Tooltip>
          {canHold && (
            <Tooltip label={t('calls.holdAndAnswer')} shortcut={keyOf('answer', hasKeys)}>
              <Button variant="primary" onPress={() => answer(...choice)}>
                {t('calls.holdAndAnswer')}
              </Button>
            </Tooltip>
          )}
        </>
      )}
    </CompactCard>
  );
}
