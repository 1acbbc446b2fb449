// Live hints of markdown: painted behind the field, whose own letters stay as they are.
import clsx from 'clsx';
import type { ReactNode, RefObject } from 'react';
import { Underlay } from '../Underlay';
import styles from './FormatMarks.module.css';
import { hintsOf, pieces } from './hints';

interface FormatMarksProps {
  readonly text: string;
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
}

export function FormatMarks({ text, fieldRef }: FormatMarksProps): ReactNode {
  const hints = hintsOf(text);
  if (hints.length === 0) return null;
  return (
    <Underlay text={text} fieldRef={fieldRef}>
      {pieces(text, hints).map((piece, index) => (
        <span key={index} className={clsx(piece.kinds.map((kind) => styles[kind]))}>
          {piece.text}
        </span>
      ))}
    </Underlay>
  );
}
