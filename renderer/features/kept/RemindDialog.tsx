// Asks when a message should come back, and remembers it.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/kept.en.json';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useToasts } from '#ui/overlays/Toasts';
import { formatAhead, WhenDialog } from '../when';
import styles from './Kept.module.css';

addWords(words);

export interface RemindDialogProps {
  readonly roomId: string;
  readonly eventId: string;
  readonly onClose: () => void;
}

export function RemindDialog({ roomId, eventId, onClose }: RemindDialogProps): ReactNode {
  const { t, i18n } = useTranslation();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const toasts = useToasts();
  const remind = async (atMs: number): Promise<void> => {
    onClose();
    const done = await call('setReminder', { roomId, eventId, atMs });
    if (!done.ok) return tellFailure(done.error);
    const time = formatAhead(atMs, Date.now(), i18n.language);
    return toasts.show({ text: t('kept.reminderSet', { time }) });
  };
  return (
    <WhenDialog
      title={t('kept.remindTitle')}
      times={['minutes20', 'hour1', 'hours3', 'tomorrow', 'nextWeek']}
      confirmLabel={t('kept.remindConfirm')}
      onChoose={(atMs) => void remind(atMs)}
      onClose={onClose}
    >
      <p className={styles.note}>{t('kept.remindNote')}</p>
    </WhenDialog>
  );
}
