// The place Threads: the threads of all rooms; at first only those with unread replies.
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { ThreadFilter } from '#contract/areas/messages/threads';
import { Bar } from '#ui/layout/Bar';
import { IconButton } from '#ui/controls/IconButton';
import { ThreadList } from './ThreadList';
import { ShowChoice } from './ThreadsPanel';
import styles from './Threads.module.css';

export interface ThreadsPlaceProps {
  /** The thin status line, above everything. */
  readonly status: ReactNode;
  /** Goes back to the list of chats. */
  readonly onBack: () => void;
}

export function ThreadsPlace({ status, onBack }: ThreadsPlaceProps): ReactNode {
  const { t } = useTranslation();
  const [show, setShow] = useState<ThreadFilter>('unread');
  return (
    <main className={styles.place}>
      {status}
      <Bar className={styles.bar}>
        <IconButton
          className={styles.back}
          label={t('threads.back')}
          icon={ArrowLeft}
          directional
          onPress={onBack}
        />
        <h1 className={styles.heading}>{t('threads.place')}</h1>
        <ShowChoice show={show} onShow={setShow} />
      </Bar>
      <ThreadList roomId={null} show={show} />
    </main>
  );
}
