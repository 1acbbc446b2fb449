// The quiet mark of a chat of two whose other person this account has verified.
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { Icon } from '#ui/marks/Icon';
import styles from './RoomHeader.module.css';

export function Verified({ userId }: { readonly userId: string }): ReactNode {
  const { t } = useTranslation();
  const { value } = useValue('identityTrust', { userId });
  if (value?.trust !== 'verified') return null;
  const label = t('room.verified');
  return (
    <span role="img" aria-label={label} title={label} className={styles.verified}>
      <Icon icon={ShieldCheck} size={12} />
    </span>
  );
}
