// The dialog that asks before a message is deleted. It shows the message, and takes a reason that everybody can read. Enter deletes, Escape
// cancels.
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useEngineCall } from '#app/hooks';
import { addWords } from '#app/i18n';
import acts from '#contract/locales/acts.en.json';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { Switch } from '#ui/controls/Switch';
import { TextField } from '#ui/controls/TextField';
import { returnFocusTo } from '#ui/focus/lostFocus';
import { isolate } from '#ui/text/isolate';
import type { Message } from '../context';
import { useExtent } from './useExtent';
import { useRedact } from './useRedact';
import type { MessageDialogProps } from './useMessageDialogs';
import styles from './MessageDialogs.module.css';

addWords(acts);

/** The limit of the contract, in characters. */
const longestReason = 500;

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
  /** All of its album, or the message alone. */
  readonly together: readonly Message[];
}

export function DeleteDialog({ roomId, item, together, onClose }: DeleteDialogProps): ReactNode {
  const { t } = useTranslation();
  const redactAll = useRedact(roomId);
  const from = useRef<HTMLElement | null>(null);
  useEffect(() => void (from.current = rowOf(item)), [item]);
  const [reason, setReason] = useState('');
  const can = useDeletesRelated();
  const [related, setRelated] = useState(false);
  const deletable = together.filter(({ actions }) => actions.redact);
  const { chosen, album, lost, about } = useExtent(item, deletable, true);
  const count = chosen.length;
  const redact = (): void => {
    // The pressed entry went with its menu, so the focus goes to the message, or to what is left of it.
    returnFocusTo(from.current);
    onClose();
    void redactAll(chosen, reason, related);
  };
  return (
    <ConfirmDialog
      title={t(album === null ? 'timeline.redactTitle' : `acts.album.${album}.deleteTitle`, {
        count,
      })}
      isOpen
      onClose={onClose}
      confirmLabel={t(
        album === null ? 'timeline.redactConfirm' : `acts.album.${album}.deleteConfirm`,
        { count },
      )}
      cancelLabel={t('timeline.action.cancel')}
      onConfirm={redact}
      danger
      fieldFirst
    >
      {about}
      {lost !== null && <p>{t('acts.album.lost', { caption: isolate(lost) })}</p>}
      <p>{t('acts.select.deleteText', { count })}</p>
      <TextField
        autoFocus
        label={t('timeline.redactReason')}
        value={reason}
        maxLength={longestReason}
        className={styles.field}
        onChange={setReason}
        onKeyDown={(event) => {
          // Enter that ends an input method's composition does not delete.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) redact();
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
