// The health of encryption in Settings: shows the engine's value and carries out the person's acts.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { HealthFix, HealthLine } from '#contract/areas/encryption/health';
import health from '#contract/locales/health.en.json';
import { useErrorNotice } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { messageShown } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Waiting } from '#ui/layout/Spinner';
import { useToasts } from '#ui/overlays/Toasts';
import { EndDevices } from '../../devices';
import { useVerify } from '../../verification';
import { checking, HealthView, type Acting } from './HealthView';
import { NewBackup } from './NewBackup';
import { RenewDevice } from './RenewDevice';
import { keyOf } from './words';

addWords(health);

export interface HealthProps {
  readonly onUnlock: () => void;
  readonly onSetUpBackup: () => void;
  readonly onResetEncryption: () => void;
}

/** Acts that ask for confirmation first. */
type Asking = 'new_backup' | 'renew' | { readonly deviceId: string; readonly name: string | null };

export function Health({ onUnlock, onSetUpBackup, onResetEncryption }: HealthProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { value } = useValue('encryptionHealth', {});
  const line = useAppSelector(({ navigation }) => navigation.settings.line);
  const [acting, setActing] = useState<Acting | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const repair = useCall('repairEncryption');
  const { verify } = useVerify();
  const toasts = useToasts();
  const tellFailure = useErrorNotice();
  if (value === undefined || value.checkedAtMs === null)
    return <Waiting label={t('health.loading')} />;

  type Repair = Parameters<typeof repair.run>[0]['fix'];
  async function run(fix: Repair): Promise<void> {
    const result = await repair.run({ fix });
    if (!result.ok) return tellFailure(result.error);
    const { decrypted: count } = result.output;
    if (fix === 'ask_devices') toasts.show({ text: t('health.asked') });
    if (fix === 'restore')
      toasts.show({ text: count === 0 ? t('health.readNone') : t('health.read', { count }) });
    if (fix === 'upload' || fix === 'sign_here') toasts.show({ text: t('health.done') });
  }

  async function doing(what: Acting, work: () => Promise<unknown>): Promise<void> {
    setActing(what);
    await work();
    setActing(null);
  }

  function fixed(line: HealthLine, fix: HealthFix): void {
    const deviceId = line.about === 'other' ? line.deviceId : null;
    switch (fix) {
      case 'unlock':
        return onUnlock();
      case 'set_up':
        return onSetUpBackup();
      case 'start_over':
        return onResetEncryption();
      case 'new_backup':
      case 'renew':
        return setAsking(fix);
      case 'sign_out':
        if (line.about === 'other' && deviceId !== null) setAsking({ deviceId, name: line.name });
        return;
      case 'verify':
        return void doing({ key: keyOf(line), fix }, () => verify({ own: true, deviceId }));
      default:
        return void doing({ key: keyOf(line), fix }, () => run(fix));
    }
  }

  const close = (): void => setAsking(null);
  return (
    <>
      <HealthView
        health={value}
        acting={acting}
        cause={line === 'signOut' || line === 'blocked' ? null : line}
        onCheck={() => void doing(checking, () => run('check'))}
        onFix={fixed}
        onShowMessage={(roomId, eventId) => dispatch(messageShown({ roomId, eventId }))}
      />
      {asking === 'new_backup' && <NewBackup onClose={close} />}
      {asking === 'renew' && <RenewDevice onClose={close} />}
      {typeof asking === 'object' && asking !== null && (
        <EndDevices devices={[asking]} onClose={close} onDone={close} />
      )}
    </>
  );
}
