// The frame of the details.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { SidePanel } from '#ui/layout/SidePanel';
import styles from './Details.module.css';

/** `menu`: the ⋯ button of what is shown. */
export function PanelFrame({
  menu,
  onClose,
  children,
}: {
  readonly menu?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <SidePanel
      title={t('filePanels.details.title')}
      closeLabel={t('filePanels.details.close')}
      menu={menu}
      onClose={onClose}
    >
      <div className={styles.scroll} tabIndex={-1}>
        {children}
      </div>
    </SidePanel>
  );
}
