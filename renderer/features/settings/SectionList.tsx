// The sections at the side: arrows move, Enter opens. What needs a decision carries a mark.
import { CircleAlert } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsSection } from '../../app/navigation';
import { useValue } from '../../app/hooks';
import { Icon } from '../../ui/Icon';
import { panelId, sections, tabId } from './sections';
import styles from './Settings.module.css';

/** States of the encryption in which old messages are locked, or would be lost with this computer. */
const open: ReadonlySet<string> = new Set(['unset', 'key_shown', 'locked', 'failed']);

interface SectionListProps {
  readonly section: SettingsSection;
  /** In a narrow window the section is not there beside its entry. */
  readonly alone: boolean;
  readonly onOpen: (section: SettingsSection) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function SectionList({ section, alone, onOpen }: SectionListProps) {
  const { t } = useTranslation();
  const { value: encryption } = useValue('encryption', {});
  const [focused, setFocused] = useState(section);
  // The place was opened, or come back to: the keyboard goes on here.
  useEffect(() => {
    document.getElementById(tabId(section))?.focus();
  }, [section]);

  const focus = (index: number): void => {
    const wanted = sections[Math.min(sections.length - 1, Math.max(0, index))];
    if (wanted !== undefined) document.getElementById(tabId(wanted.id))?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = sections.findIndex(({ id }) => id === focused);
    const step = steps[event.key];
    if (step !== undefined) focus(at + step);
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(sections.length - 1);
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="tablist"
      aria-orientation="vertical"
      aria-label={t('settings.title')}
      className={styles.sections}
      onKeyDown={onKeyDown}
    >
      {sections.map(({ id, icon, title }) => (
        <button
          key={id}
          id={tabId(id)}
          type="button"
          role="tab"
          aria-selected={id === section}
          aria-controls={id === section && !alone ? panelId : undefined}
          tabIndex={id === focused ? 0 : -1}
          className={styles.section}
          onFocus={() => setFocused(id)}
          onClick={() => onOpen(id)}
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
        </button>
      ))}
    </div>
  );
}
