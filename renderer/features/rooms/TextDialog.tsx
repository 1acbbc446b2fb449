// One text of a room: its name or its topic.
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { TextDialog as Asking } from '#ui/overlays/TextDialog';

export interface TextDialogProps {
  readonly kind: 'rename' | 'topic';
  readonly room: RoomHeader;
  readonly onClose: () => void;
}

export function TextDialog({ kind, room, onClose }: TextDialogProps) {
  const { t } = useTranslation();
  const rename = useCall('renameRoom');
  const setTopic = useCall('setTopic');
  const act = kind === 'rename' ? rename : setTopic;
  const save = async (text: string) => {
    const { roomId } = room;
    const result =
      kind === 'rename'
        ? await rename.run({ roomId, name: text })
        : await setTopic.run({ roomId, topic: text });
    if (result.ok) onClose();
  };
  return (
    <Asking
      title={t(kind === 'rename' ? 'rooms.renameTitle' : 'rooms.topicTitle', { name: room.name })}
      label={t(kind === 'rename' ? 'rooms.nameField' : 'rooms.topicField')}
      confirmLabel={t('app.save')}
      cancelLabel={t('app.cancel')}
      initial={kind === 'rename' ? room.name : (room.topic ?? '')}
      maxLength={kind === 'rename' ? 255 : 1000}
      mayBeEmpty={kind === 'topic'}
      pending={act.pending}
      onConfirm={(text) => void save(text)}
      onClose={onClose}
    >
      <AppErrorNote error={act.error} />
    </Asking>
  );
}
