// The name of a file where it may be too long: the part before the extension is what gets cut, for the end says what the file is.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import styles from './Name.module.css';

export interface FileNameProps {
  readonly children: string;
  readonly className?: string | undefined;
  /** Without a dot; default: what follows the last dot. A name that does not end with it shows it apart. */
  readonly extension?: string;
  /** How a part of the name is drawn that begins at `from`. */
  readonly draw?: (part: string, from: number) => ReactNode;
}

/** Longer ones are no extensions; the engine's rule for names. */
const ending = /.(\.[\p{L}\p{N}][\p{L}\p{N}_-]{0,15}) *$/u;

/** So short a name fits everywhere. */
const fits = 16;

/** What a name ends with tells it from its neighbours: `…-front.jpg`, `…-back.jpg`. In other scripts letters join and run the other way. */
const tail = /[\w()[\]&+,.~-][\w()[\]&+,.~ -]{0,5}$/;

/** Where the end begins that stays in view. */
function cutAt(name: string, extension: string | undefined): number {
  const at = endOf(name, extension);
  if (at <= fits) return at;
  return at - (tail.exec(name.slice(0, at))?.[0].length ?? 0);
}

/** Where the extension begins. */
function endOf(name: string, extension: string | undefined): number {
  const end = extension === undefined ? (ending.exec(name)?.[1] ?? '') : `.${extension}`;
  const at = name.length - end.length;
  if (extension === undefined)
    return end === '' || name.length <= fits ? name.length : name.lastIndexOf('.');
  return end.length > 1 && at > 0 && name.toLowerCase().endsWith(end.toLowerCase())
    ? at
    : name.length;
}

export function FileName({ children: name, className, extension, draw }: FileNameProps) {
  const at = cutAt(name, extension);
  const part = (from: number, to: number): ReactNode => {
    const text = name.slice(from, to);
    return draw === undefined ? text : draw(text, from);
  };
  const hidden =
    extension !== undefined && extension !== '' && endOf(name, extension) === name.length;
  return (
    <>
      <span className={clsx(styles.file, className)} title={name}>
        {at === name.length ? (
          <bdi className={styles.stem}>{part(0, at)}</bdi>
        ) : (
          <>
            {/* Two boxes are read with a gap between them. */}
            <span className={styles.spoken}>{name}</span>
            <bdi className={styles.stem} aria-hidden="true">
              {part(0, at)}
            </bdi>
            <bdi className={styles.end} aria-hidden="true">
              {part(at, name.length)}
            </bdi>
          </>
        )}
      </span>
      {hidden && <bdi className={styles.apart}>.{extension}</bdi>}
    </>
  );
}
