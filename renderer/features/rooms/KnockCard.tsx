// In the content pane of a room that was asked to let this account in: that it waits, and the way back.
import { DoorOpen } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { roomClosed } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { Name } from '#ui/text/Name';
import { useToasts } from '#ui/overlays/Toasts';
import styles from './InviteCard.module.css';

export function KnockCard({ room }: { readonly room: RoomHeader }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const leave = useCall('leaveRoom');
  const withdraw = async () => {
    const result = await leave.run({ roomId: room.roomId });
    if (!result.ok) return;
    toasts.show({ text: t('knock.withdrawn') });
    dispatch(roomClosed());
  };
  return (
    <div className={styles.card}>
      <MediaAvatar id={room.roomId} name={room.name} avatar={room.avatar} size={72} />
      <h2 className={styles.title}>
        <Name>{room.name}</Name>
      </h2>
      <p className={styles.text}>
        <Icon icon={DoorOpen} /> {t('knock.title')}
      </p>
      <p className={styles.text}>{t('knock.text')}</p>
      <AppErrorNote error={leave.error} />
      <div className={styles.actions}>
        <Button size="l" pending={leave.pending} onPress={() => void withdraw()}>
          {t('knock.withdraw')}
        </Button>
      </div>
    </div>
  );
}
