// Two decisions about keys: whether they go to verified people alone, and what the backup holds.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import health from '#contract/locales/health.en.json';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/Dialog';
import { SettingRow, SettingSwitch } from '#ui/SettingRow';
import { useToasts } from '#ui/Toasts';

addWords(health);

export function OnlyVerifiedRow() {
  const { t } = useTranslation();
  const { value } = useValue('onlyVerified', { roomId: null });
  const act = useCall('setOnlyVerified');
  const tellFailure = useErrorNotice();
  const set = async (on: boolean): Promise<void> => {
    const result = await act.run({ roomId: null, on });
    if (!result.ok) tellFailure(result.error);
  };
  if (value === undefined) return null;
  return (
    <SettingSwitch
      label={t('health.onlyVerified')}
      hint={t('health.onlyVerifiedHint')}
      isSelected={value.all}
      isDisabled={act.pending}
      onChange={(on) => void set(on)}
    />
  );
}

/** Nothing where no backup is in use. */
export function RefillRow() {
  const { t } = useTranslation();
  const { value: encryption } = useValue('encryption', {});
  const [asking, setAsking] = useState(false);
  if (encryption?.backupEnabled !== true) return null;
  return (
    <SettingRow title={t('health.refill.row')} text={t('health.refill.rowText')}>
      <Button onPress={() => setAsking(true)}>{t('health.refill.act')}</Button>
      {asking && <Refill onClose={() => setAsking(false)} />}
    </SettingRow>
  );
}

function Refill({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const act = useCall('refillBackup');
  const toasts = useToasts();
  const refill = async (): Promise<void> => {
    if (!(await act.run({})).ok) return;
    toasts.show({ text: t('health.done') });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('health.refill.title')}
      isOpen
      onClose={onClose}
      confirmLabel={t('health.refill.confirm')}
      cancelLabel={t('app.cancel')}
      danger
      pending={act.pending}
      onConfirm={() => void refill()}
    >
      <p>{t('health.refill.text')}</p>
      <AppErrorNote error={act.error} />
    </ConfirmDialog>
  );
}
