// Who is signed in, where, and the way out.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import guest from '#contract/locales/guest.en.json';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useOpenLink } from '#app/places/links';
import { Button } from '#ui/controls/Button';
import { SettingRow } from '#ui/controls/SettingRow';
import { PasswordRow, ThisDeviceRow } from '../devices';
import { BlockedPeople } from '../ignoring';
import { IdentityRows } from './profile/IdentityRows';
import { AddressRows } from './profile/AddressRows';
import { PresenceRows } from './profile/PresenceRows';
import { ProfileRow } from './profile/ProfileRow';
import { BiographyRow } from './profile/BiographyRow';
import { PronounsRow } from './profile/PronounsRow';
import { TimeZoneRow } from './profile/TimeZoneRow';
import { DeactivateRow } from './DeactivateRow';
import { SignOutDialog } from './SignOutDialog';
import styles from './Settings.module.css';

addWords(guest);

export function AccountSettings({ onSignedOut }: { readonly onSignedOut: () => void }) {
  const { t } = useTranslation();
  const { value: session } = useValue('session', {});
  const [asking, setAsking] = useState(false);
  if (session === undefined || session.userId === null) return null;
  const signOut = (
    <>
      <SettingRow title={t('settings.signOut')} text={t('settings.signOutText')}>
        <Button variant="textDanger" className={styles.flush} onPress={() => setAsking(true)}>
          {t('settings.signOut')}
        </Button>
      </SettingRow>
      {asking && (
        <SignOutDialog
          userId={session.userId}
          isGuest={session.guest === true}
          onClose={() => setAsking(false)}
          onSignedOut={onSignedOut}
        />
      )}
    </>
  );
  if (session.guest === true)
    return (
      <>
        <SettingRow title={t('guest.row')} text={session.userId} />
        <SettingRow title={t('settings.server')} text={session.serverName ?? ''} />
        {signOut}
      </>
    );
  return (
    <>
      <ProfileRow userId={session.userId} session={session} />
      <h3 className={styles.part}>{t('own.part.seen')}</h3>
      <PronounsRow userId={session.userId} />
      <BiographyRow userId={session.userId} />
      <PresenceRows />
      <TimeZoneRow userId={session.userId} />
      <h3 className={styles.part}>{t('own.part.signIn')}</h3>
      <SettingRow title={t('settings.server')} text={session.serverName ?? session.baseUrl ?? ''} />
      <ThisDeviceRow deviceId={session.deviceId} />
      {session.accountPage === null ? (
        <>
          <PasswordRow />
          <AddressRows />
        </>
      ) : (
        <AccountPageRow url={session.accountPage} />
      )}
      <h3 className={styles.part}>{t('own.part.people')}</h3>
      <IdentityRows />
      <BlockedPeople />
      <h3 className={styles.part}>{t('own.part.leave')}</h3>
      {signOut}
      {session.accountPage === null && (
        <DeactivateRow userId={session.userId} onGone={onSignedOut} />
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
