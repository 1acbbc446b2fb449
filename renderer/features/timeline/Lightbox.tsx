// A picture alone, as large as the window allows.
import { Download, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useMediaUrl } from '../../app/context';
import { IconButton } from '../../ui/IconButton';
import { Name } from '../../ui/Name';
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
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => (open ? undefined : onClose())}
      className={styles.scrim}
    >
      <Modal className={styles.modal}>
        <Dialog aria-label={media.fileName} className={styles.dialog}>
          <header className={styles.bar}>
            <Name cut className={styles.name}>
              {media.fileName}
            </Name>
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
          </header>
          <img
            className={styles.picture}
            src={url(media.handle) ?? undefined}
            alt={media.fileName}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
