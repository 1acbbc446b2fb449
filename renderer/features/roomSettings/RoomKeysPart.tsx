// The room keys of an encrypted room: whether they are shared with verified people only, and their removal from the key backup.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { Switch } from '#ui/controls/Switch';
import { useToasts } from '#ui/overlays/Toasts';
import styles from './RoomSettings.module.css';

export function RoomKeysPart({ room }: { readonly room: { readonly roomId: string } }) {
  const { t } = useTranslation();
  const { roomId } = room;
  const { value: only } = useValue('onlyVerified', { roomId });
  const { value: encryption } = useValue('encryption', {});
  const act = useCall('setOnlyVerified');
  const [asking, setAsking] = useState(false);
  if (only === undefined) return null;
  return (
    <section className={styles.part} aria-label={t('roomSettings.keys')}>
      <h3 className={styles.title}>{t('roomSettings.keys')}</h3>
      <Switch
        label={t('roomSettings.onlyVerified')}
        hint={t(only.all ? 'roomSettings.onlyVerifiedAll' : 'roomSettings.onlyVerifiedHint')}
        isSelected={only.room || only.all}
        isDisabled={only.all}
        pending={act.pending}
        onChange={(on) => void act.run({ roomId, on })}
      />
      <AppErrorNote error={act.error} />
      {encryption?.backupEnabled === true && (
        <div className={styles.row}>
          <span>{t('roomSettings.backedUp')}</span>
          <Button variant="textDanger" onPress={() => setAsking(true)}>
            {t('roomSettings.forgetKeys')}
          </Button>
        </div>
      )}
      {asking && <Ask roomId={roomId} onClose={() => setAsking(false)} />}
    </section>
  );
}

function Ask({ roomId, onClose }: { readonly roomId: string; onClose(): void }) {
  const { t } = useTranslation();
  const { run, pending, error } = useCall('forgetBackedUpKeys');
  const toasts = useToasts();
  const forget = async (): Promise<void> => {
    if (!(await run({ roomId, eventId: null })).ok) return;
    toasts.show({ text: t('roomSettings.forgotten') });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('roomSettings.forgetTitle')}
      isOpen
      onClose={onClose}
      confirmLabel={t('roomSettings.forgetDo')}
      cancelLabel={t('app.cancel')}
      danger
      onConfirm={() => void forget()}
      pending={pending}
    >
      <p>{t('roomSettings.forgetText')}</p>
      <AppErrorNote error={error} />
    </ConfirmDialog>
  );
}
