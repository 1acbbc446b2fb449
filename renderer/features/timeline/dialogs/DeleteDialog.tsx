// The dialog that asks before a message is deleted. It shows the message, and takes a reason that everybody can read. Enter deletes, Escape
// cancels.
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { Switch } from '#ui/controls/Switch';
import { TextField } from '#ui/controls/TextField';
import { returnFocusTo } from '#ui/focus/lostFocus';
import type { Message } from '../context';
import { MessageQuote } from './MessageQuote';
import type { MessageDialogProps } from './useMessageDialogs';
import styles from './MessageDialogs.module.css';

/** The limit of the contract, in characters. */
const longestReason = 500;

const relations = ['m.thread', 'm.annotation', 'm.replace', 'm.reference'] as const;

/** Whether the server can delete related events too. */
function useDeletesRelated(): boolean {
  const call = useEngineCall();
  const [can, setCan] = useState(false);
  useEffect(() => {
    let gone = false;
    void call('deletesRelated', {}).then((answer) => {
      if (!gone && answer.ok) setCan(answer.output.can);
    });
    return () => {
      gone = true;
    };
  }, [call]);
  return can;
}

/** A thread repeats the message that it begins with: the last one that is drawn is of what is looked at. */
const rowOf = ({ key }: Message): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-message]')].findLast(
    ({ dataset }) => dataset['message'] === key,
  ) ?? null;

export interface DeleteDialogProps extends MessageDialogProps {
  readonly item: Message;
}

export function DeleteDialog({ roomId, eventId, item, onClose }: DeleteDialogProps): ReactNode {
  const { t } = useTranslation();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const from = useRef<HTMLElement | null>(null);
  useEffect(() => void (from.current = rowOf(item)), [item]);
  const [reason, setReason] = useState('');
  const can = useDeletesRelated();
  const [related, setRelated] = useState(false);
  const redact = async (): Promise<void> => {
    // The pressed entry went with its menu, so the focus goes to the message, or to what is left of it.
    returnFocusTo(from.current);
    onClose();
    const wanted = reason.trim();
    const act = { requestId: newRequestId(), roomId, eventId };
    const done = await call('redact', {
      ...act,
      reason: wanted === '' ? null : wanted,
      ...(related && { related: [...relations] }),
    });
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
      fieldFirst
    >
      <MessageQuote message={item} tall />
      <p>{t('timeline.redactQuestion')}</p>
      <TextField
        autoFocus
        label={t('timeline.redactReason')}
        value={reason}
        maxLength={longestReason}
        className={styles.field}
        onChange={setReason}
        onKeyDown={(event) => {
          // Enter that ends an input method's composition does not delete.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) void redact();
          // Escape is for the dialog.
          else event.continuePropagation();
        }}
      />
      {can && (
        <Switch
          label={t('timeline.redactRelated')}
          hint={t('timeline.redactRelatedHint')}
          isSelected={related}
          onChange={setRelated}
        />
      )}
    </ConfirmDialog>
  );
}
