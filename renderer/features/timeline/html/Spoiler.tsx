// Text that its writer hid; a press shows it.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import styles from './RichText.module.css';

export function Spoiler({
  reason,
  children,
}: {
  readonly reason: string;
  readonly children: ReactNode;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const { t } = useTranslation();
  if (open) return <span className={styles.spoilerOpen}>{children}</span>;
  return (
    <button type="button" className={styles.spoiler} onClick={() => setOpen(true)}>
      {reason === '' ? t('timeline.spoiler') : t('timeline.spoilerAbout', { reason })}
    </button>
  );
}
