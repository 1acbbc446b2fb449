// A shared screen; while its owner has paused it nothing but black comes, and words stand in its place.
import { Pause } from 'lucide-react';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import type { CallPicture } from '../callTypes';
import { Picture } from './Picture';
import styles from './Screen.module.css';

export interface ScreenProps {
  readonly screen: CallPicture;
  /** Null: it is ours. */
  readonly name: string | null;
  readonly label: string;
  /** There is no room for words. */
  readonly small?: boolean;
  readonly className?: string | undefined;
}

export function Screen({ screen, name, label, small = false, className }: ScreenProps) {
  const { t } = useTranslation();
  if (!screen.muted) return <Picture stream={screen.stream} label={label} className={className} />;
  const words =
    name === null ? t('groupCalls.ownScreenPaused') : t('groupCalls.screenPaused', { name });
  return (
    <p className={styles.paused} role="status">
      <Icon icon={Pause} size={20} />
      <span className={small ? styles.spoken : undefined}>{words}</span>
    </p>
  );
}
