// The mark beside an own message that a member had no device to read with. It is rare, so it is loaded with its first use.
import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import styles from './StatusMark.module.css';

export function MissedMark(): ReactNode {
  const { t } = useTranslation();
  const label = t('timeline.status.missed');
  return (
    <span className={styles.mark} role="img" aria-label={label} title={label}>
      <Icon icon={EyeOff} />
    </span>
  );
}
