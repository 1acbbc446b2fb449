// Says above a message that its sender did not write it, but forwarded it.
import { Forward } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import styles from './Forward.module.css';

export function ForwardedLine(): ReactNode {
  const { t } = useTranslation();
  return (
    <span className={styles.forwarded}>
      <Icon icon={Forward} size={12} directional />
      {t('timeline.forward.mark')}
    </span>
  );
}
