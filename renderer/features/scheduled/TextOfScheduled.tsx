// Edits the text of a scheduled message in its row. The button or Ctrl+Enter saves it.
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Label, TextArea, TextField } from 'react-aria-components';
import { useTranslation } from '#app/words';
import type { ScheduledMessage } from '#contract/areas/messages/scheduled';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { FormDialog } from '#ui/overlays/FormDialog';
import { isModEnter } from '#ui/focus/keys';
import { formatAhead } from '../when';
import styles from './Scheduled.module.css';

/** The engine's limit, in characters. */
const longest = 65_536;

export interface TextOfScheduledProps {
  readonly item: ScheduledMessage;
  readonly nowMs: number;
  readonly onClose: () => void;
}

export function TextOfScheduled({ item, nowMs, onClose }: TextOfScheduledProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { run, pending, error } = useCall('changeScheduled');
  const [text, setText] = useState(item.text);
  const wanted = text.trim();
  const save = async (): Promise<void> => {
    if (wanted === item.text || (await run({ key: item.key, text: wanted })).ok) onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isModEnter(event) && wanted !== '') void save();
  };
  return (
    <FormDialog
      title={t('scheduled.editTitle', { time: formatAhead(item.atMs, nowMs, i18n.language) })}
      confirmLabel={t('app.save')}
      cancelLabel={t('app.cancel')}
      pending={pending}
      complete={wanted !== ''}
      onConfirm={() => void save()}
      onClose={onClose}
      fields={
        <TextField
          className={styles.edit ?? ''}
          value={text}
          maxLength={longest}
          onChange={setText}
        >
          <Label className={styles.label ?? ''}>{t('scheduled.text')}</Label>
          <TextArea
            className={styles.area ?? ''}
            rows={5}
            dir="auto"
            autoFocus
            onKeyDown={onKeyDown}
          />
        </TextField>
      }
    >
      <AppErrorNote error={error} />
    </FormDialog>
  );
}
