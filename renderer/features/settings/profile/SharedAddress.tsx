// Shares one of the account's addresses at the identity server, which asks for a proof first, so that people can find the account by it; or
// stops sharing it.
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import type { Address } from '#contract/areas/account/addresses';
import identityWords from '#contract/locales/identity.en.json';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { useCall, useEngineCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { FormDialog } from '#ui/overlays/FormDialog';
import { isolate } from '#ui/text/isolate';
import { TextField } from '#ui/controls/TextField';
import settings from '../Settings.module.css';
import styles from './ProfileRow.module.css';

addWords(identityWords);

type Contact = Pick<Address, 'medium' | 'address'>;

export const shownAddress = ({ medium, address }: Contact): string =>
  isolate(medium === 'msisdn' ? `+${address}` : address);

/** The state of the account's addresses at its identity server. `shared` null: it is unknown, or no identity server is in use. */
export function useSharedAddresses(): {
  readonly shared: readonly Contact[] | null;
  readonly pending: Contact | null;
} {
  const call = useEngineCall();
  const { value: identity } = useValue('identity', {});
  const { value } = useValue('sharedAddresses', {});
  const { value: own } = useValue('addresses', {});
  const server = identity?.server ?? null;
  const known = own?.all?.length ?? null;
  useEffect(() => {
    // The value itself carries the reason of a failure.
    if (server !== null && known !== null) void call('refreshSharedAddresses', {});
  }, [call, server, known]);
  return { shared: value?.shared ?? null, pending: value?.pending ?? null };
}

interface ShareButtonProps {
  readonly one: Contact;
  readonly isShared: boolean;
}

export function ShareButton({ one: { medium, address }, isShared }: ShareButtonProps) {
  const { t } = useTranslation();
  const share = useCall('shareAddress');
  const stop = useCall('stopSharing');
  const tellFailure = useErrorNotice();
  const act = isShared ? stop : share;
  const press = async (): Promise<void> => {
    const result = await act.run({ medium, address });
    if (!result.ok) tellFailure(result.error);
  };
  const shown = shownAddress({ medium, address });
  return (
    <Button
      variant="text"
      pending={act.pending}
      aria-label={t(isShared ? 'identity.hideNamed' : 'identity.shareNamed', { address: shown })}
      onPress={() => void press()}
    >
      {t(isShared ? 'identity.hide' : 'identity.share')}
    </Button>
  );
}

interface ConfirmShareProps {
  readonly one: Contact;
}

/** Waits for the link or the code. The engine knows of it, so a reloaded window asks again. */
export function ConfirmShare({ one }: ConfirmShareProps) {
  const { t } = useTranslation();
  const confirm = useCall('confirmShare');
  const again = useCall('shareAddress');
  const cancel = useCall('cancelShare');
  const [code, setCode] = useState('');
  const { medium, address } = one;
  const isMail = medium === 'email';
  const wrong = confirm.error?.code === 'wrong_token';
  return (
    <FormDialog
      title={t(isMail ? 'identity.proveMail' : 'identity.provePhone')}
      confirmLabel={t('identity.prove')}
      cancelLabel={t('app.cancel')}
      pending={confirm.pending}
      complete={isMail || code.trim() !== ''}
      onConfirm={() => void confirm.run({ code: code.trim() })}
      onClose={() => void cancel.run({})}
      about={
        <p>
          {t(isMail ? 'identity.sentMail' : 'identity.sentPhone', { address: shownAddress(one) })}
        </p>
      }
      fields={
        <div className={settings.fields}>
          <TextField
            label={t(isMail ? 'identity.codeOfMail' : 'identity.codeOfPhone')}
            autoComplete="one-time-code"
            autoFocus
            spellCheck="false"
            maxLength={64}
            value={code}
            onChange={(next) => {
              setCode(next);
              confirm.reset();
            }}
            error={wrong ? t('identity.wrongCode') : null}
          />
        </div>
      }
    >
      <div className={styles.acts}>
        <Button
          variant="text"
          pending={again.pending}
          onPress={() => void again.run({ medium, address })}
        >
          {t('identity.sendAgain')}
        </Button>
      </div>
      <AppErrorNote error={wrong ? again.error : (confirm.error ?? again.error ?? cancel.error)} />
    </FormDialog>
  );
}
