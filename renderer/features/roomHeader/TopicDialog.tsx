// The topic of a room in full, with its links.
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { isolate } from '#ui/text/isolate';
import { LinkedText } from '../timeline';
import styles from './TopicDialog.module.css';

export interface TopicDialogProps {
  readonly room: RoomHeader;
  readonly topic: string;
  /** Asks for another topic. */
  readonly onTopic: () => void;
  readonly onClose: () => void;
}

export function TopicDialog({ room, topic, onTopic, onClose }: TopicDialogProps) {
  const { t } = useTranslation();
  const change = (): void => {
    onClose();
    onTopic();
  };
  return (
    <Dialog
      title={t('rooms.topicTitle', { name: isolate(room.name) })}
      isOpen
      onClose={onClose}
      actions={
        <>
          {room.membership === 'join' && room.permissions.setTopic && (
            <Button onPress={change}>{t('rooms.topicEdit')}</Button>
          )}
          <Button onPress={onClose}>{t('app.close')}</Button>
        </>
      }
    >
      <p className={styles.text} dir="auto">
        <LinkedText text={topic} />
      </p>
    </Dialog>
  );
}
