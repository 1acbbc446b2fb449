// Leaving a room asks first and names the room. One that this account is out of is removed from this computer instead.
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useCall, useSteadyList, useValue } from '#app/hooks';
import { roomClosed } from '#app/places/navigation';
import { openPanel } from '#app/places/openPanel';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Button } from '#ui/controls/Button';
import { focusIfLost } from '#ui/focus/lostFocus';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { useToasts } from '#ui/overlays/Toasts';
import { ForgetDialog } from './ForgetDialog';
import { roomTreeId } from './RoomTree';

export interface RoomDialogProps {
  readonly room: { readonly roomId: string; readonly name: string };
  readonly onClose: () => void;
}

interface LeaveDialogProps extends RoomDialogProps {
  readonly room: RoomHeader;
}

export function LeaveDialog({ room, onClose }: LeaveDialogProps) {
  const isOut = room.membership === 'leave' || room.membership === 'ban';
  return isOut ? <ForgetDialog {...{ room, onClose }} /> : <Leaving {...{ room, onClose }} />;
}

function Leaving({ room: asked, onClose }: LeaveDialogProps) {
  const { t } = useTranslation();
  // A list of them brings all members to this computer: only they tell whether somebody else runs the room.
  const members = { roomId: asked.roomId, text: '', limit: 1 };
  useSteadyList('members', asked.permissions.setRoles ? members : null);
  const room = useValue('room', { roomId: asked.roomId }).value ?? asked;
  // Invited people can still come, and anybody into a public one.
  const isLast = room.joinedCount === 1 && room.invitedCount === 0 && !room.public;
  const runsAlone = room.runsAlone === true && room.joinedCount > 1 && room.directUserId === null;
  const leave = useCall('leaveRoom');
  const dispatch = useAppDispatch();
  const openRoomId = useAppSelector((state) => state.navigation.roomId);
  const toasts = useToasts();
  const left = useRef(false);
  // The element with the focus before the dialog goes with the room.
  useEffect(
    () => () => {
      if (!left.current) return;
      requestAnimationFrame(() => focusIfLost(document.getElementById(roomTreeId)));
    },
    [],
  );
  const confirm = async () => {
    const result = await leave.run({ roomId: room.roomId });
    if (!result.ok) return;
    left.current = true;
    if (openRoomId === room.roomId) dispatch(roomClosed());
    toasts.show({ text: t('rooms.left', { name: room.name }) });
    onClose();
  };
  const toPeople = () => {
    onClose();
    openPanel(dispatch, room.roomId, 'members');
  };
  return (
    <ConfirmDialog
      title={t('rooms.leaveTitle', { name: room.name })}
      isOpen
      onClose={onClose}
      confirmLabel={runsAlone ? t('gone.leaveAnyway') : t('rooms.leaveNamed', { name: room.name })}
      cancelLabel={t('app.cancel')}
      better={
        runsAlone && (
          <Button variant="primary" onPress={toPeople}>
            {t('gone.toPeople')}
          </Button>
        )
      }
      danger
      pending={leave.pending}
      onConfirm={() => void confirm()}
    >
      {runsAlone && (
        <p>
          <strong>{t(`gone.runsAlone${room.isSpace ? '_space' : ''}`)}</strong>{' '}
          {t('gone.runsAloneText')}
        </p>
      )}
      {runsAlone && !room.isSpace ? (
        <p>{t(`gone.${room.public ? 'leaveAlonePublic' : 'leaveAlone'}`)}</p>
      ) : (
        <>
          <p>
            {[
              t(room.isSpace ? 'gone.leaveSpace' : 'gone.leaveText'),
              t(`gone.${isLast ? 'leaveLast' : room.public ? 'leavePublic' : 'leaveBack'}`),
            ].join(' ')}
          </p>
          {!room.isSpace && !isLast && <p>{t('gone.leaveKept')}</p>}
        </>
      )}
      <AppErrorNote error={leave.error} />
    </ConfirmDialog>
  );
}
