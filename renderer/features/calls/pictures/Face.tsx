// A person without a picture: the avatar on a background of its colour, with a ring while the person speaks.
import clsx from 'clsx';
import { MediaAvatar } from '#app/MediaAvatar';
import styles from './Tile.module.css';

export interface FaceProps {
  /** User id or room id: chooses the colour. */
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly size: 40 | 72 | 128;
  readonly speaking: boolean;
}

export function Face({ size, speaking, ...who }: FaceProps) {
  return (
    <>
      <span className={styles.glow}>
        <MediaAvatar {...who} size={size} />
      </span>
      <span className={clsx(styles.face, speaking && styles.speakingFace)}>
        <MediaAvatar {...who} size={size} />
      </span>
    </>
  );
}
