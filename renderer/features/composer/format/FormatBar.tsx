// The formatting bar: above the field for good, or over it while something is selected.
import clsx from 'clsx';
import {
  Bold,
  Code,
  EyeOff,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  SquareCode,
  Strikethrough,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Toolbar } from 'react-aria-components';
import { useTranslation } from '#app/words';
import { formatKeys, type Format } from '#app/formatKeys';
import { addWords } from '#app/i18n';
import writing from '#contract/locales/writing.en.json';
import type { LucideIcon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import styles from './FormatBar.module.css';

addWords(writing);

const icons: Readonly<Record<Format, LucideIcon>> = {
  ...{ bold: Bold, italic: Italic, strike: Strikethrough, code: Code, codeBlock: SquareCode },
  ...{ quote: Quote, bullets: List, numbers: ListOrdered, link: Link, spoiler: EyeOff },
};

interface FormatBarProps {
  readonly floating: boolean;
  readonly onFormat: (format: Format) => void;
}

export function FormatBar({ floating, onFormat }: FormatBarProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Toolbar
      aria-label={t('writing.bar')}
      className={clsx(styles.bar, floating && styles.floating)}
    >
      {(Object.keys(icons) as Format[]).map((format) => (
        <IconButton
          key={format}
          label={t(`writing.format.${format}`)}
          icon={icons[format]}
          shortcut={formatKeys[format].label}
          size="bar"
          placement="top"
          onPress={() => onFormat(format)}
        />
      ))}
    </Toolbar>
  );
}
