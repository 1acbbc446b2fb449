// The sign-in methods that use the browser: the server's own service, or the providers of its single sign-on.
import { LogIn, MonitorSmartphone } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { FoundServer } from '#contract/areas/account/accountModels';
import { AppErrorNote } from '#app/errors';
import { Button } from '#ui/controls/Button';
import { ProviderPicture } from './ProviderPicture';
import type { BrowserDoor, BrowserRequest } from './useBrowserSignIn';
import styles from '../Login.module.css';

export interface BrowserWaysProps {
  readonly found: FoundServer;
  /** The server as the person has typed it. */
  readonly server: string;
  readonly door: BrowserDoor;
  /** Whether a new account can be made; false when the person signs in again. */
  readonly mayCreate: boolean;
}

/** Whether the server offers such a method. */
export const hasBrowserWay = ({ oauth, sso }: FoundServer): boolean => oauth || sso.length > 0;

export function BrowserWays({ found, server, door, mayCreate }: BrowserWaysProps) {
  const { t } = useTranslation();
  const begin = (way: BrowserRequest['way'], providerId: string | null) => () =>
    door.begin({ server, way, providerId });
  const provider = (name: string | null): string =>
    name === null ? t('login.sso') : t('login.provider', { name });
  return (
    <div className={styles.ways}>
      {found.oauth && (
        <Button
          variant={found.password ? 'secondary' : 'primary'}
          size="l"
          wide
          icon={LogIn}
          pending={door.pending}
          onPress={begin('oauth', null)}
        >
          {t('login.browser')}
        </Button>
      )}
      {found.device && (
        <Button
          variant="line"
          size="l"
          wide
          icon={MonitorSmartphone}
          isDisabled={door.pending}
          onPress={begin('device', null)}
        >
          {t('login.device')}
        </Button>
      )}
      {found.sso.map(({ id, name, icon }) => (
        <Button
          key={id ?? ''}
          size="l"
          variant="line"
          wide
          isDisabled={door.pending}
          onPress={begin('sso', id)}
        >
          <ProviderPicture server={found.baseUrl} icon={icon} />
          <span className={styles.provider}>{provider(name)}</span>
        </Button>
      ))}
      <AppErrorNote error={door.error} place="login" />
      {mayCreate && found.create && (
        <Button variant="text" isDisabled={door.pending} onPress={begin('create', null)}>
          {t('login.create', { server: found.serverName })}
        </Button>
      )}
      {found.password && <p className={styles.or}>{t('login.orPassword')}</p>}
    </div>
  );
}
