// Asks before every chat is marked as read: nobody can tell afterwards which of them were new.
import { CheckCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/notified.en.json';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Spinner } from '#ui/layout/Spinner';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { useToasts } from '#ui/overlays/Toasts';

addWords(words);

export interface ReadAllDialogProps {
  readonly onClose: () => void;
  /** All chats are read. */
  readonly onDone?: () => void;
}

export function ReadAllDialog({ onClose, onDone }: ReadAllDialogProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: count, error } = useCall('countUnread');
  const mark = useCall('markAllRead');
  const [rooms, setRooms] = useState<number | null>(null);
  useEffect(() => {
    void count({}).then((result) => {
      if (result.ok) setRooms(result.output.rooms);
    });
  }, [count]);
  const run = async (): Promise<void> => {
    const done = await mark.run({});
    if (!done.ok) return;
    onClose();
    onDone?.();
    toasts.show({
      icon: CheckCheck,
      text: t('notified.readAllDone', { count: done.output.rooms }),
    });
  };
  return (
    <ConfirmDialog
      title={t('notified.readAllTitle')}
      isOpen
      onClose={onClose}
      cancelLabel={t('app.cancel')}
      confirmLabel={t('notified.readAllDo')}
      pending={mark.pending}
      onConfirm={() => void run()}
    >
      {rooms === null && error === null && <Spinner />}
      {rooms !== null && (
        <p>
          {rooms === 0 ? t('notified.readAllNone') : t('notified.readAllText', { count: rooms })}
        </p>
      )}
      <AppErrorNote error={mark.error ?? error} />
    </ConfirmDialog>
  );
}
