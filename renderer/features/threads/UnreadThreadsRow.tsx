// The row above the list of chats that leads to threads with unread replies.
import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { placeOpened } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Badge } from '#ui/marks/Badge';
import { Icon } from '#ui/marks/Icon';
import styles from './UnreadThreadsRow.module.css';

export function UnreadThreadsRow(): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const spaceId = useAppSelector((state) => state.navigation.spaceId);
  const { value } = useValue('unreadThreads', spaceId === null ? {} : { spaceId });
  if (value === undefined || value.count === 0) return null;
  return (
    <button type="button" className={styles.row} onClick={() => dispatch(placeOpened('threads'))}>
      <Icon icon={MessagesSquare} size={20} />
      <span className={styles.words}>{t('threads.goUnread')}</span>
      <Badge
        bare
        kind={value.mentions ? 'mention' : 'count'}
        count={value.count}
        label={t(value.mentions ? 'threads.newForYou' : 'threads.newThreads', {
          count: value.count,
        })}
      />
    </button>
  );
}
