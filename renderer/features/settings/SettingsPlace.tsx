// The Settings place: its sections at the side, one of them in the content. In narrow windows the two take turns.
import { ArrowLeft } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { later } from '#app/later';
import { settingsListShown, settingsOpened } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Bar } from '#ui/layout/Bar';
import { IconButton } from '#ui/controls/IconButton';
import { CallSettings } from '../calls';
import { DeviceSettings } from '../devices';
import { StorageSettings } from '../files';
import { PackSettings } from '../packs';
import { AboutSettings } from './AboutSettings';
import { AccountSettings } from './AccountSettings';
import { AppearanceSettings } from './AppearanceSettings';
import { EncryptionSettings, type BackupActs } from './EncryptionSettings';
import { NotificationSettings } from './NotificationSettings';
import { FindSetting } from './find';
import { useServerAdmin } from './admin/useServerAdmin';
import { SectionList } from './SectionList';
import { panelId, sections, tabId } from './sections';
import styles from './Settings.module.css';

const ServerUsers = later(async () => (await import('./admin/ServerUsers')).ServerUsers);

export interface SettingsPlaceProps extends BackupActs {
  readonly narrow: boolean;
  readonly status: ReactNode;
  readonly pane: (children: ReactNode) => ReactNode;
  readonly content: (children: ReactNode) => ReactNode;
  /** The account is signed out at the server and may be removed from this computer. */
  readonly onSignedOut: () => void;
}

export function SettingsPlace({ narrow, status, pane, content, ...acts }: SettingsPlaceProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { section, turn } = useAppSelector((state) => state.navigation.settings);
  const isAdmin = useServerAdmin();
  const [finding, setFinding] = useState('');
  const title = sections.find(({ id }) => id === section)?.title ?? 'settings.title';
  /** In a narrow window the section replaces the list, and its heading takes the focus. */
  const heading = useCallback(
    (node: HTMLHeadingElement | null) => {
      if (narrow) node?.focus();
    },
    [narrow],
  );
  return (
    <>
      {(!narrow || turn === 'list') &&
        pane(
          <>
            {status}
            <Bar bare>
              <h1>{t('settings.title')}</h1>
            </Bar>
            <div className={styles.find} data-open={finding.trim() !== ''}>
              <FindSetting
                typed={finding}
                onType={setFinding}
                isAdmin={isAdmin}
                onOpen={(id) => dispatch(settingsOpened(id))}
              />
            </div>
            <div className={styles.all} hidden={finding.trim() !== ''}>
              <SectionList
                section={section}
                isAdmin={isAdmin}
                alone={narrow}
                onOpen={(id) => dispatch(settingsOpened(id))}
              />
            </div>
          </>,
        )}
      {(!narrow || turn === 'content') &&
        content(
          <main className={styles.pane} aria-label={t('settings.title')}>
            <Bar bare className={styles.bar}>
              <IconButton
                label={t('app.back')}
                icon={ArrowLeft}
                directional
                onPress={() => dispatch(settingsListShown())}
              />
            </Bar>
            <div className={styles.scroll} key={section}>
              <div
                id={panelId}
                role="tabpanel"
                aria-labelledby={narrow ? undefined : tabId(section)}
                className={styles.page}
              >
                <section aria-label={t(title)}>
                  <h2 ref={heading} tabIndex={-1} className={styles.title}>
                    {t(title)}
                  </h2>
                  <SectionContent {...acts} />
                </section>
              </div>
            </div>
          </main>,
        )}
    </>
  );
}

function SectionContent({
  onSignedOut,
  ...backup
}: Pick<SettingsPlaceProps, 'onSignedOut' | keyof BackupActs>) {
  const section = useAppSelector((state) => state.navigation.settings.section);
  switch (section) {
    case 'account':
      return <AccountSettings onSignedOut={onSignedOut} />;
    case 'notifications':
      return <NotificationSettings />;
    case 'devices':
      return <DeviceSettings />;
    case 'encryption':
      return <EncryptionSettings {...backup} />;
    case 'appearance':
      return <AppearanceSettings />;
    case 'packs':
      return <PackSettings />;
    case 'calls':
      return <CallSettings />;
    case 'storage':
      return <StorageSettings />;
    case 'admin':
      return <ServerUsers />;
    case 'about':
      return <AboutSettings />;
    default:
      return section satisfies never;
  }
}
