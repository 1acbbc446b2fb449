// The account that is signed in, its server, and the button to sign out.
import { useRef, useState } from 'react';
import { useTranslation } from '#app/words';
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
import { SignOutDialog, type SignOutDialogProps } from './SignOutDialog';
import { useShownLine } from './useShownLine';
import styles from './Settings.module.css';

addWords(guest);

export function AccountSettings({ onSignedOut }: { readonly onSignedOut: () => void }) {
  const { t } = useTranslation();
  const { value: session } = useValue('session', {});
  if (session === undefined || session.userId === null) return null;
  const signOut = (
    <SignOutRow
      userId={session.userId}
      isGuest={session.guest === true}
      onSignedOut={onSignedOut}
    />
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
      <BlockedRows />
      <h3 className={styles.part}>{t('own.part.leave')}</h3>
      {signOut}
      {session.accountPage === null && (
        <DeactivateRow userId={session.userId} onGone={onSignedOut} />
      )}
    </>
  );
}

/** If the settings were opened at this line, it scrolls into view and takes the focus. */
function BlockedRows() {
  const rows = useRef<HTMLDivElement>(null);
  useShownLine('blocked', rows);
  return (
    <div ref={rows} tabIndex={-1} className={styles.shown}>
      <BlockedPeople />
    </div>
  );
}

interface SignOutRowProps extends Pick<SignOutDialogProps, 'userId' | 'onSignedOut'> {
  readonly isGuest: boolean;
}

/** If the settings were opened at this line, it scrolls into view and its button takes the focus. */
function SignOutRow(props: SignOutRowProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useShownLine('signOut', button);
  return (
    <>
      <SettingRow title={t('settings.signOut')} text={t('settings.signOutText')}>
        <Button
          ref={button}
          variant="textDanger"
          className={styles.flush}
          onPress={() => setAsking(true)}
        >
          {t('settings.signOutAsk')}
        </Button>
      </SettingRow>
      {asking && <SignOutDialog {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The link to the sign-in service, where the person manages password, e-mail and devices. */
function AccountPageRow({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  const openLink = useOpenLink();
  return (
    <SettingRow title={t('settings.accountPage')} text={t('settings.accountPageText')}>
      <Button onPress={() => openLink(url)}>{t('settings.accountPageOpen')}</Button>
    </SettingRow>
  );
}
