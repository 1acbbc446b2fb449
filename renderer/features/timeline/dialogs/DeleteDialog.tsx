// Deleting asks first, and takes a reason that everybody reads.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import { ConfirmDialog } from '#ui/Dialog';
import { TextField } from '#ui/TextField';
import type { MessageDialogProps } from './useMessageDialogs';
import styles from './MessageDialogs.module.css';

/** As the contract takes it. */
const longestReason = 500;

export function DeleteDialog({ roomId, eventId, onClose }: MessageDialogProps): ReactNode {
  const { t } = useTranslation();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const [reason, setReason] = useState('');
  const redact = async (): Promise<void> => {
    onClose();
    const wanted = reason.trim();
    const act = { requestId: newRequestId(), roomId, eventId };
    const done = await call('redact', { ...act, reason: wanted === '' ? null : wanted });
    if (!done.ok) tellFailure(done.error);
  };
  return (
    <ConfirmDialog
      title={t('timeline.redactTitle')}
      isOpen
      onClose={onClose}
      confirmLabel={t('timeline.redactConfirm')}
      cancelLabel={t('timeline.action.cancel')}
      onConfirm={() => void redact()}
      danger
    >
      <p>{t('timeline.redactQuestion')}</p>
      <TextField
        label={t('timeline.redactReason')}
        value={reason}
        maxLength={longestReason}
        className={styles.field}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}
