// One name of a list below a field that keeps the focus (`useChosenOption`): its picture, what of it was typed, and what tells it from others.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { marked, type Mark } from '../text/marked';
import styles from './OptionRow.module.css';

export interface OptionRowProps {
  readonly id: string;
  readonly picture: ReactNode;
  readonly name: string;
  readonly marks: readonly Mark[];
  /** Beside the name, quiet: in the direction of the language, so each name in it is isolated. */
  readonly about: string | null;
  /** A long name is cut before it. */
  readonly aboutStays?: boolean;
  readonly end?: ReactNode;
  readonly active: boolean;
  readonly onHover: () => void;
  readonly onPress: () => void;
}

export function OptionRow(props: OptionRowProps) {
  const { id, picture, name, marks, about, aboutStays = false, end } = props;
  const { active, onHover, onPress } = props;
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={clsx(styles.option, active && styles.active)}
      // The pointer that lies where the list opens chooses nothing.
      onPointerMove={active ? undefined : onHover}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <span className={styles.picture}>{picture}</span>
      <span className={styles.name} dir="auto" title={name}>
        {marked(name, marks, 'b')}
      </span>
      {about !== null && (
        <span className={clsx(styles.about, aboutStays && styles.place)} title={about}>
          {about}
        </span>
      )}
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </div>
  );
}
