// A message that was taken back: by whom, where that is not its sender, and why.
import { Ban } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon';
import { isolate } from '#ui/isolate';
import styles from '../rows/Body.module.css';
import { textHeight, type BodyKind, type BodyOf, type BodyProps } from './kind';

type Redacted = BodyOf<'redacted'>;

function RedactedView({ item, body }: BodyProps<Redacted>): ReactNode {
  const { t } = useTranslation();
  const { by, reason } = body;
  // The sender's name stands above already.
  const said =
    by === null || by.userId === item.sender.userId
      ? t('timeline.redacted')
      : t('timeline.redactedBy', { name: isolate(by.name) });
  return (
    <p className={styles.quiet}>
      <Icon icon={Ban} size={12} />
      <span>
        {reason === null ? said : t('timeline.redactedBecause', { said, reason: isolate(reason) })}
      </span>
    </p>
  );
}

export const redacted: BodyKind<Redacted> = {
  View: RedactedView,
  estimateHeight: ({ reason }) => textHeight(reason ?? '.'),
  words: () => '',
};
