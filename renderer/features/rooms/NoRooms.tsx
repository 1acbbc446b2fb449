// Stands in place of an empty room list: nothing was found, all is read, or there is no chat yet.
import { CheckCheck, MessageCircle, SearchX } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { newChatOpened, unreadOnlyToggled } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { GuestEmpty } from '../login';

export interface NoRoomsProps {
  readonly filter: string;
  readonly unreadOnly: boolean;
}

export function NoRooms({ filter, unreadOnly }: NoRoomsProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const isGuest = useValue('session', {}).value?.guest;
  const start = useRef<HTMLButtonElement>(null);
  useFocusIfLost(start);
  if (filter !== '') {
    return (
      <EmptyState
        icon={SearchX}
        title={t('rooms.noMatchTitle', { text: filter })}
        text={t('rooms.noMatchText')}
      />
    );
  }
  if (unreadOnly) {
    return (
      <EmptyState icon={CheckCheck} title={t('rooms.allReadTitle')} text={t('rooms.allReadText')}>
        <Button onPress={() => dispatch(unreadOnlyToggled())}>{t('rooms.showAll')}</Button>
      </EmptyState>
    );
  }
  if (isGuest === true) return <GuestEmpty />;
  return (
    <EmptyState icon={MessageCircle} title={t('rooms.emptyTitle')} text={t('rooms.emptyText')}>
      <Button ref={start} variant="primary" onPress={() => dispatch(newChatOpened(true))}>
        {t('rooms.emptyAction')}
      </Button>
    </EmptyState>
  );
}
