// The bar about one person who gets no keys of new messages: the person, the reason, and the act that changes it. Decides nothing by
// itself.
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { WithheldKeys } from '#contract/areas/encryption/encryption';
import { errorText } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { useFocusReturn } from '#ui/focus/focusReturn';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { useVerify } from '../verification';
import styles from './WithheldKeys.module.css';

type Doubt = WithheldKeys['people'][number];

export interface WithheldBarProps {
  readonly roomId: string;
  readonly doubt: Doubt;
  readonly more: number;
  readonly waits: boolean;
  /** Null: without a decision nothing can be sent. */
  readonly onLeaveOut: (() => void) | null;
}

export function WithheldBar({
  roomId,
  doubt,
  more,
  waits,
  onLeaveOut,
}: WithheldBarProps): ReactNode {
  const { t } = useTranslation();
  const changed = doubt.reason === 'changed';
  const act = useCall(changed ? 'acceptIdentity' : 'sendKeysAnyway');
  const { verify, pending } = useVerify();
  useFocusReturn();
  const { userId } = doubt.person;
  const trust = useValue('identityTrust', changed ? { userId } : null).value?.trust;
  const mayVerify = doubt.reason === 'unverified' || (changed && trust === 'changed');
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
      {mayVerify && (
        <Button pending={pending} onPress={() => void verify({ own: false, userId, roomId })}>
          {t('withheld.verify')}
        </Button>
      )}
      {doubt.reason !== 'unverified' && (
        <Button pending={act.pending} onPress={() => void act.run({ userId })}>
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
