// The mark at the button of a room's threads: what is unread in the room may stand in them, far above what is read.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useList } from '#app/hooks';
import { Badge } from '#ui/marks/Badge';
import styles from './Threads.module.css';

const mostCounted = 20;

export interface ThreadNewsProps {
  readonly roomId: string;
  /** The button is described by these words. */
  readonly id: string;
}

/** Draws nothing where no thread of the room has news. */
export function ThreadNews({ roomId, id }: ThreadNewsProps): ReactNode {
  const { t } = useTranslation();
  const { items } = useList('threads', { roomId, show: 'unread', limit: mostCounted });
  if (items.length === 0) return null;
  return (
    <span id={id} className={styles.news}>
      <Badge kind="dot" label={t('threads.newThreads', { count: items.length })} />
    </span>
  );
}
