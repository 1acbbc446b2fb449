// Signing other devices out: which ones, what that means there, and the password that the server asks for.
import { useTranslation } from '#app/words';
import type { Device } from '#contract/areas/encryption/devices';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { FormDialog } from '#ui/overlays/FormDialog';
import { Name } from '#ui/text/Name';
import { useToasts } from '#ui/overlays/Toasts';
import { ProofField, useProof } from '../proof';
import { deviceName } from './words';
import styles from './Devices.module.css';

export interface EndDevicesProps {
  readonly devices: readonly Pick<Device, 'deviceId' | 'name'>[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function EndDevices({ devices, onClose, onDone }: EndDevicesProps) {
  const { t } = useTranslation();
  const end = useCall('endDevices');
  const toasts = useToasts();
  const proof = useProof();
  const count = devices.length;
  const submit = async (): Promise<void> => {
    const deviceIds = devices.map(({ deviceId }) => deviceId);
    const result = await end.run({ deviceIds, password: proof.password });
    proof.answered(result.ok ? null : result.error);
    if (!result.ok) return;
    toasts.show({ text: t('devices.ended', { count }) });
    onDone();
  };
  return (
    <FormDialog
      alert="danger"
      title={t('devices.signOutTitle', { count })}
      confirmLabel={t('devices.signOutSelected', { count })}
      cancelLabel={t('app.cancel')}
      pending={end.pending}
      complete={proof.complete}
      unsettled={proof.unsettled}
      onConfirm={() => void submit()}
      onClose={onClose}
      about={
        <>
          <ul className={styles.ended}>
            {devices.map((one) => (
              <li key={one.deviceId}>
                <Name cut>{deviceName(one)}</Name>
              </li>
            ))}
          </ul>
          <p>{t('devices.signOutText', { count })}</p>
        </>
      }
      fields={
        <ProofField
          proof={proof}
          label={t('devices.password')}
          hint={t('devices.passwordHint')}
          autoFocus
        />
      }
    >
      <AppErrorNote error={proof.wrong === null ? end.error : null} place="endDevices" />
    </FormDialog>
  );
}
