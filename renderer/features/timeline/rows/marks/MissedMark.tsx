// The eye of an own message that a member had no device to read with: beside those who have read it, and with its words as a button among
// the acts of the message. It is rare, so it is loaded with its first use.
import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { IconButton } from '#ui/controls/IconButton';
import { Icon } from '#ui/marks/Icon';
import { useToasts } from '#ui/overlays/Toasts';
import styles from './StatusMark.module.css';

export interface MissedMarkProps {
  /** Those who cannot read it. */
  readonly people: readonly Person[];
  /** Among the acts of the message. Their bar covers the mark, so they have its words too: for the pointer, the keyboard and a finger. */
  readonly isAct?: boolean;
  /** The people who have read it. */
  readonly children?: ReactNode;
}

export function MissedMark({ people, isAct = false, children }: MissedMarkProps): ReactNode {
  const { t, i18n } = useTranslation();
  const toasts = useToasts();
  const names = new Intl.ListFormat(i18n.language).format(people.map(({ name }) => name));
  const label = t('timeline.status.missed', { names });
  if (isAct)
    return (
      <IconButton
        label={label}
        icon={EyeOff}
        size="bar"
        onPress={() => toasts.show({ text: label })}
      />
    );
  return (
    <span className={styles.pair}>
      <span className={styles.mark} role="img" aria-label={label} title={label}>
        <Icon icon={EyeOff} />
      </span>
      {children}
    </span>
  );
}
