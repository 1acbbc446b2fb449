// The files of a gallery: pictures side by side, everything else below them as it stands alone.
import type { ReactNode } from 'react';
import type { GalleryItem } from '#contract/areas/messages/messageModels';
import type { Message } from '../context';
import { media } from '../kinds/media';
import styles from './Gallery.module.css';
import { Picture } from './Picture';

export interface GalleryProps {
  readonly item: Message;
  readonly files: readonly GalleryItem[];
}

const isPicture = ({ type, media: { broken } }: GalleryItem): boolean =>
  type === 'image' && broken === null;

export function Gallery({ item, files }: GalleryProps): ReactNode {
  const pictures = files.filter(isPicture);
  const others = files.filter((file) => !isPicture(file));
  return (
    <>
      {pictures.length > 0 && (
        <ul className={styles.grid}>
          {pictures.map((file, at) => (
            <li key={`${file.media.handle} ${at}`}>
              <Picture media={file.media} cover />
              {file.text !== null && (
                <span className={styles.text} dir="auto" title={file.text}>
                  {file.text}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.map(({ text, ...file }, at) => (
        <media.View
          key={`${file.media.handle} ${at}`}
          item={{ ...item, key: `${item.key} ${file.media.handle}` }}
          body={{ ...file, caption: text === null ? null : { text, html: null } }}
        />
      ))}
    </>
  );
}
