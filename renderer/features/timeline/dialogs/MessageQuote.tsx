// Which message a dialog is about: who wrote it, and its first words, each in its own direction.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Name } from '#ui/text/Name';
import type { Message } from '../context';
import { messageLine } from '../kinds/registry';
import styles from './MessageQuote.module.css';

export interface MessageQuoteProps {
  readonly message: Message;
  /** Stand for its own words. */
  readonly words?: string;
  /** Two lines of it, below the name. */
  readonly tall?: boolean;
}

export function MessageQuote({ message, words, tall = false }: MessageQuoteProps): ReactNode {
  const { t } = useTranslation();
  return (
    <blockquote className={clsx(styles.quote, tall && styles.tall)}>
      <Name cut className={styles.author}>
        {message.sender.name}
      </Name>
      <span className={styles.words} dir="auto">
        {words ?? messageLine(message.body, t)}
      </span>
    </blockquote>
  );
}
