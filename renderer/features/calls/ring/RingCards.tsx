// Compact cards of ringing calls, over every screen: of this account, and of those that are not on show. While this window is in front only
// it rings; otherwise the ring window (RingPage) opens as well and makes the sound. No device is opened before an answer.
import { useEffect, useRef } from 'react';
import clsx from 'clsx';
import { createPortal } from 'react-dom';
import { useTranslation } from '#app/words';
import { useAccount, useMediaUrl, useShell, useShellValue } from '#app/context';
import { useValue } from '#app/hooks';
import { resultOf } from '#app/result';
import { useFocusReturn } from '#ui/focus/focusReturn';
import { useVerifyPerson } from '../acts/useVerifyPerson';
import { useCallCenter, useCallsAtOnce, useIsInCall } from '../context';
import type { Say } from '../keys/CallKeys';
import { AnswerButtons } from './AnswerButtons';
import { usualChoice, type Choice } from './answers';
import { CompactCard } from './CompactCard';
import { OtherRing, type OtherRingProps } from './OtherRing';
import { canBeHeld } from './canBeHeld';
import { playTone } from './ringTone';
import { accountName, busyWords, longestFirst, ringWords } from './ringWords';
import { useAnswer } from './useAnswer';
import { useRingKeys } from './useRingKeys';
import { useRingsEnd, useVerifying } from './useVerifying';
import { VerifyButton } from './VerifyButton';
import styles from './RingCards.module.css';

export function RingCards({ say }: { readonly say: Say }) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const { accountId } = useAccount();
  useShowsRings();
  const { value: rings = [] } = useValue('callRings', {});
  const others = useOtherRings();
  const elsewhere = useElsewhere();
  const app = useShellValue('app');
  const { calls } = useCallsAtOnce();
  // A call that was answered here stops ringing at once, before the engine has removed the ring.
  const isInCall = useIsInCall();
  const ringing = rings
    .filter(({ callId }) => !calls.some((call) => call.callId === callId))
    .filter((ring) => !ring.group || !isInCall(ring));
  // Until the account can call there is nothing to press; it sounds already.
  const own = center === null ? [] : ringing;
  const verifies = useVerifying();
  const isVerifying = own.some(verifies);
  const place = useRingsEnd(isVerifying);
  const aloud =
    app?.focused === true &&
    app.ringSound &&
    (ringing.some((one) => elsewhere.length === 0 && !one.waiting && !one.leftOut) ||
      others.some(({ sounds }) => sounds));
  useEffect(() => (aloud ? playTone('incoming') : undefined), [aloud]);
  const running = calls.filter(({ state }) => state !== 'ended');
  if (own.length + others.length === 0) return null;
  const other = running.find(({ state }) => state === 'connected' || state === 'connecting');
  // In the call that an answer holds or ends, the person may be with another account.
  const otherName = other?.name ?? elsewhere[0]?.name ?? null;
  const canHold = running.every(({ can }) => can.hold) && elsewhere.every((one) => one.canHold);
  // A dialog covers the window and takes every press outside it: a ring stands above it, and can be answered.
  return createPortal(
    <div
      ref={place}
      className={clsx(styles.place, isVerifying && styles.lifted)}
      role="region"
      aria-label={t('calls.incoming')}
      data-react-aria-top-layer=""
    >
      {longestFirst([...own.map((ring) => ({ accountId, ring })), ...others]).map((one, index) => {
        const Card = one.accountId === accountId ? CompactRing : OtherRing;
        return (
          <Card
            key={`${one.accountId} ${one.ring.callId}`}
            {...one}
            say={say}
            isFirst={index === 0}
            verifies={one.accountId === accountId && verifies(one.ring)}
            otherName={otherName}
            canHold={canHold && !one.ring.group}
          />
        );
      })}
    </div>,
    document.body,
  );
}

/** The rings of accounts that are not on show. Their engines know nothing of a call of this one, so it silences them here. */
function useOtherRings() {
  const { accountId: own } = useAccount();
  const rings = useShellValue('rings') ?? [];
  const inCall = (useShellValue('runningCalls') ?? []).length > 0;
  const isInCall = useIsInCall();
  return rings
    .filter(({ accountId, ring }) => accountId !== own && !(ring.group && isInCall(ring)))
    .map((one) => ({ ...one, sounds: !inCall && !one.ring.waiting && !one.ring.leftOut }));
}

/** The calls of accounts that are not on show. */
function useElsewhere(): readonly { readonly name: string; readonly canHold: boolean }[] {
  const { accountId: own } = useAccount();
  const running = useShellValue('runningCalls') ?? [];
  return running
    .filter(({ accountId }) => accountId !== own)
    .map(({ call: { person, roomName, state } }) => ({
      name: person?.name ?? roomName,
      canHold: canBeHeld({ person, state }),
    }));
}

/** Tells main that this window shows all rings: it opens no ring window while this one is in front. */
function useShowsRings(): void {
  const shell = useShell();
  useEffect(() => {
    void resultOf(shell.call('showRings', { shown: true }));
    return () => void resultOf(shell.call('showRings', { shown: false }));
  }, [shell]);
}

function CompactRing(props: OtherRingProps) {
  const { accountId, ring, say, isFirst, otherName, canHold, verifies } = props;
  const { t } = useTranslation();
  const center = useCallCenter();
  const answerRing = useAnswer();
  const { callId, roomId, caller, leftOut } = ring;
  const { verify, pending } = useVerifyPerson();
  const words = ringWords(t, ring, verifies);
  const mediaUrl = useMediaUrl();
  const accounts = useShellValue('accounts')?.accounts ?? [];
  /** The stage takes the focus once it is open. */
  const answered = useRef(false);
  useFocusReturn(answered);
  const answer = (...choice: Choice): void => {
    answered.current = true;
    answerRing?.(ring, ...choice);
  };
  const decline = (): void => {
    answered.current = false;
    void center?.decline(roomId, callId);
  };
  const usual = usualChoice(ring, otherName, canHold);
  useRingKeys(ring, isFirst, say, { answer: () => answer(...usual), decline });
  return (
    <CompactCard
      ring={ring}
      words={words}
      busy={busyWords(t, ring, otherName, canHold)}
      account={accounts.length < 2 ? null : accountName(accounts, accountId)}
      avatarUrl={mediaUrl(caller.avatar)}
      isFirst={isFirst}
      onDecline={decline}
    >
      {leftOut && !verifies && (
        <VerifyButton
          isFirst={isFirst}
          pending={pending}
          onPress={() => void verify({ userId: caller.userId, roomId })}
        />
      )}
      {!leftOut && (
        <AnswerButtons {...{ ring, words, isFirst, otherName, canHold }} onAnswer={answer} />
      )}
    </CompactCard>
  );
}
