// The window that rings (`#/ring`): every account's rings, no engine of its own. It answers by asking main.
import { useEffect, useRef, useState } from 'react';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { useTranslation } from '#app/words';
import { useShell, useShellValue } from '#app/context';
import { resultOf } from '#app/result';
import { actOf, type AnswerAct } from './answers';
import { canBeHeld } from './canBeHeld';
import { RingCard } from './RingCard';
import { playTone } from './ringTone';
import { accountName } from './ringWords';
import styles from './RingPage.module.css';

type RingAct = AnswerAct | 'decline' | 'message';

export function RingPage() {
  const { t } = useTranslation();
  const shell = useShell();
  const rings = useShellValue('rings') ?? [];
  const running = useShellValue('runningCalls') ?? [];
  const other = running[0]?.call ?? null;
  const canHold = running.every(({ call }) => canBeHeld(call));
  const app = useShellValue('app');
  const theme = app?.theme;
  const page = useRef<HTMLElement>(null);
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
  useEffect(() => {
    const element = page.current;
    if (element === null || rings.length === 0) return;
    const height = Math.min(700, Math.max(90, Math.ceil(element.scrollHeight)));
    void resultOf(shell.call('fitWindow', { width: 360, height }));
  }, [shell, rings.length]);
  return (
    <main ref={page} className={styles.page}>
      {rings.map(({ accountId, ring }) => {
        const { roomId, callId, caller } = ring;
        const act = (what: RingAct): void =>
          void resultOf(shell.call('actOnRing', { accountId, roomId, callId, act: what }));
        return (
          <RingCard
            key={`${accountId} ${callId}`}
            ring={ring}
            account={
              accounts.length < 2
                ? null
                : t('callPlace.ring.for', { account: accountName(accounts, accountId) })
            }
            onSilence={sounds(ring) ? () => setSilenced([...silenced, callId]) : null}
            otherName={other === null ? null : (other.person?.name ?? other.roomName)}
            canHold={canHold && !ring.group}
            avatarUrl={caller.avatar === null ? null : `/media/${accountId}/${caller.avatar}`}
            onAnswer={(...choice) => act(actOf(...choice))}
            onDecline={() => act('decline')}
            onDeclineWithMessage={() => act('message')}
          />
        );
      })}
    </main>
  );
}
