// The chat of the room, beside its call.
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Bar } from '#ui/layout/Bar';
import { IconButton } from '#ui/controls/IconButton';
import styles from './ChatPanel.module.css';

export interface ChatPanelProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ChatPanel({ onClose, children }: ChatPanelProps) {
  const { t } = useTranslation();
  return (
    <aside className={styles.panel} aria-label={t('calls.chat')}>
      <Bar>
        <h2 className={styles.title}>{t('calls.chat')}</h2>
        <IconButton label={t('calls.close')} icon={X} onPress={onClose} />
      </Bar>
      {children}
    </aside>
  );
}
