// Above the composer: who gets no keys of what is written here, why, and the act that changes it. One person at a time: each is a decision
// of its own.
import { ShieldAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithheldKeys as Withheld } from '#contract/areas/encryption';
import { errorText } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { later } from '#app/later';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { isolate } from '#ui/isolate';
import { useVerify } from '../verification';
import styles from './WithheldKeys.module.css';

const UnreachedNote = later(async () => (await import('./UnreachedNote')).UnreachedNote);

type Doubt = Withheld['people'][number];

export function WithheldKeys({ roomId }: { readonly roomId: string }): ReactNode {
  const { value } = useValue('withheldKeys', { roomId });
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const people = (value?.people ?? []).filter(
    ({ person, reason }) =>
      value?.waits === true || reason === 'changed' || !leftOut.has(person.userId),
  );
  // Whoever holds the room up comes first.
  const doubt = people.find(({ reason }) => reason === 'changed') ?? people[0];
  if (value === undefined) return null;
  if (doubt === undefined)
    return value.unreached.length > 0 && <UnreachedNote people={value.unreached} />;
  return (
    <Bar
      key={doubt.person.userId}
      roomId={roomId}
      doubt={doubt}
      more={people.length - 1}
      onLeaveOut={value.waits ? null : () => setLeftOut(new Set([...leftOut, doubt.person.userId]))}
      waits={value.waits}
    />
  );
}

interface BarProps {
  readonly roomId: string;
  readonly doubt: Doubt;
  readonly more: number;
  readonly waits: boolean;
  /** Null: without a decision nothing can be sent. */
  readonly onLeaveOut: (() => void) | null;
}

function Bar({ roomId, doubt, more, waits, onLeaveOut }: BarProps): ReactNode {
  const { t } = useTranslation();
  const changed = doubt.reason === 'changed';
  const act = useCall(changed ? 'acceptIdentity' : 'sendKeysAnyway');
  const { verify, pending } = useVerify();
  const { title, text } = wordsOf(doubt, waits);
  const name = isolate(doubt.person.name);
  return (
    <div className={styles.bar} role={waits ? 'alert' : 'status'}>
      <Icon icon={ShieldAlert} size={20} />
      <p className={styles.words}>
        <strong>{t(title, { name })}</strong>{' '}
        {act.error === null ? t(text, { name }) : errorText(t, act.error)}
        {more > 0 && <> {t('withheld.more', { count: more })}</>}
      </p>
      {onLeaveOut !== null && (
        <Button variant="text" onPress={onLeaveOut}>
          {t('withheld.leaveOut')}
        </Button>
      )}
      {doubt.reason === 'unverified' ? (
        <Button
          isDisabled={pending}
          onPress={() => void verify({ own: false, userId: doubt.person.userId, roomId })}
        >
          {t('withheld.verify')}
        </Button>
      ) : (
        <Button
          isDisabled={act.pending}
          onPress={() => void act.run({ userId: doubt.person.userId })}
        >
          {t(changed ? 'withheld.accept' : 'withheld.anyway')}
        </Button>
      )}
    </div>
  );
}

function wordsOf({ reason, isSelf }: Doubt, waits: boolean) {
  if (reason === 'changed')
    return { title: 'withheld.changed', text: 'withheld.changedText' } as const;
  if (reason === 'unverified')
    return {
      title: 'withheld.unsigned',
      text: waits ? 'withheld.unverifiedWaits' : 'withheld.unverifiedText',
    } as const;
  if (isSelf) return { title: 'withheld.own', text: 'withheld.ownText' } as const;
  const text = waits ? 'withheld.unsignedWaits' : 'withheld.unsignedText';
  return { title: 'withheld.unsigned', text } as const;
}
