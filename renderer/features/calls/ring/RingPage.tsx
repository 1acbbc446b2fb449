// The window that rings (`#/ring`): every account's rings, no engine of its own. It answers by asking main.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { useShell, useShellValue } from '#app/context';
import { resultOf } from '#app/result';
import { AnswerButtons } from './AnswerButtons';
import { actOf, type AnswerAct, type Choice } from './answers';
import { canBeHeld } from './canBeHeld';
import { CompactCard } from './CompactCard';
import { RingCard, type RingCardProps } from './RingCard';
import { playTone } from './ringTone';
import { accountName, busyWords, longestFirst, ringWords } from './ringWords';
import { VerifyButton } from './VerifyButton';
import styles from './RingPage.module.css';

type RingAct = AnswerAct | 'decline' | 'message' | 'verify';

export function RingPage() {
  const shell = useShell();
  const rings = useShellValue('rings') ?? [];
  const running = useShellValue('runningCalls') ?? [];
  const other = running[0]?.call ?? null;
  const canHold = running.every(({ call }) => canBeHeld(call));
  const app = useShellValue('app');
  const theme = app?.theme;
  const page = useRef<HTMLDivElement>(null);
  // A call in another account is a call as well.
  const accounts = useShellValue('accounts')?.accounts ?? [];
  const [silenced, setSilenced] = useState<readonly string[]>([]);
  const sounds = ({ callId, waiting, leftOut }: CallRing): boolean =>
    app?.ringSound === true && other === null && !waiting && !leftOut && !silenced.includes(callId);
  const loud = rings.some(({ ring }) => sounds(ring));
  useEffect(() => (loud ? playTone('incoming') : undefined), [loud]);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    else delete dataset.theme;
  }, [theme]);
  useFitted(page, rings.length > 0);
  return (
    <main className={styles.page}>
      <div ref={page}>
        {longestFirst(rings).map(({ accountId, ring }, index) => {
          const { roomId, callId, caller } = ring;
          const act = (what: RingAct): void =>
            void resultOf(shell.call('actOnRing', { accountId, roomId, callId, act: what }));
          const card = {
            ring,
            account: accounts.length < 2 ? null : accountName(accounts, accountId),
            otherName: other === null ? null : (other.person?.name ?? other.roomName),
            canHold: canHold && !ring.group,
            avatarUrl: caller.avatar === null ? null : `/media/${accountId}/${caller.avatar}`,
            onAnswer: (...choice: Choice) => act(actOf(...choice)),
            onDecline: () => act('decline'),
            onVerify: () => act('verify'),
          };
          const key = `${accountId} ${callId}`;
          if (index > 0) return <NextRing key={key} {...card} />;
          return (
            <RingCard
              key={key}
              {...card}
              onSilence={sounds(ring) ? () => setSilenced([...silenced, callId]) : null}
              onDeclineWithMessage={() => act('message')}
            />
          );
        })}
      </div>
    </main>
  );
}

/** Keeps the window as high as the cards are, also after the running call or the accounts have changed their words. */
function useFitted(cards: RefObject<HTMLElement | null>, rings: boolean): void {
  const shell = useShell();
  useEffect(() => {
    const element = cards.current;
    if (element === null || !rings) return;
    const fit = (): void => {
      const height = Math.min(700, Math.max(90, Math.ceil(element.offsetHeight)));
      void resultOf(shell.call('fitWindow', { width: 360, height }));
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [shell, cards, rings]);
}

type NextRingProps = Omit<RingCardProps, 'onSilence' | 'onDeclineWithMessage'>;

/** A ring that came later stands below the first one as it does in the other window. */
function NextRing(props: NextRingProps) {
  const { ring, account, avatarUrl, otherName, canHold, onAnswer, onDecline, onVerify } = props;
  const { t } = useTranslation();
  const words = ringWords(t, ring);
  return (
    <div className={styles.next}>
      <CompactCard
        {...{ ring, words, account, avatarUrl, onDecline }}
        busy={busyWords(t, ring, otherName, canHold)}
        isFirst={false}
      >
        {ring.leftOut ? (
          <VerifyButton isFirst={false} onPress={onVerify} />
        ) : (
          <AnswerButtons {...{ ring, words, otherName, canHold, onAnswer }} isFirst={false} />
        )}
      </CompactCard>
    </div>
  );
}
