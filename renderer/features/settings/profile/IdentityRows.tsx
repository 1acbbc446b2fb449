// The identity server that is asked for people by e-mail: choosing it, agreeing to its terms, and giving it up.
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import identityWords from '#contract/locales/identity.en.json';
import type { IdentityState } from '#contract/areas/account/identity';
import { AppErrorNote } from '#app/errors';
import { useCall, useEngineCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useOpenLink } from '#app/places/links';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { isolate } from '#ui/text/isolate';
import { SettingRow } from '#ui/controls/SettingRow';
import { TextDialog } from '#ui/overlays/TextDialog';
import settings from '../Settings.module.css';
import styles from './Identity.module.css';

addWords(identityWords);

/** Shows an address without its scheme. */
const shown = (url: string): string => isolate(url.replace(/^https:\/\//, ''));

export function IdentityRows() {
  const { t } = useTranslation();
  const call = useEngineCall();
  const { value } = useValue('identity', {});
  const [open, setOpen] = useState<'choose' | 'stop' | null>(null);
  useEffect(() => {
    // If this fails, no server is offered; the person can still type one.
    void call('refreshIdentity', {});
  }, [call]);
  if (value === undefined) return null;
  const { server, offered, asked } = value;
  const close = (): void => setOpen(null);
  return (
    <>
      <SettingRow
        title={t('identity.title')}
        text={server === null ? t('identity.none') : t('identity.using', { server: shown(server) })}
      >
        {server === null ? (
          <Button onPress={() => setOpen('choose')}>{t('identity.choose')}</Button>
        ) : (
          <Button variant="textDanger" className={settings.flush} onPress={() => setOpen('stop')}>
            {t('identity.stop')}
          </Button>
        )}
      </SettingRow>
      {open === 'choose' && <ChooseDialog offered={offered} onClose={close} />}
      {open === 'stop' && server !== null && <StopDialog server={server} onClose={close} />}
      {asked !== null && open === null && <TermsDialog asked={asked} />}
    </>
  );
}

interface ChooseDialogProps {
  readonly offered: string | null;
  readonly onClose: () => void;
}

function ChooseDialog({ offered, onClose }: ChooseDialogProps) {
  const { t } = useTranslation();
  const act = useCall('chooseIdentityServer');
  const choose = async (server: string): Promise<void> => {
    if ((await act.run({ server })).ok) onClose();
  };
  return (
    <TextDialog
      title={t('identity.chooseTitle')}
      label={t('identity.server')}
      hint={t('identity.chooseHint')}
      confirmLabel={t('identity.readTerms')}
      cancelLabel={t('app.cancel')}
      initial={offered?.replace(/^https:\/\//, '') ?? ''}
      maxLength={500}
      pending={act.pending}
      onConfirm={(server) => void choose(server)}
      onClose={onClose}
    >
      <AppErrorNote error={act.error} />
    </TextDialog>
  );
}

/** The engine knows the terms that wait for an answer, so a reloaded window asks again. */
function TermsDialog({ asked }: { readonly asked: NonNullable<IdentityState['asked']> }) {
  const { t } = useTranslation();
  const agree = useCall('agreeToIdentityServer');
  const decline = useCall('declineIdentityServer');
  const openLink = useOpenLink();
  const hasTerms = asked.terms.length > 0;
  return (
    <ConfirmDialog
      title={t('identity.askedTitle', { server: shown(asked.server) })}
      isOpen
      onClose={() => void decline.run({})}
      confirmLabel={t(hasTerms ? 'identity.agree' : 'identity.use')}
      cancelLabel={t('app.cancel')}
      pending={agree.pending}
      onConfirm={() => void agree.run({})}
    >
      <p>{t(hasTerms ? 'identity.asked' : 'identity.askedNone')}</p>
      {hasTerms && (
        <ul className={styles.terms}>
          {asked.terms.map(({ name, url }) => (
            <li key={url}>
              <Button variant="text" onPress={() => openLink(url)}>
                {isolate(name)}
              </Button>
              <span className={styles.host}>{isolate(new URL(url).host)}</span>
            </li>
          ))}
        </ul>
      )}
      <AppErrorNote error={agree.error ?? decline.error} />
    </ConfirmDialog>
  );
}

interface StopDialogProps {
  readonly server: string;
  readonly onClose: () => void;
}

function StopDialog({ server, onClose }: StopDialogProps) {
  const { t } = useTranslation();
  const act = useCall('leaveIdentityServer');
  const stop = async (): Promise<void> => {
    if ((await act.run({})).ok) onClose();
  };
  return (
    <ConfirmDialog
      title={t('identity.stopTitle', { server: shown(server) })}
      isOpen
      onClose={onClose}
      confirmLabel={t('identity.stop')}
      cancelLabel={t('app.cancel')}
      danger
      pending={act.pending}
      onConfirm={() => void stop()}
    >
      <p>{t('identity.stopText')}</p>
      <AppErrorNote error={act.error} />
    </ConfirmDialog>
  );
}
