// The frame of the details.
import { useRef, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { SidePanel } from '#ui/layout/SidePanel';
import { useOverContent } from './useOverContent';
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
  const content = useRef<HTMLDivElement>(null);
  useOverContent(content, onClose);
  return (
    <SidePanel
      title={t('filePanels.details.title')}
      closeLabel={t('filePanels.details.close')}
      menu={menu}
      onClose={onClose}
    >
      <div ref={content} className={styles.scroll} tabIndex={-1}>
        {children}
      </div>
    </SidePanel>
  );
}
