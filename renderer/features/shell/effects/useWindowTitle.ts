// The window's title: the open chat, then the app's name; the system's window list and task switcher show it.
import { useEffect } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { useAppSelector } from '#app/store';

const behindMs = 50;

export function useWindowTitle(): void {
  const { t } = useTranslation();
  const place = useAppSelector((state) => state.navigation.place);
  const roomId = useAppSelector((state) => state.navigation.roomId);
  const shownRoomId = place === 'chats' ? roomId : null;
  const { value: room } = useValue('room', shownRoomId === null ? null : { roomId: shownRoomId });
  const directoryId = useAppSelector((state) => state.files.directoryId);
  const openId = place === 'files' ? directoryId : null;
  const { value: directory } = useValue('directory', openId === null ? null : { roomId: openId });
  const part =
    place === 'settings'
      ? t('settings.title')
      : place === 'files'
        ? (directory?.name ?? t('files.title'))
        : place === 'calls'
          ? t('callPlace.title')
          : place === 'search'
            ? t('search.title')
            : place === 'threads'
              ? t('threads.place')
              : place === 'saved'
                ? t('places.saved')
                : place === 'notified'
                  ? t('places.notified')
                  : (room?.name ?? '');
  const title = part === '' ? t('app.name') : t('app.title', { part });
  // The title is set later, so that the frame with the room renders first.
  useEffect(() => {
    const timer = setTimeout(() => (document.title = title), behindMs);
    return () => clearTimeout(timer);
  }, [title]);
  useEffect(() => () => void (document.title = t('app.name')), [t]);
}
