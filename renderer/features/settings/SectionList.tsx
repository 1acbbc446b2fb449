// The list of sections: arrows move, Enter opens. A section that needs a decision has a mark.
import { CircleAlert } from 'lucide-react';
import { useCallback, type ComponentProps } from 'react';
import { Tab, TabList, Tabs } from 'react-aria-components';
import { useTranslation } from '#app/words';
import type { SettingsSection } from '#app/places/navigation';
import { useValue } from '#app/hooks';
import { Icon } from '#ui/marks/Icon';
import { panelId, sections, tabId } from './sections';
import styles from './Settings.module.css';

/** States of the encryption in which old messages are locked, or could be lost with this computer. */
const open: ReadonlySet<string> = new Set(['unset', 'key_shown', 'locked', 'failed']);

interface SectionListProps {
  readonly section: SettingsSection;
  /** Whether this account is an administrator of the server: the section for its users is shown. */
  readonly isAdmin: boolean;
  /** The window is narrow: the section is not shown beside the list. */
  readonly alone: boolean;
  readonly onOpen: (section: SettingsSection) => void;
}

export function SectionList({ section, isAdmin, alone, onOpen }: SectionListProps) {
  const { t } = useTranslation();
  const { value: encryption } = useValue('encryption', {});
  const shown = sections.filter(({ id }) => id !== 'admin' || isAdmin);
  // The list has just been opened: its current entry takes the focus.
  const goOn = useCallback((entry: HTMLElement | null) => entry?.focus(), []);
  return (
    <Tabs
      orientation="vertical"
      keyboardActivation="manual"
      selectedKey={section}
      onSelectionChange={(key) => {
        const chosen = sections.find(({ id }) => id === key);
        if (chosen !== undefined) onOpen(chosen.id);
      }}
      className={styles.sections}
    >
      <TabList aria-label={t('settings.title')}>
        {shown.map(({ id, icon, title }) => (
          <Tab
            key={id}
            id={id}
            ref={id === section ? goOn : undefined}
            className={styles.section}
            // The panel is in another part of the window: our own ids connect the two.
            render={(props) => (
              <div
                {...(props as ComponentProps<'div'>)}
                id={tabId(id)}
                aria-controls={id === section && !alone ? panelId : undefined}
              />
            )}
          >
            <Icon icon={icon} />
            <span className={styles.sectionName}>{t(title)}</span>
            {id === 'encryption' && open.has(encryption?.state ?? '') && (
              <span
                role="img"
                aria-label={t('settings.attention')}
                title={t('settings.attention')}
                className={styles.attention}
              >
                <Icon icon={CircleAlert} />
              </span>
            )}
          </Tab>
        ))}
      </TabList>
    </Tabs>
  );
}
