// Paints the ground under mentions.
import type { ReactNode, RefObject } from 'react';
import styles from '../Composer.module.css';
import type { Marked } from './mentions';
import { Underlay } from '../Underlay';

interface MentionMarksProps {
  readonly written: Marked;
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
}

export function MentionMarks({ written, fieldRef }: MentionMarksProps): ReactNode {
  const { text, mentions } = written;
  return (
    <Underlay text={text} fieldRef={fieldRef}>
      {mentions.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(mentions[index - 1]?.end ?? 0, start)}
          <mark className={styles.mark}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(mentions.at(-1)?.end ?? 0)}
    </Underlay>
  );
}
