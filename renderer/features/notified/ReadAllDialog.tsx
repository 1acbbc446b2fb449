// Asks before every chat is marked as read: nobody can tell afterwards which of them were new.
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/notified.en.json';
import type { News } from '#contract/areas/notifications';
import { AppErrorNote } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { Spinner } from '#ui/layout/Spinner';
import { ConfirmDialog, Dialog } from '#ui/overlays/Dialog';
import { useToasts } from '#ui/overlays/Toasts';

addWords(words);

export interface ReadAllDialogProps {
  readonly onClose: () => void;
  /** All chats are read. */
  readonly onDone?: () => void;
}

/** Whether anything could be marked. */
export const hasNews = ({ chats, folders }: News): boolean => chats > 0 || folders > 0;

/** Chats are read on all devices; each computer notes for itself which folders were seen. */
const textOf = ({ chats, folders }: News) =>
  folders === 0
    ? 'notified.readAllText'
    : chats === 0
      ? 'notified.readAllFoldersText'
      : 'notified.readAllBothText';

export function ReadAllDialog({ onClose, onDone }: ReadAllDialogProps) {
  const { t, i18n } = useTranslation();
  const toasts = useToasts();
  const { value, error } = useValue('news', {});
  const mark = useCall('markAllRead');
  /** The question stays as it was asked. */
  const [news, setNews] = useState(value);
  if (news === undefined && value !== undefined) setNews(value);
  const named = ({ chats, folders }: News): string =>
    new Intl.ListFormat(i18n.language).format([
      ...(chats > 0 || folders === 0 ? [t('notified.chats', { count: chats })] : []),
      ...(folders > 0 ? [t('notified.folders', { count: folders })] : []),
    ]);
  const run = async (): Promise<void> => {
    const done = await mark.run({});
    if (!done.ok) return;
    onClose();
    onDone?.();
    toasts.show({
      icon: CheckCheck,
      text: t('notified.readAllDone', { what: named(done.output) }),
    });
  };
  if (news !== undefined && !hasNews(news))
    return (
      <Dialog
        title={t('notified.readAllNone')}
        isOpen
        onClose={onClose}
        actions={
          <Button variant="primary" autoFocus onPress={onClose}>
            {t('app.close')}
          </Button>
        }
      >
        <p>{t('notified.readAllNoneText')}</p>
      </Dialog>
    );
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
      {news === undefined && error === null && <Spinner />}
      {news !== undefined && <p>{t(textOf(news), { what: named(news) })}</p>}
      <AppErrorNote error={mark.error ?? error} />
    </ConfirmDialog>
  );
}
