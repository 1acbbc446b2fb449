// One button for each section of the panel: leads there, and shows which one is in view.
import {
  Apple,
  Clock,
  Flag,
  Hand,
  Lightbulb,
  PawPrint,
  Plane,
  Shapes,
  Smile,
  Sticker,
  Trophy,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { LucideIcon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { moveAlong } from '#ui/focus/moveAlong';
import type { Section } from './panelRows';
import styles from './EmojiPanel.module.css';

const icons: Readonly<Record<Section, LucideIcon>> = {
  recent: Clock,
  custom: Sticker,
  0: Smile,
  1: Hand,
  3: PawPrint,
  4: Apple,
  5: Plane,
  6: Trophy,
  7: Lightbulb,
  8: Shapes,
  9: Flag,
};

interface EmojiTabsProps {
  readonly sections: readonly Section[];
  readonly current: Section | null;
  readonly onSection: (section: Section) => void;
}

export function EmojiTabs({ sections, current, onSection }: EmojiTabsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div
      className={styles.tabs}
      role="toolbar"
      aria-label={t('emoji.sections')}
      onKeyDown={moveAlong}
    >
      {sections.map((section) => (
        <IconButton
          key={section}
          label={t(`emoji.section.${section}`)}
          icon={icons[section]}
          iconSize={16}
          size={sections.length > 10 ? 'bar' : 'm'}
          on={section === current}
          aria-pressed={section === current}
          onPress={() => onSection(section)}
        />
      ))}
    </div>
  );
}
