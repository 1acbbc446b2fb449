// A video with the browser's own controls. Nothing is loaded before the reader asks for it.
import type { ReactNode } from 'react';
import { useMediaUrl } from '#app/context';
import type { Media } from '../context';
import { frameOf } from './frame';
import styles from './Player.module.css';

export function Player({ media }: { readonly media: Media }): ReactNode {
  const url = useMediaUrl();
  const src = url(media.handle) ?? undefined;
  const { width, height } = frameOf(media.width, media.height);
  const poster = url(media.thumbnail) ?? undefined;
  return (
    <video
      className={styles.video}
      style={{ aspectRatio: `${width} / ${height}`, width }}
      src={src}
      poster={poster}
      controls
      preload="none"
      aria-label={media.fileName}
    />
  );
}
