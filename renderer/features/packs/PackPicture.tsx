// One picture of a pack; a placeholder says if it cannot be loaded.
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '#ui/marks/Icon';
import styles from './Packs.module.css';

export interface PackPictureProps {
  readonly src: string | null;
  readonly text: string;
}

export function PackPicture({ src, text }: PackPictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (src === null || broken === src)
    return (
      <span className={styles.missing} role="img" aria-label={text}>
        <Icon icon={ImageOff} size={20} />
      </span>
    );
  return <img src={src} alt={text} loading="lazy" onError={() => setBroken(src)} />;
}
