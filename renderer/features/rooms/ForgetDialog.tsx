// Removing a room that this account is out of from this computer asks first and names the room.
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/gone.en.json';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { addWords } from '#app/i18n';
import { roomClosed } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { focusIfLost } from '#ui/focus/lostFocus';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { roomTreeId } from './RoomTree';

addWords(words);

export interface ForgetDialogProps {
  readonly room: { readonly roomId: string; readonly name: string };
  readonly onClose: () => void;
}

export function ForgetDialog({ room, onClose }: ForgetDialogProps) {
  const { t } = useTranslation();
  const forget = useCall('forgetRoom');
  const dispatch = useAppDispatch();
  const openRoomId = useAppSelector((state) => state.navigation.roomId);
  const forgotten = useRef(false);
  // The element with the focus before the dialog goes with the room.
  useEffect(
    () => () => {
      if (!forgotten.current) return;
      requestAnimationFrame(() => focusIfLost(document.getElementById(roomTreeId)));
    },
    [],
  );
  const remove = async () => {
    if (!(await forget.run({ roomId: room.roomId })).ok) return;
    forgotten.current = true;
    if (openRoomId === room.roomId) dispatch(roomClosed());
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('gone.removeTitle', { name: room.name })}
      isOpen
      onClose={onClose}
      confirmLabel={t('room.forget')}
      cancelLabel={t('app.cancel')}
      danger
      pending={forget.pending}
      onConfirm={() => void remove()}
    >
      <p>{t('gone.removeText')}</p>
      <AppErrorNote error={forget.error} />
    </ConfirmDialog>
  );
}
