// The account's e-mail addresses and phone numbers: they help when the password is forgotten.
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import type { Address } from '#contract/areas/account/addresses';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { useCall, useEngineCall, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { FormDialog } from '#ui/overlays/FormDialog';
import { isolate } from '#ui/text/isolate';
import { SettingRow } from '#ui/controls/SettingRow';
import { TextDialog } from '#ui/overlays/TextDialog';
import { ProofField, useProof } from '../../proof';
import { AddPhoneDialog, ConfirmPhone } from './PhoneDialogs';
import {
  ConfirmShare,
  ShareButton,
  shownAddress as shown,
  useSharedAddresses,
} from './SharedAddress';
import settings from '../Settings.module.css';
import styles from './ProfileRow.module.css';

export function AddressRows() {
  const { t } = useTranslation();
  const call = useEngineCall();
  const { value } = useValue('addresses', {});
  const tellFailure = useErrorNotice();
  const [adding, setAdding] = useState<'email' | 'phone' | null>(null);
  const [removing, setRemoving] = useState<Address | null>(null);
  useEffect(() => {
    // Why it failed is part of the value.
    void call('refreshAddresses', {});
  }, [call]);
  const cancel = async (): Promise<void> => {
    const result = await call('cancelAddEmail', {});
    if (!result.ok) tellFailure(result.error);
  };
  const cancelPhone = async (): Promise<void> => {
    const result = await call('cancelAddPhone', {});
    if (!result.ok) tellFailure(result.error);
  };
  const close = (): void => setAdding(null);
  const { shared, pending: proving } = useSharedAddresses();
  const isShared = ({ medium, address }: Address): boolean =>
    shared?.some((one) => one.medium === medium && one.address === address) === true;
  const { all = null, pending = null, pendingPhone, phoneCode = true, error = null } = value ?? {};
  return (
    <>
      <SettingRow
        title={t('own.address.title')}
        text={all?.length === 0 ? t('own.address.none') : t('own.address.text')}
        note={<AppErrorNote error={error} />}
      >
        <Button onPress={() => setAdding('email')}>{t('own.address.add')}</Button>
        <Button onPress={() => setAdding('phone')}>{t('own.phone.add')}</Button>
      </SettingRow>
      {all?.map((one) => (
        <SettingRow
          key={`${one.medium} ${one.address}`}
          title={shown(one)}
          text={
            isShared(one)
              ? t('identity.found', { kind: t(`own.address.${one.medium}`) })
              : t(`own.address.${one.medium}`)
          }
        >
          {shared !== null && <ShareButton one={one} isShared={isShared(one)} />}
          <Button
            variant="textDanger"
            className={settings.flush}
            aria-label={t('own.address.removeNamed', { address: shown(one) })}
            onPress={() => setRemoving(one)}
          >
            {t('own.address.remove')}
          </Button>
        </SettingRow>
      ))}
      {adding === 'email' && <AddDialog onClose={close} />}
      {adding === 'phone' && <AddPhoneDialog onClose={close} />}
      {pendingPhone !== undefined && adding === null && (
        <ConfirmPhone
          number={pendingPhone}
          asksCode={phoneCode}
          onClose={() => void cancelPhone()}
        />
      )}
      {pending !== null && adding === null && (
        <ConfirmMail address={pending} onClose={() => void cancel()} />
      )}
      {proving !== null && pending === null && pendingPhone === undefined && adding === null && (
        <ConfirmShare one={proving} />
      )}
      {removing !== null && <RemoveDialog one={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const act = useCall('addEmail');
  const add = async (address: string): Promise<void> => {
    if ((await act.run({ address: address.trim() })).ok) onClose();
  };
  return (
    <TextDialog
      title={t('own.address.addTitle')}
      label={t('own.address.email')}
      hint={t('own.address.addHint')}
      confirmLabel={t('own.address.sendMail')}
      cancelLabel={t('app.cancel')}
      initial=""
      maxLength={254}
      pending={act.pending}
      onConfirm={(address) => void add(address)}
      onClose={onClose}
    >
      <AppErrorNote error={act.error} />
    </TextDialog>
  );
}

interface ConfirmMailProps {
  readonly address: string;
  readonly onClose: () => void;
}

/** Waits for the link in the mail. The engine knows of it, so a reloaded window asks again. */
function ConfirmMail({ address, onClose }: ConfirmMailProps) {
  const { t } = useTranslation();
  const confirm = useCall('confirmEmail');
  const again = useCall('addEmail');
  const proof = useProof();
  const submit = async (): Promise<void> => {
    await confirm.run({ password: proof.password });
  };
  return (
    <FormDialog
      alert="primary"
      title={t('own.address.confirmTitle')}
      confirmLabel={t('own.address.confirm')}
      cancelLabel={t('app.cancel')}
      pending={confirm.pending}
      complete={proof.complete}
      unsettled={proof.unsettled}
      onConfirm={() => void submit()}
      onClose={onClose}
      about={
        <p>
          {t(proof.way === 'page' ? 'own.address.sentPage' : 'own.address.sent', {
            address: isolate(address),
          })}
        </p>
      }
      fields={<ProofField proof={proof} label={t('own.password')} autoFocus />}
    >
      <div className={styles.acts}>
        <Button variant="text" pending={again.pending} onPress={() => void again.run({ address })}>
          {t('own.address.again')}
        </Button>
      </div>
      <AppErrorNote error={confirm.error ?? again.error} />
    </FormDialog>
  );
}

interface RemoveDialogProps {
  readonly one: Address;
  readonly onClose: () => void;
}

function RemoveDialog({ one, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const act = useCall('removeAddress');
  const remove = async (): Promise<void> => {
    const { medium, address } = one;
    if ((await act.run({ medium, address })).ok) onClose();
  };
  return (
    <ConfirmDialog
      title={t('own.address.removeTitle', { address: shown(one) })}
      isOpen
      onClose={onClose}
      confirmLabel={t('own.address.removeConfirm')}
      cancelLabel={t('app.cancel')}
      danger
      pending={act.pending}
      onConfirm={() => void remove()}
    >
      <p>{t('own.address.removeText')}</p>
      <AppErrorNote error={act.error} />
    </ConfirmDialog>
  );
}
