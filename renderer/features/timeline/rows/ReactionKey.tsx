// The key of a reaction as it is drawn: a plain emoji, or the picture of a custom one.
import type { ReactNode } from 'react';
import { useMediaUrl } from '#app/context';
import type { Reaction } from '#contract/areas/messages/timelineModels';
import { LaterImage } from '#ui/marks/laterImage';
import styles from './Reactions.module.css';

type Key = Pick<Reaction, 'key' | 'picture'>;

/** In words: the emoji, or the shortcode of the picture. */
export const saidOf = ({ key, picture }: Key): string =>
  picture === undefined ? key : `:${picture.shortcode}:`;

export function ReactionKey({ reaction }: { readonly reaction: Key }): ReactNode {
  const url = useMediaUrl();
  const { key, picture } = reaction;
  if (picture === undefined) return <bdi className={styles.key}>{key}</bdi>;
  const said = saidOf(reaction);
  return (
    <LaterImage
      className={styles.picture}
      src={url(picture.handle)}
      text={said}
      missing={<bdi className={styles.key}>{said}</bdi>}
    />
  );
}
