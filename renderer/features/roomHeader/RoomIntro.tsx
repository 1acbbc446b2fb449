// The beginning of a conversation: its person or its topic, its members, and the first acts.
import { MessageSquareText, UserPlus } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/controls/Button';
import { Name } from '#ui/text/Name';
import { LinkedText } from '../timeline';
import styles from './RoomIntro.module.css';

export interface RoomIntroProps {
  readonly room: RoomHeader;
  readonly onInvite: () => void;
  readonly onTopic: () => void;
}

export function RoomIntro({ room, onInvite, onTopic }: RoomIntroProps) {
  const { t } = useTranslation();
  const { directUserId, topic, permissions, joinedCount } = room;
  const group = directUserId === null;
  // A room that has moved takes no more people.
  const may =
    room.replacementRoomId === null &&
    (permissions.invite || (permissions.setTopic && topic === null));
  return (
    <section className={styles.intro} aria-label={t('room.intro.label')}>
      <MediaAvatar
        id={directUserId ?? room.roomId}
        name={room.name}
        avatar={room.avatar}
        size={72}
      />
      <h2>
        <Name>{room.name}</Name>
      </h2>
      {room.address !== undefined && (
        <p className={styles.quiet}>
          <Name>{room.address}</Name>
        </p>
      )}
      {topic !== null && (
        <p className={styles.topic} dir="auto">
          <LinkedText text={topic} />
        </p>
      )}
      {group && <p className={styles.quiet}>{t('room.members', { count: joinedCount })}</p>}
      <p className={styles.quiet}>
        {t(room.encrypted ? 'timeline.startEncrypted' : 'timeline.start')}
      </p>
      {group && may && (
        <div className={styles.acts}>
          {permissions.invite && (
            <Button size="s" icon={UserPlus} onPress={onInvite}>
              {t('room.intro.invite')}
            </Button>
          )}
          {permissions.setTopic && topic === null && (
            <Button size="s" icon={MessageSquareText} onPress={onTopic}>
              {t('room.intro.topic')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
