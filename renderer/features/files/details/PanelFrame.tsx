// The frame of the details: title, menu, close; Escape closes it.
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Bar } from '../../../ui/Bar';
import { IconButton } from '../../../ui/IconButton';
import side from '../../../ui/SidePanel.module.css';
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
    <aside
      className={side.panel}
      aria-label={t('filePanels.details.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Bar>
        <h2 className={styles.heading}>{t('filePanels.details.title')}</h2>
        {menu}
        <IconButton label={t('filePanels.details.close')} icon={X} onPress={onClose} />
      </Bar>
      <div className={styles.scroll} tabIndex={-1}>
        {children}
      </div>
    </aside>
  );
}
