// A new password: the present one, the new one twice, and whether the other devices are signed out by it.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { FormDialog } from '#ui/overlays/FormDialog';
import { Switch } from '#ui/controls/Switch';
import { TextField } from '#ui/controls/TextField';
import { useToasts } from '#ui/overlays/Toasts';
import { ProofField, useProof } from '../proof';
import styles from './Devices.module.css';

const shortest = 8;

export interface ChangePasswordProps {
  /** Somebody else was signed in. */
  readonly afterStranger?: boolean;
  readonly onClose: () => void;
}

export function ChangePassword({ afterStranger = false, onClose }: ChangePasswordProps) {
  const { t } = useTranslation();
  const change = useCall('changePassword');
  const toasts = useToasts();
  const proof = useProof();
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [endOthers, setEndOthers] = useState(afterStranger);
  const sound = proof.complete && next.length >= shortest && next === again;
  const submit = async (): Promise<void> => {
    const result = await change.run({ password: proof.password, next, endOthers });
    proof.answered(result.ok ? null : result.error);
    if (!result.ok) return;
    toasts.show({ text: t('signIns.changed') });
    onClose();
  };
  const field = { type: 'password' } as const;
  return (
    <FormDialog
      alert="primary"
      title={t('signIns.changeTitle')}
      confirmLabel={t('signIns.confirm')}
      cancelLabel={t(afterStranger ? 'signIns.later' : 'app.cancel')}
      pending={change.pending}
      complete={sound}
      unsettled={proof.unsettled}
      onConfirm={() => void submit()}
      onClose={onClose}
      about={afterStranger && <p>{t('signIns.strange')}</p>}
      fields={
        <div className={styles.fields}>
          <ProofField proof={proof} label={t('signIns.present')} autoFocus />
          <TextField
            {...field}
            label={t('signIns.next')}
            autoComplete="new-password"
            value={next}
            onChange={setNext}
            lateError
            error={next !== '' && next.length < shortest ? t('signIns.short') : null}
          />
          <TextField
            {...field}
            label={t('signIns.again')}
            autoComplete="new-password"
            value={again}
            onChange={setAgain}
            lateError={next.startsWith(again)}
            error={again !== '' && again !== next ? t('signIns.differs') : null}
          />
          <Switch
            label={t('signIns.endOthers')}
            hint={t('signIns.endOthersText')}
            isSelected={endOthers}
            onChange={setEndOthers}
          />
        </div>
      }
    >
      <AppErrorNote error={proof.wrong === null ? change.error : null} place="changePassword" />
    </FormDialog>
  );
}
