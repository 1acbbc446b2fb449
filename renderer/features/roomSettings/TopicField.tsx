// The topic of a room, over several lines: saved by its button, or by Ctrl+Enter.
import { useState, type KeyboardEvent } from 'react';
import { Label, TextArea, TextField } from 'react-aria-components';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { isModEnter } from '#ui/focus/keys';
import styles from './RoomSettings.module.css';

/** The engine's limit, in characters. */
const longest = 1000;

export interface TopicFieldProps {
  readonly roomId: string;
  readonly topic: string;
}

export function TopicField({ roomId, topic }: TopicFieldProps) {
  const { t } = useTranslation();
  const { run, pending, error } = useCall('setTopic');
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = typed?.trim() ?? topic;
  const save = async (): Promise<void> => {
    if ((await run({ roomId, topic: wanted })).ok) setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isModEnter(event) && wanted !== topic) void save();
  };
  return (
    <div className={styles.add}>
      <TextField
        className={styles.topic ?? ''}
        value={typed ?? topic}
        maxLength={longest}
        onChange={setTyped}
      >
        <Label className={styles.label ?? ''}>{t('rooms.topicField')}</Label>
        <TextArea className={styles.area ?? ''} rows={3} dir="auto" onKeyDown={onKeyDown} />
      </TextField>
      {wanted !== topic && (
        <Button variant="primary" pending={pending} onPress={() => void save()}>
          {t('app.save')}
        </Button>
      )}
      <AppErrorNote error={error} />
    </div>
  );
}
