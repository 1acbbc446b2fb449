// Image or initials on one of ten colours. Decorative: the name always stands beside it.
import clsx from 'clsx';
import { useState } from 'react';
import { avatarColour, initials } from '../styles/colour';
import styles from './Avatar.module.css';

export type AvatarSize = 16 | 20 | 24 | 32 | 36 | 40 | 72 | 128;

export interface AvatarProps {
  /** Chooses the colour: user id or room id. */
  readonly id: string;
  readonly name: string;
  readonly src: string | null;
  readonly size?: AvatarSize;
  readonly className?: string | undefined;
}

export function Avatar({ id, name, src, size = 32, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = src !== null && src !== broken ? src : null;
  return (
    <span
      aria-hidden="true"
      // Drawn by the style sheet: initials are no text, neither to find nor to copy nor to read out.
      data-initials={initials(name)}
      className={clsx(styles.avatar, styles[`s${size}`], styles[`c${avatarColour(id)}`], className)}
    >
      {shown !== null && (
        <img src={shown} alt="" draggable={false} onError={() => setBroken(shown)} />
      )}
    </span>
  );
}
