// The question before an invitation is declined: nobody can take that back. Must not navigate.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { isolate } from '#ui/text/isolate';
import { SettingSwitch } from '#ui/controls/SettingRow';
import { useToasts } from '#ui/overlays/Toasts';
import { useIgnoring } from '../ignoring';

export interface DeclineDialogProps {
  readonly room: RoomHeader;
  readonly onClose: () => void;
  readonly onDeclined?: () => void;
}

export function DeclineDialog({ room, onClose, onDeclined }: DeclineDialogProps): ReactNode {
  const { t } = useTranslation();
  const toasts = useToasts();
  const decline = useCall('declineInvite');
  const ignoring = useIgnoring();
  const [block, setBlock] = useState(false);
  const { roomId, name, inviter } = room;
  const refuse = async (): Promise<void> => {
    const result = await decline.run({ roomId });
    if (!result.ok) return;
    if (!block || inviter === null || !(await ignoring.set(inviter, true)))
      toasts.show({ text: t('invite.declined') });
    onClose();
    onDeclined?.();
  };
  return (
    <ConfirmDialog
      title={t('ignoring.declineTitle', { room: name })}
      isOpen
      onClose={onClose}
      confirmLabel={t('ignoring.declineConfirm')}
      cancelLabel={t('app.cancel')}
      pending={decline.pending}
      onConfirm={() => void refuse()}
    >
      <p>{t('ignoring.declineText')}</p>
      {inviter !== null && (
        <SettingSwitch
          label={t('ignoring.alsoBlock', { name: isolate(inviter.name) })}
          hint={t('ignoring.alsoBlockHint')}
          isSelected={block}
          onChange={setBlock}
        />
      )}
      <AppErrorNote error={decline.error} />
    </ConfirmDialog>
  );
}
