// The content pane while no chat is open: suggests what to do next.
import { MessageCircle } from 'lucide-react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { useAppSelector } from '#app/store';
import { EmptyState } from '#ui/layout/EmptyState';
import { hasRooms } from '../roomIds';
import styles from '../RoomPane.module.css';

export function Welcome() {
  const { t } = useTranslation();
  const { value: session } = useValue('session', {});
  const some = useAppSelector(hasRooms);
  const userId = session?.userId ?? '';
  return (
    <main className={styles.main}>
      {some ? (
        <EmptyState
          icon={MessageCircle}
          title={t('rooms.welcomeTitle')}
          text={t('rooms.welcomeText')}
        />
      ) : (
        <EmptyState
          icon={MessageCircle}
          title={t('rooms.welcomeEmptyTitle')}
          // A guest's user id is not shown, because other people do not write to guests.
          text={session?.guest === true ? undefined : t('rooms.welcomeEmptyText', { userId })}
        />
      )}
    </main>
  );
}
