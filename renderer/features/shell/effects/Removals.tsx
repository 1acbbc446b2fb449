// Says that somebody took this account out of a room or a shared folder, wherever the person is in the window.
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import { departureAndReason } from '#app/departureWords';
import { useValue } from '#app/hooks';
import { directoryOpened } from '#app/places/filesPlace';
import { placeOpened, roomOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { useToasts } from '#ui/overlays/Toasts';

export function Removals() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
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
        dispatch(placeOpened('files'));
        dispatch(directoryOpened(roomId));
      };
      toasts.show({
        text: departureAndReason(t, name, departure),
        action: { label: t('rooms.open'), onPress },
      });
    }
  }, [removals, t, dispatch, toasts]);
  return null;
}
