// Says that somebody took this account out of a room or a shared folder, or declined its request to join, wherever the person is in the
// window but before the page that says the same.
import { useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import { useTranslation } from '#app/words';
import { departureAndReason } from '#app/departureWords';
import { useValue } from '#app/hooks';
import { directoryOpened } from '#app/places/filesPlace';
import { directoryInView, roomInView } from '#app/places/inView';
import { placeOpened, roomOpened } from '#app/places/navigation';
import { useAppDispatch, type AccountState } from '#app/store';
import { useToasts } from '#ui/overlays/Toasts';

export function Removals() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const store = useStore<AccountState>();
  const toasts = useToasts();
  const removals = useValue('removals', {}).value?.removals;
  /** Null until the first answer: what was lost before is told by its page. */
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (removals === undefined) return;
    const before = known.current;
    known.current = new Set(removals.map(({ roomId }) => roomId));
    if (before === null) return;
    for (const { roomId, name, folder, departure, silent } of removals) {
      if (silent || before.has(roomId)) continue;
      const onPress = (): void => {
        if (!folder) return void dispatch(roomOpened(roomId));
        dispatch(directoryOpened(roomId));
        dispatch(placeOpened('files'));
      };
      const { navigation, files } = store.getState();
      const inView = folder ? directoryInView(navigation, files) : roomInView(navigation);
      if (inView === roomId) continue;
      toasts.show({
        text: departureAndReason(t, name, departure),
        action: { label: t('rooms.open'), onPress },
      });
    }
  }, [removals, t, dispatch, toasts, store]);
  return null;
}
