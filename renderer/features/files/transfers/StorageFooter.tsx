// How much of this computer the files take, below the tree; a press tells more, frees space and sets the limit.
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { formatSize } from '#ui/text/time';
import { StorageBar } from './StorageBar';
import { StorageSettings } from './StorageSettings';
import styles from './Storage.module.css';

export function StorageFooter() {
  const { t, i18n } = useTranslation();
  const { value: storage } = useValue('storage', {});
  const [open, setOpen] = useState(false);
  if (storage === undefined || (storage.bytes === 0 && !open)) return null;
  const size = (bytes: number): string => formatSize(bytes, i18n.language);
  const { bytes, limitBytes } = storage;
  return (
    <>
      <AriaButton className={styles.footer ?? ''} onPress={() => setOpen(true)}>
        <span className={styles.words}>
          <span>{t('filePanels.storage.title')}</span>
          <span className={styles.figures}>
            {t('filePanels.storage.of', { used: size(bytes), limit: size(limitBytes) })}
          </span>
        </span>
        <StorageBar bytes={bytes} limitBytes={limitBytes} />
      </AriaButton>
      <Dialog
        title={t('filePanels.storage.title')}
        isOpen={open}
        onClose={() => setOpen(false)}
        actions={
          <Button variant="primary" onPress={() => setOpen(false)}>
            {t('app.done')}
          </Button>
        }
      >
        <StorageSettings />
      </Dialog>
    </>
  );
}
