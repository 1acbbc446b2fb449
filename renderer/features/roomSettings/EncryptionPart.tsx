// Whether the messages of a room are encrypted, and turning it on: for good, so it asks first.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { RoomAdministration } from '#contract/areas/rooms/administer';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import styles from './RoomSettings.module.css';

interface EncryptionPartProps {
  readonly room: { readonly roomId: string; readonly name: string };
  readonly administration: RoomAdministration;
}

export function EncryptionPart({ room, administration }: EncryptionPartProps) {
  const { t } = useTranslation();
  const { encrypted, may } = administration;
  const [asking, setAsking] = useState(false);
  return (
    <section className={styles.part} aria-label={t('roomSettings.encryption')}>
      <h3 className={styles.title}>{t('roomSettings.encryption')}</h3>
      <div className={styles.row}>
        <span>{t(encrypted ? 'roomSettings.encrypted' : 'roomSettings.notEncrypted')}</span>
        {may.encrypt && (
          <Button onPress={() => setAsking(true)}>{t('roomSettings.encrypt')}</Button>
        )}
      </div>
      {asking && <Ask room={room} onClose={() => setAsking(false)} />}
    </section>
  );
}

function Ask({ room, onClose }: { readonly room: EncryptionPartProps['room']; onClose(): void }) {
  const { t } = useTranslation();
  const { run, pending, error } = useCall('encryptRoom');
  const encrypt = async (): Promise<void> => {
    if ((await run({ roomId: room.roomId })).ok) onClose();
  };
  return (
    <ConfirmDialog
      title={t('roomSettings.encryptTitle', { name: room.name })}
      isOpen
      onClose={onClose}
      confirmLabel={t('roomSettings.encryptDo')}
      cancelLabel={t('app.cancel')}
      onConfirm={() => void encrypt()}
      pending={pending}
    >
      <p>{t('roomSettings.encryptText')}</p>
      <AppErrorNote error={error} />
    </ConfirmDialog>
  );
}
