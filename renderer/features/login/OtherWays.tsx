// The links below the sign-in form: a forgotten password, and a new account.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { FoundServer } from '#contract/areas/account/accountModels';
import { Button } from '#ui/controls/Button';
import { GuestEntry } from './guest/GuestEntry';
import styles from './Login.module.css';

export interface OtherWaysProps {
  readonly found: FoundServer | null;
  /** The server as the person has typed it. */
  readonly server: string;
  readonly onForgotten: () => void;
  /** Undefined: linking is not offered here. */
  readonly onLink: ((server: string | undefined) => void) | undefined;
  /** Undefined: no new account can be made, because the person signs in again. */
  readonly onRegister: (() => void) | undefined;
}

export function OtherWays({ found, server, onForgotten, onLink, onRegister }: OtherWaysProps) {
  const { t } = useTranslation();
  // A server with its own sign-in service has both on the pages of that service.
  const own = found !== null && found.password && !found.oauth;
  const mayRegister = own && onRegister !== undefined;
  return (
    <div className={styles.below}>
      {onLink !== undefined && (found === null || found.link === true) && (
        <Button variant="text" size="s" onPress={() => onLink(found === null ? undefined : server)}>
          {t('login.link')}
        </Button>
      )}
      {own && (
        <Button variant="text" size="s" onPress={onForgotten}>
          {t('forgotten.link')}
        </Button>
      )}
      {mayRegister && (
        <Button variant="text" size="s" onPress={onRegister}>
          {t('login.create', { server: found.serverName })}
        </Button>
      )}
      {mayRegister && <GuestEntry server={server} />}
      {onRegister !== undefined && !mayRegister && found?.create !== true && <NoAccount />}
    </div>
  );
}

function NoAccount() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="text" size="s" aria-expanded={open} onPress={() => setOpen(!open)}>
        {t('login.noAccount')}
      </Button>
      {open && <p>{t('login.noAccountText')}</p>}
    </>
  );
}
