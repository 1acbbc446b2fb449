// A small picture from elsewhere: an emoji or a sticker of a pack. A mark stands in its place when it cannot be loaded.
import { ImageOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Icon } from './Icon';
import styles from './SmallImage.module.css';

export interface SmallImageProps {
  readonly src: string | null;
  /** Empty where its name stands beside it. */
  readonly text: string;
  readonly className?: string | undefined;
  /** Stands in its place instead of the mark: inside a text, its name. */
  readonly missing?: ReactNode;
}

export function SmallImage({ src, text, className, missing }: SmallImageProps): ReactNode {
  const [broken, setBroken] = useState<string | null>(null);
  if (src !== null && broken !== src)
    return (
      <img
        className={className}
        src={src}
        alt={text}
        title={text}
        loading="lazy"
        draggable={false}
        onError={() => setBroken(src)}
      />
    );
  if (missing !== undefined) return missing;
  return (
    <span
      className={styles.missing}
      data-missing
      {...(text === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': text })}
    >
      <Icon icon={ImageOff} size={20} />
    </span>
  );
}
