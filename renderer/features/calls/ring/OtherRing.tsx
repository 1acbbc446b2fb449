// The card of a ring for an account that is not on show. Main carries out what is pressed: an answer comes back as a request, with which
// this window shows the account and answers there; declining changes nothing of what is on show.
import { useRef } from 'react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { useShell, useShellValue } from '#app/context';
import { resultOf } from '#app/result';
import { useFocusReturn } from '#ui/focus/focusReturn';
import type { Say } from '../keys/CallKeys';
import { AnswerButtons } from './AnswerButtons';
import { VerifyButton } from './VerifyButton';
import { actOf, usualChoice, type AnswerAct, type Choice } from './answers';
import { CompactCard } from './CompactCard';
import { accountName, busyWords, ringWords } from './ringWords';
import { useRingKeys } from './useRingKeys';

/** The same for the ring of the account on show. */
export interface OtherRingProps {
  readonly accountId: string;
  readonly ring: CallRing;
  readonly say: Say;
  /** The one of several ringing calls that is answered and declined by keys. */
  readonly isFirst: boolean;
  /** The name of the running call, of whatever account. */
  readonly otherName: string | null;
  readonly canHold: boolean;
  /** A dialog is open in which the account on show and the caller verify each other. */
  readonly verifies: boolean;
}

export function OtherRing({ accountId, ring, say, isFirst, otherName, canHold }: OtherRingProps) {
  const { t } = useTranslation();
  const shell = useShell();
  const accounts = useShellValue('accounts')?.accounts ?? [];
  const { callId, roomId, caller, leftOut } = ring;
  const words = ringWords(t, ring);
  const answered = useRef(false);
  useFocusReturn(answered);
  const act = (what: AnswerAct | 'decline' | 'verify'): void => {
    answered.current = what !== 'decline';
    void resultOf(shell.call('actOnRing', { accountId, roomId, callId, act: what }));
  };
  const answer = (...choice: Choice): void => act(actOf(...choice));
  useRingKeys(ring, isFirst, say, {
    answer: () => answer(...usualChoice(ring, otherName, canHold)),
    decline: () => act('decline'),
  });
  return (
    <CompactCard
      ring={ring}
      words={words}
      busy={busyWords(t, ring, otherName, canHold)}
      account={accountName(accounts, accountId)}
      avatarUrl={caller.avatar === null ? null : `/media/${accountId}/${caller.avatar}`}
      isFirst={isFirst}
      onDecline={() => act('decline')}
    >
      {leftOut ? (
        <VerifyButton isFirst={isFirst} onPress={() => act('verify')} />
      ) : (
        <AnswerButtons {...{ ring, words, isFirst, otherName, canHold }} onAnswer={answer} />
      )}
    </CompactCard>
  );
}
