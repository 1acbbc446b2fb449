// A picture alone, as large as the window allows.
import { Download, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMediaUrl } from '#app/context';
import { IconButton } from '#ui/IconButton';
import { FileName } from '#ui/FileName';
import { Viewer, ViewerBar } from '#ui/Viewer';
import type { Media } from './context';
import styles from './Lightbox.module.css';

interface LightboxProps {
  readonly media: Media | null;
  readonly onClose: () => void;
  readonly onSave: (media: Media) => void;
}

export function Lightbox({ media, onClose, onSave }: LightboxProps): ReactNode {
  const { t } = useTranslation();
  const url = useMediaUrl();
  if (media === null) return null;
  return (
    <Viewer label={media.fileName} onClose={onClose}>
      <ViewerBar>
        <FileName className={styles.name}>{media.fileName}</FileName>
        <IconButton
          label={t('timeline.action.saveFile', { name: media.fileName })}
          icon={Download}
          onPress={() => onSave(media)}
        />
        <IconButton
          label={t('timeline.action.close')}
          icon={X}
          shortcut="Esc"
          onPress={onClose}
          autoFocus
        />
      </ViewerBar>
      <img className={styles.picture} src={url(media.handle) ?? undefined} alt={media.fileName} />
    </Viewer>
  );
}
