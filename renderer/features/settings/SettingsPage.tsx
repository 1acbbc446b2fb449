// Settings that exist, on one page in one column; files and calls bring their own groups.
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EncryptionStatus } from '../../../preload/contract/models';
import type { ThemeChoice } from '../../../preload/contract/shell';
import { useShell, useShellValue } from '../../app/context';
import { useValue } from '../../app/hooks';
import { MediaAvatar } from '../../app/MediaAvatar';
import { resultOf } from '../../app/result';
import { Bar } from '../../ui/Bar';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { Name } from '../../ui/Name';
import { Segmented } from '../../ui/Segmented';
import { SettingRow } from '../../ui/SettingRow';
import { formatListTime } from '../../ui/time';
import { useToasts } from '../../ui/Toasts';
import { CallSettings } from '../calls';
import { StorageSettings } from '../files';
import { SignOutDialog } from './SignOutDialog';
import styles from './Settings.module.css';

export interface SettingsPageProps {
  readonly onBack: () => void;
  readonly onUnlock: () => void;
  readonly onSetUpBackup: () => void;
  readonly onResetEncryption: () => void;
  /** The account is signed out at the server and may be removed from this computer. */
  readonly onSignedOut: () => void;
}

export function SettingsPage({ onBack, onSignedOut, ...backup }: SettingsPageProps) {
  const { t } = useTranslation();
  return (
    <main className={styles.pane} aria-label={t('settings.title')}>
      <Bar bare className={styles.bar}>
        <IconButton label={t('app.back')} icon={ArrowLeft} directional onPress={onBack} />
      </Bar>
      <div className={styles.scroll}>
        <div className={styles.page}>
          <h1 ref={focusOnce} tabIndex={-1} className={styles.title}>
            {t('settings.title')}
          </h1>
          <AccountGroup onSignedOut={onSignedOut} />
          <AppearanceGroup />
          <Group title={t('filePanels.storage.title')}>
            <StorageSettings />
          </Group>
          <Group title={t('calls.settings.title')}>
            <CallSettings />
          </Group>
          <EncryptionGroup {...backup} />
          <AboutGroup />
        </div>
      </div>
    </main>
  );
}

/** The place was changed: the keyboard goes on here. */
const focusOnce = (heading: HTMLHeadingElement | null): void => heading?.focus();

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function AccountGroup({ onSignedOut }: { readonly onSignedOut: () => void }) {
  const { t } = useTranslation();
  const { value: session } = useValue('session', {});
  const [asking, setAsking] = useState(false);
  if (session === undefined || session.userId === null) return null;
  return (
    <Group title={t('settings.account')}>
      <SettingRow
        picture={
          <MediaAvatar
            id={session.userId}
            name={session.displayName ?? session.userId}
            avatar={session.avatar}
            size={40}
          />
        }
        title={<Name cut>{session.displayName ?? session.userId}</Name>}
        text={session.userId}
      />
      <SettingRow title={t('settings.server')} text={session.serverName ?? session.baseUrl ?? ''} />
      <SettingRow title={t('settings.device')} text={session.deviceId ?? ''} />
      <SettingRow title={t('settings.signOut')} text={t('settings.signOutText')}>
        <Button variant="textDanger" className={styles.flush} onPress={() => setAsking(true)}>
          {t('settings.signOut')}
        </Button>
      </SettingRow>
      {asking && (
        <SignOutDialog
          userId={session.userId}
          onClose={() => setAsking(false)}
          onSignedOut={onSignedOut}
        />
      )}
    </Group>
  );
}

function AppearanceGroup() {
  const { t } = useTranslation();
  const shell = useShell();
  const app = useShellValue('app');
  if (app === undefined) return null;
  const options: readonly { id: ThemeChoice; label: string }[] = [
    { id: 'system', label: t('settings.themeSystem') },
    { id: 'light', label: t('settings.themeLight') },
    { id: 'dark', label: t('settings.themeDark') },
  ];
  return (
    <Group title={t('settings.appearance')}>
      <SettingRow title={t('settings.theme')} text={t('settings.themeHint')}>
        <Segmented
          label={t('settings.theme')}
          value={app.theme}
          options={options}
          onChange={(theme) => void resultOf(shell.call('setTheme', { theme }))}
        />
      </SettingRow>
    </Group>
  );
}

type BackupActs = Omit<SettingsPageProps, 'onBack' | 'onSignedOut'>;

function EncryptionGroup(acts: BackupActs) {
  const { t } = useTranslation();
  const { value: encryption } = useValue('encryption', {});
  return (
    <Group title={t('settings.encryption')}>
      <BackupRow {...acts} encryption={encryption} />
    </Group>
  );
}

function BackupRow({
  encryption,
  onUnlock,
  onSetUpBackup,
  onResetEncryption,
}: BackupActs & { readonly encryption: EncryptionStatus | undefined }) {
  const { t } = useTranslation();
  switch (encryption?.state) {
    case 'ready':
      return <SettingRow title={t('settings.backupReady')} text={t('settings.backupReadyText')} />;
    case 'locked':
      return (
        <SettingRow
          title={t(
            encryption.identityReplaced ? 'settings.backupReplaced' : 'settings.backupLocked',
          )}
          text={t(
            encryption.identityReplaced
              ? 'settings.backupReplacedText'
              : 'settings.backupLockedText',
          )}
        >
          <Button variant="quiet" onPress={onResetEncryption}>
            {t('settings.backupNoKey')}
          </Button>
          <Button onPress={onUnlock}>{t('status.unlock')}</Button>
        </SettingRow>
      );
    case 'unset':
    case 'skipped':
    case 'key_shown':
      return (
        <SettingRow title={t('settings.backupUnset')} text={t('settings.backupUnsetText')}>
          <Button onPress={onSetUpBackup}>{t('status.backupSetUp')}</Button>
        </SettingRow>
      );
    case 'failed':
      return (
        <SettingRow title={t('settings.backupFailed')} text={t('settings.backupUnsetText')}>
          <Button onPress={onSetUpBackup}>{t('app.retry')}</Button>
        </SettingRow>
      );
    default:
      return <SettingRow title={t('settings.backupSettingUp')} />;
  }
}

function AboutGroup() {
  const { t, i18n } = useTranslation();
  const shell = useShell();
  const toasts = useToasts();
  const app = useShellValue('app');
  const { value: engine } = useValue('engine', {});
  const { value: sync } = useValue('sync', {});
  const saveLogs = async () => {
    const result = await resultOf(shell.call('saveLogs', {}));
    if (result.ok && result.output.saved) toasts.show({ text: t('engine.logsSaved') });
  };
  const engineText =
    engine === undefined
      ? ''
      : t('settings.engineSince', {
          version: engine.version,
          time: formatListTime(engine.startedAtMs, Date.now(), i18n.language),
        });
  return (
    <Group title={t('settings.about')}>
      <SettingRow title={t('settings.version')} text={app?.version ?? ''} />
      <SettingRow title={t('settings.host')} text={app?.host ?? ''} />
      <SettingRow title={t('settings.engine')} text={engineText} />
      {sync !== undefined && sync.droppedEvents > 0 && (
        <SettingRow title={t('settings.dropped')} text={String(sync.droppedEvents)} />
      )}
      <SettingRow title={t('settings.logs')} text={t('settings.logsHint')}>
        <Button onPress={() => void saveLogs()}>{t('engine.saveLogs')}</Button>
      </SettingRow>
    </Group>
  );
}
