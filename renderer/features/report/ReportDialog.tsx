// Tells the administrators of the own server what is wrong with a message or a room.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppErrorNote } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import type { AppError } from '#contract/wire/errors';
import { ConfirmDialog } from '#ui/Dialog';
import { TextField } from '#ui/TextField';
import { useToasts } from '#ui/Toasts';

/** As the contract takes it. */
const longestReason = 500;

export interface ReportDialogProps {
  readonly roomId: string;
  /** Null: the room itself. */
  readonly eventId: string | null;
  readonly onClose: () => void;
}

export function ReportDialog({ roomId, eventId, onClose }: ReportDialogProps): ReactNode {
  const { t } = useTranslation();
  const call = useEngineCall();
  const toasts = useToasts();
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [missing, setMissing] = useState(false);
  const report = async (): Promise<void> => {
    const said = reason.trim();
    setMissing(said === '');
    if (said === '') return;
    setPending(true);
    const done =
      eventId === null
        ? await call('reportRoom', { roomId, reason: said })
        : await call('reportMessage', { roomId, eventId, reason: said });
    setPending(false);
    if (!done.ok) return setError(done.error);
    toasts.show({ text: t('report.done') });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t(eventId === null ? 'report.room' : 'report.message')}
      isOpen
      onClose={onClose}
      confirmLabel={t('report.send')}
      cancelLabel={t('app.cancel')}
      onConfirm={() => void report()}
      pending={pending}
    >
      <p>{t('report.who')}</p>
      <TextField
        label={t('report.reason')}
        value={reason}
        maxLength={longestReason}
        error={missing ? t('report.missing') : null}
        onChange={(text) => {
          setReason(text);
          setMissing(false);
        }}
      />
      <AppErrorNote error={error} place="report" />
    </ConfirmDialog>
  );
}
