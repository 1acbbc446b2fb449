// Reports a message, a room or a person to the administrators of the own server.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useHalfWritten } from '#app/halfWritten';
import { useEngineCall, type EngineCall } from '#app/hooks';
import type { AppError } from '#contract/wire/errors';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { TextField } from '#ui/controls/TextField';
import { useToasts } from '#ui/overlays/Toasts';
import styles from './Report.module.css';

/** The limit of the contract, in characters. */
const longestReason = 500;

type Reported =
  | {
      readonly roomId: string;
      /** Null: the room itself is reported. */
      readonly eventId: string | null;
    }
  | { readonly userId: string; readonly title: string };

export type ReportDialogProps = Reported & { readonly onClose: () => void };

const keyOf = (of: Reported): string =>
  'userId' in of ? of.userId : `${of.roomId} ${of.eventId ?? ''}`;

async function reportOf(call: EngineCall, reported: Reported, reason: string) {
  if ('userId' in reported) return call('reportPerson', { userId: reported.userId, reason });
  const { roomId, eventId } = reported;
  return eventId === null
    ? call('reportRoom', { roomId, reason })
    : call('reportMessage', { roomId, eventId, reason });
}

export function ReportDialog({ onClose, ...reported }: ReportDialogProps): ReactNode {
  const { t } = useTranslation();
  const call = useEngineCall();
  const toasts = useToasts();
  const reason = useHalfWritten(`report ${keyOf(reported)}`);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [missing, setMissing] = useState(false);
  const report = async (): Promise<void> => {
    const said = reason.text.trim();
    setMissing(said === '');
    if (said === '') return;
    setPending(true);
    const done = await reportOf(call, reported, said);
    setPending(false);
    if (!done.ok) return setError(done.error);
    reason.forget();
    toasts.show({ text: t('report.done') });
    onClose();
  };
  return (
    <ConfirmDialog
      title={
        'userId' in reported
          ? reported.title
          : t(reported.eventId === null ? 'report.room' : 'report.message')
      }
      isOpen
      onClose={onClose}
      confirmLabel={t('report.send')}
      cancelLabel={t('app.cancel')}
      onConfirm={() => void report()}
      pending={pending}
      fieldFirst
    >
      <p>{t('report.who')}</p>
      <TextField
        autoFocus
        className={styles.reason}
        label={t('report.reason')}
        value={reason.text}
        maxLength={longestReason}
        error={missing ? t('report.missing') : null}
        onChange={(text) => {
          reason.write(text);
          setMissing(false);
        }}
      />
      <AppErrorNote error={error} place="report" />
    </ConfirmDialog>
  );
}
