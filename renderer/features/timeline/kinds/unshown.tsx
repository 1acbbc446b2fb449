// Messages that break the rules, and messages of a type that this app does not know: named, never drawn.
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon';
import styles from '../rows/Body.module.css';
import { textHeight, type BodyKind, type BodyOf, type BodyProps } from './kind';

type Unshown = BodyOf<'invalid' | 'unsupported'>;

function UnshownView({ body }: BodyProps<Unshown>): ReactNode {
  const { t } = useTranslation();
  return (
    <p className={styles.quiet}>
      <Icon icon={CircleHelp} size={12} />
      <span>{t(`timeline.${body.type}`)}</span>
    </p>
  );
}

export const unshown: BodyKind<Unshown> = {
  View: UnshownView,
  estimateHeight: () => textHeight('.'),
  words: ({ text }) => text,
};
