// Paints the ground under mentions. Lies behind the text field, with the same text in the same box, so that the field stays a plain one.
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import styles from './Composer.module.css';
import type { Marked } from './mentions';

interface MentionMarksProps {
  readonly written: Marked;
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
}

export function MentionMarks({ written, fieldRef }: MentionMarksProps): ReactNode {
  const { text, mentions } = written;
  const ground = useRef<HTMLDivElement>(null);
  const isEmpty = mentions.length === 0;
  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (field === null || isEmpty) return undefined;
    const follow = (): void => {
      if (ground.current !== null) ground.current.scrollTop = field.scrollTop;
    };
    follow();
    field.addEventListener('scroll', follow);
    return () => field.removeEventListener('scroll', follow);
  }, [fieldRef, isEmpty, text]);
  if (isEmpty) return null;
  return (
    <div ref={ground} className={styles.marks} dir="auto" aria-hidden="true">
      {mentions.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(mentions[index - 1]?.end ?? 0, start)}
          <mark className={styles.mark}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {/* A last line without words has a height too. */}
      {`${text.slice(mentions.at(-1)?.end ?? 0)}\u200B`}
    </div>
  );
}
