// Who is signed in, where, and the way out.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useValue } from '#app/hooks';
import { useOpenLink } from '#app/places/links';
import { Button } from '#ui/Button';
import { SettingRow } from '#ui/SettingRow';
import { PasswordRow } from '../devices';
import { IdentityRows } from './profile/IdentityRows';
import { AddressRows } from './profile/AddressRows';
import { PresenceRows } from './profile/PresenceRows';
import { ProfileRow } from './profile/ProfileRow';
import { TimeZoneRow } from './profile/TimeZoneRow';
import { DeactivateRow } from './DeactivateRow';
import { SignOutDialog } from './SignOutDialog';
import styles from './Settings.module.css';

export function AccountSettings({ onSignedOut }: { readonly onSignedOut: () => void }) {
  const { t } = useTranslation();
  const { value: session } = useValue('session', {});
  const [asking, setAsking] = useState(false);
  if (session === undefined || session.userId === null) return null;
  return (
    <>
      <ProfileRow userId={session.userId} session={session} />
      <PresenceRows />
      <TimeZoneRow userId={session.userId} />
      <SettingRow title={t('settings.server')} text={session.serverName ?? session.baseUrl ?? ''} />
      <SettingRow title={t('settings.device')} text={session.deviceId ?? ''} />
      {session.accountPage === null ? (
        <>
          <PasswordRow />
          <AddressRows />
        </>
      ) : (
        <AccountPageRow url={session.accountPage} />
      )}
      <IdentityRows />
      <SettingRow title={t('settings.signOut')} text={t('settings.signOutText')}>
        <Button variant="textDanger" className={styles.flush} onPress={() => setAsking(true)}>
          {t('settings.signOut')}
        </Button>
      </SettingRow>
      {session.accountPage === null && (
        <DeactivateRow userId={session.userId} onGone={onSignedOut} />
      )}
      {asking && (
        <SignOutDialog
          userId={session.userId}
          onClose={() => setAsking(false)}
          onSignedOut={onSignedOut}
        />
      )}
    </>
  );
}

/** Password, e-mail and devices of an account whose server leaves them to its sign-in service. */
function AccountPageRow({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  const openLink = useOpenLink();
  return (
    <SettingRow title={t('settings.accountPage')} text={t('settings.accountPageText')}>
      <Button onPress={() => openLink(url)}>{t('settings.accountPageOpen')}</Button>
    </SettingRow>
  );
}
