// Stands in place of an empty room list: nothing was found, all is read, or there is no chat yet, here or in the chosen space.
import { Boxes, CheckCheck, MessageCircle, SearchX } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { newChatOpened, roomOpened, unreadOnlyToggled } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { GuestEmpty } from '../login';
import styles from './RoomList.module.css';

export interface NoRoomsProps {
  readonly filter: string;
  readonly unreadOnly: boolean;
  readonly spaceId: string | null;
}

export function NoRooms({ filter, unreadOnly, spaceId }: NoRoomsProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const isGuest = useValue('session', {}).value?.guest;
  const isPageOpen = useAppSelector(({ navigation }) => navigation.roomId === spaceId);
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
  // The page beside the list has the words and the buttons.
  if (spaceId !== null && isPageOpen) return <p className={styles.none}>{t('space.noneTitle')}</p>;
  if (spaceId !== null) {
    return (
      <EmptyState icon={Boxes} title={t('space.noneTitle')} text={t('space.noneText')}>
        <Button ref={start} onPress={() => dispatch(roomOpened(spaceId))}>
          {t('space.openPage')}
        </Button>
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
