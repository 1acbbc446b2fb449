// One text of a room: its name or its topic.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomHeader } from '../../../preload/contract/models';
import { AppErrorNote } from '../../app/errors';
import { useCall } from '../../app/hooks';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/TextField';

export interface TextDialogProps {
  readonly kind: 'rename' | 'topic';
  readonly room: RoomHeader;
  readonly onClose: () => void;
}

export function TextDialog({ kind, room, onClose }: TextDialogProps) {
  const { t } = useTranslation();
  const rename = useCall('renameRoom');
  const setTopic = useCall('setTopic');
  const [text, setText] = useState(kind === 'rename' ? room.name : (room.topic ?? ''));
  const act = kind === 'rename' ? rename : setTopic;
  const save = async () => {
    const { roomId } = room;
    const value = text.trim();
    const result =
      kind === 'rename'
        ? await rename.run({ roomId, name: value })
        : await setTopic.run({ roomId, topic: value });
    if (result.ok) onClose();
  };
  const formId = `text-of-room-${kind}`;
  return (
    <Dialog
      title={t(kind === 'rename' ? 'rooms.renameTitle' : 'rooms.topicTitle', { name: room.name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('app.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={act.pending}>
            {t('app.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (kind === 'topic' || text.trim() !== '') void save();
        }}
      >
        <TextField
          label={t(kind === 'rename' ? 'rooms.nameField' : 'rooms.topicField')}
          value={text}
          autoFocus
          maxLength={kind === 'rename' ? 255 : 1000}
          onChange={setText}
        />
      </form>
      <AppErrorNote error={act.error} />
    </Dialog>
  );
}
