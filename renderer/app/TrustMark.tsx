// A mark where it is not certain who sent something, with the reason in words. Nothing where it is: the normal case has no mark.
import clsx from 'clsx';
import { ShieldAlert, ShieldQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from './words';
import type { Trust } from '#contract/areas/encryption/trust';
import { Icon } from '#ui/marks/Icon';
import styles from './TrustMark.module.css';

/** A key from the backup proves less, but every new device reads its old messages so: a quiet mark, no warning. */
export const isDanger = (trust: Trust): boolean => trust !== 'ok' && trust !== 'from_backup';

interface TrustMarkProps {
  readonly trust: Trust | undefined;
  readonly size?: 12 | 16;
  readonly className?: string | undefined;
}

export function TrustMark({ trust = 'ok', size = 16, className }: TrustMarkProps): ReactNode {
  const { t } = useTranslation();
  if (trust === 'ok') return null;
  const label = t(`timeline.trust.${trust}`);
  const danger = isDanger(trust);
  return (
    <span
      className={clsx(danger ? styles.danger : styles.quiet, className)}
      role="img"
      aria-label={label}
      title={label}
    >
      <Icon icon={danger ? ShieldAlert : ShieldQuestionMark} size={size} />
    </span>
  );
}
