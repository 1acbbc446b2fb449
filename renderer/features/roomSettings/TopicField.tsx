// The topic of a room, over several lines: saved by its button, or by Ctrl+Enter.
import type { KeyboardEvent } from 'react';
import { Label, TextArea, TextField } from 'react-aria-components';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { Button } from '#ui/controls/Button';
import { isModEnter } from '#ui/focus/keys';
import type { ProfileField } from './useProfileFields';
import styles from './RoomSettings.module.css';

/** The engine's limit, in characters. */
const longest = 1000;

export function TopicField({ field }: { readonly field: ProfileField }) {
  const { t } = useTranslation();
  const { text, isChanged, pending, error, type, save } = field;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isModEnter(event) && isChanged) void save();
  };
  return (
    <div className={styles.add}>
      <TextField className={styles.topic ?? ''} value={text} maxLength={longest} onChange={type}>
        <Label className={styles.label ?? ''}>{t('rooms.topicField')}</Label>
        <TextArea className={styles.area ?? ''} rows={3} dir="auto" onKeyDown={onKeyDown} />
      </TextField>
      {isChanged && (
        <Button variant="primary" pending={pending} onPress={() => void save()}>
          {t('app.save')}
        </Button>
      )}
      <AppErrorNote error={error} />
    </div>
  );
}
