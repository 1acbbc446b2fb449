// Adds a phone number to the account: asks for the number, then for the code from the text message, with a proof of identity.
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from '#app/words';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { FormDialog } from '#ui/overlays/FormDialog';
import { isolate } from '#ui/text/isolate';
import { Select } from '#ui/controls/Select';
import { TextField } from '#ui/controls/TextField';
import { ProofField, useProof } from '../../proof';
import settings from '../Settings.module.css';
import { countriesIn, likelyCountry } from './countries';

const words = {
  email_invalid: 'own.phone.invalid',
  email_in_use: 'own.phone.inUse',
  email_denied: 'own.phone.denied',
  email_unsupported: 'own.phone.unsupported',
  wrong_token: 'own.phone.wrongCode',
  email_unconfirmed: 'own.phone.unconfirmed',
} as const;

/** The error message beside the field; null: the error does not concern the field. */
const beside = (t: TFunction, error: AppError | null): string | null =>
  error !== null && Object.hasOwn(words, error.code)
    ? t(words[error.code as keyof typeof words])
    : null;

const away = (error: AppError | null): AppError | null =>
  error !== null && Object.hasOwn(words, error.code) ? null : error;

export function AddPhoneDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const act = useCall('addPhone');
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language]);
  const [country, setCountry] = useState(() => likelyCountry(navigator.languages));
  const [number, setNumber] = useState('');
  const add = async (): Promise<void> => {
    if ((await act.run({ country, number: number.trim() })).ok) onClose();
  };
  return (
    <FormDialog
      title={t('own.phone.addTitle')}
      confirmLabel={t('own.phone.send')}
      cancelLabel={t('app.cancel')}
      pending={act.pending}
      complete={number.trim().length >= 3}
      onConfirm={() => void add()}
      onClose={onClose}
      fields={
        <div className={settings.fields}>
          <Select
            label={t('own.phone.country')}
            value={country}
            options={countries}
            onChange={setCountry}
          />
          <TextField
            type="tel"
            label={t('own.address.msisdn')}
            hint={t('own.phone.hint')}
            autoComplete="tel"
            autoFocus
            maxLength={40}
            value={number}
            onChange={(next) => {
              setNumber(next);
              act.reset();
            }}
            error={beside(t, act.error)}
          />
        </div>
      }
    >
      <AppErrorNote error={away(act.error)} />
    </FormDialog>
  );
}

interface ConfirmPhoneProps {
  /** The number in the server's format. */
  readonly number: string;
  /** False: the message is answered elsewhere, so there is no code to type. */
  readonly asksCode: boolean;
  readonly onClose: () => void;
}

/** Waits for the code. The engine knows of it, so a reloaded window asks again. */
export function ConfirmPhone({ number, asksCode, onClose }: ConfirmPhoneProps) {
  const { t } = useTranslation();
  const confirm = useCall('confirmPhone');
  const proof = useProof();
  const [code, setCode] = useState('');
  const submit = async (): Promise<void> => {
    await confirm.run({ code: code.trim(), password: proof.password });
  };
  return (
    <FormDialog
      alert="primary"
      title={t(asksCode ? 'own.phone.confirmTitle' : 'own.phone.answerTitle')}
      confirmLabel={t('own.phone.confirm')}
      cancelLabel={t('app.cancel')}
      pending={confirm.pending}
      complete={proof.complete && (code.trim() !== '' || !asksCode)}
      unsettled={proof.unsettled}
      onConfirm={() => void submit()}
      onClose={onClose}
      about={
        <p>{t(asksCode ? 'own.phone.sent' : 'own.phone.sentOnly', { number: isolate(number) })}</p>
      }
      fields={
        <div className={settings.fields}>
          {asksCode && (
            <TextField
              label={t('own.phone.code')}
              autoComplete="one-time-code"
              autoFocus
              spellCheck="false"
              maxLength={64}
              value={code}
              onChange={(next) => {
                setCode(next);
                confirm.reset();
              }}
              error={beside(t, confirm.error)}
            />
          )}
          <ProofField proof={proof} label={t('own.password')} />
        </div>
      }
    >
      {!asksCode && beside(t, confirm.error) !== null && (
        <p role="alert">{beside(t, confirm.error)}</p>
      )}
      <AppErrorNote error={away(confirm.error)} />
    </FormDialog>
  );
}
