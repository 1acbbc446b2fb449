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

/**
 * The trust that is shown of a message of the timeline. The keeper of the key backup could put words there under any name, so a message of
 * others says that its key came from there. An own one does not: its author, who reads it, needs no proof of it.
 */
export const trustShown = ({ trust, mine }: { trust: Trust; mine: boolean }): Trust =>
  mine && !isDanger(trust) ? 'ok' : trust;

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

/** Warnings alone, where a line names a message: all else is said beside the message itself. */
export function WarningMark({ trust = 'ok', ...mark }: TrustMarkProps): ReactNode {
  return isDanger(trust) ? <TrustMark trust={trust} {...mark} /> : null;
}
