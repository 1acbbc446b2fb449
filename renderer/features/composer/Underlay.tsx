// Paints a background behind the text field: the same text in a box of the same size, so that the field can stay a plain textarea.
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import styles from './Composer.module.css';

interface UnderlayProps {
  readonly text: string;
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** The whole text, in pieces. */
  readonly children: ReactNode;
}

export function Underlay({ text, fieldRef, children }: UnderlayProps): ReactNode {
  const ground = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (field === null) return undefined;
    const follow = (): void => {
      if (ground.current !== null) ground.current.scrollTop = field.scrollTop;
    };
    follow();
    field.addEventListener('scroll', follow);
    return () => field.removeEventListener('scroll', follow);
  }, [fieldRef, text]);
  return (
    <div ref={ground} className={styles.marks} dir="auto" aria-hidden="true">
      {children}
      {/* A last line without words has a height too. */}
      {'\u200B'}
    </div>
  );
}
