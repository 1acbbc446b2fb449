// A file name that is shortened if it is too long: the part before the extension is cut, because the end tells the kind of the file.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import styles from './Name.module.css';

export interface FileNameProps {
  readonly children: string;
  readonly className?: string | undefined;
  /** Without the dot; by default the part after the last dot. It is shown apart if the name does not end with it. */
  readonly extension?: string;
  /** Renders a part of the name that begins at `from`. */
  readonly draw?: (part: string, from: number) => ReactNode;
}

/** A longer ending is no extension; the engine has the same rule. */
const ending = /.(\.[\p{L}\p{N}][\p{L}\p{N}_-]{0,15}) *$/u;

/** A name of this length is never shortened. */
const fits = 16;

/** Hebrew, Arabic and the scripts beside them. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Latin, Greek, Cyrillic. */
const fromLeft = /[A-Za-z\u00c0-\u052f]/;

/** The box that ends with letters from the left goes before the one that follows, whichever script the name begins with. */
const directionOf = (stem: string): 'auto' | 'ltr' =>
  fromRight.test(stem) && fromLeft.test(stem) ? 'ltr' : 'auto';

/**
 * The end of a name distinguishes it from similar ones: `…-front.jpg`, `…-back.jpg`. Only ASCII ends are kept, because letters of other
 * scripts may join or run from right to left.
 */
const tail = /[\w()[\]&+,.~-][\w()[\]&+,.~ -]{0,9}$/;

/** Index from which the name is not cut. */
function cutAt(name: string, extension: string | undefined): number {
  const at = endOf(name, extension);
  if (at <= fits) return at;
  const end = tail.exec(name.slice(0, at))?.[0] ?? '';
  // Whole words, or six letters of a long one.
  return at - end.slice(end.search(/[ _-]./) + 1 || -6).length;
}

/** Index of the extension. */
function endOf(name: string, extension: string | undefined): number {
  const end = extension === undefined ? (ending.exec(name)?.[1] ?? '') : `.${extension}`;
  const at = name.length - end.length;
  if (extension === undefined)
    return end === '' || (name.length <= fits && !fromRight.test(name))
      ? name.length
      : name.lastIndexOf('.');
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
            <bdi className={styles.stem} dir={directionOf(name.slice(0, at))} aria-hidden="true">
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
