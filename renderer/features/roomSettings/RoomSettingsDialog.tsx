// What people decide about a room who run it: who comes in, what they read, how the room is found, which version it has.
import { useTranslation } from 'react-i18next';
import words from '#contract/locales/roomSettings.en.json';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { AccessPart } from './AccessPart';
import { AddressPart } from './AddressPart';
import { VersionPart } from './VersionPart';

addWords(words);

export interface RoomSettingsDialogProps {
  readonly room: { readonly roomId: string; readonly name: string; readonly encrypted: boolean };
  readonly onClose: () => void;
}

export function RoomSettingsDialog({ room, onClose }: RoomSettingsDialogProps) {
  const { t } = useTranslation();
  const { value, error } = useValue('roomAdministration', { roomId: room.roomId });
  return (
    <Dialog
      title={t('roomSettings.title', { name: room.name })}
      isOpen
      onClose={onClose}
      width="l"
      actions={<Button onPress={onClose}>{t('roomSettings.done')}</Button>}
    >
      <AppErrorNote error={error} />
      {value !== undefined && (
        <>
          <AccessPart room={room} administration={value} />
          <AddressPart roomId={room.roomId} may={value.may.address} />
          <VersionPart room={room} administration={value} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}
