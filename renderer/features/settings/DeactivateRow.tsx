// The end of the account: what it means first, then once more with the password.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { FormDialog } from '#ui/overlays/FormDialog';
import { useToasts } from '#ui/overlays/Toasts';
import { SettingRow } from '#ui/controls/SettingRow';
import { Switch } from '#ui/controls/Switch';
import { ProofField, useProof } from '../proof';
import { useLeaving } from './useLeaving';
import styles from './Settings.module.css';

export interface DeactivateRowProps {
  readonly userId: string;
  /** The profile is empty. */
  readonly onGone: () => void;
}

export function DeactivateRow({ userId, onGone }: DeactivateRowProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'meaning' | 'password' | null>(null);
  return (
    <SettingRow title={t('own.end.title')} text={t('own.end.text')}>
      <Button variant="textDanger" className={styles.flush} onPress={() => setAsked('meaning')}>
        {t('own.end.act')}
      </Button>
      {asked === 'meaning' && (
        <ConfirmDialog
          title={t('own.end.meaningTitle', { userId })}
          isOpen
          onClose={() => setAsked(null)}
          confirmLabel={t('own.end.goOn')}
          cancelLabel={t('app.cancel')}
          danger
          onConfirm={() => setAsked('password')}
        >
          <p>{t('own.end.forGood')}</p>
          <p>{t('own.end.rooms')}</p>
          <p>{t('own.end.here')}</p>
        </ConfirmDialog>
      )}
      {asked === 'password' && (
        <PasswordDialog userId={userId} onClose={() => setAsked(null)} onGone={onGone} />
      )}
    </SettingRow>
  );
}

interface PasswordDialogProps extends DeactivateRowProps {
  readonly onClose: () => void;
}

function PasswordDialog({ userId, onClose, onGone }: PasswordDialogProps) {
  const { t } = useTranslation();
  const act = useCall('deactivateAccount');
  const toasts = useToasts();
  const leave = useLeaving(() => {
    toasts.show({ text: t('own.end.ended', { userId }) });
    onGone();
  });
  const proof = useProof();
  const [erase, setErase] = useState(false);
  const end = (): Promise<void> => leave(() => act.run({ password: proof.password, erase }));
  return (
    <FormDialog
      alert="danger"
      title={t('own.end.passwordTitle')}
      confirmLabel={t('own.end.confirm')}
      cancelLabel={t('app.cancel')}
      pending={act.pending}
      complete={proof.complete}
      unsettled={proof.unsettled}
      onConfirm={() => void end()}
      onClose={onClose}
      about={<p>{t('own.end.last', { userId })}</p>}
      fields={
        <div className={styles.fields}>
          <Switch
            label={t('own.end.erase')}
            hint={t('own.end.eraseHint')}
            isSelected={erase}
            onChange={setErase}
          />
          <ProofField proof={proof} label={t('own.password')} autoFocus />
        </div>
      }
    >
      <AppErrorNote error={act.error} />
    </FormDialog>
  );
}
