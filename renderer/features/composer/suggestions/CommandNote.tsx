// The note above the field that says why a command was not carried out, and offers to send its text as a message.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import styles from '../Composer.module.css';

export interface Refused {
  readonly name: string;
  readonly why: 'unknown' | 'args' | 'alone';
  /** The text that it is about: the note goes when it changes. */
  readonly text: string;
}

const reasons = {
  unknown: 'commands.unknown',
  args: 'commands.incomplete',
  alone: 'commands.alone',
} as const;

interface CommandNoteProps {
  readonly refused: Refused;
  readonly onSendAsText: () => void;
}

export function CommandNote({ refused, onSendAsText }: CommandNoteProps): ReactNode {
  const { t } = useTranslation();
  const { name, why } = refused;
  return (
    <div className={styles.target} role="alert">
      <span className={styles.quote}>{t(reasons[why], { name: `/${name}` })}</span>
      <Button size="s" onPress={onSendAsText}>
        {t('commands.sendAsText')}
      </Button>
    </div>
  );
}
