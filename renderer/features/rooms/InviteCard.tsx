// An invitation in the content pane: who invites, to what, and the two answers.
import { LockOpen, Mail } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { later } from '#app/later';
import { MediaAvatar } from '#app/MediaAvatar';
import { roomClosed } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { Icon } from '#ui/marks/Icon';
import { Name } from '#ui/text/Name';
import styles from './InviteCard.module.css';

const DeclineDialog = later(async () => (await import('./DeclineDialog')).DeclineDialog);

export function InviteCard({ room }: { readonly room: RoomHeader }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const accept = useCall('acceptInvite');
  const [declining, setDeclining] = useState(false);
  const { roomId, inviter } = room;
  // The card, not a button: the key that has opened the invitation must not answer it.
  const card = useRef<HTMLDivElement>(null);
  useFocusIfLost(card);
  return (
    <div ref={card} role="group" aria-label={room.name} tabIndex={-1} className={styles.card}>
      <MediaAvatar
        id={room.directUserId ?? roomId}
        name={room.name}
        avatar={room.avatar}
        size={72}
      />
      <h2 className={styles.title}>
        <Name>{room.name}</Name>
      </h2>
      <p className={styles.text}>
        <Icon icon={Mail} />{' '}
        {inviter === null ? t('invite.titleUnknown') : t('invite.title', { name: inviter.name })}
      </p>
      {inviter !== null && <p className={styles.id}>{inviter.userId}</p>}
      {room.inviteReason !== undefined && (
        <blockquote className={styles.reason} dir="auto">
          {room.inviteReason}
        </blockquote>
      )}
      {room.wasHere === true && <p className={styles.text}>{t('invite.wasHere')}</p>}
      {!room.encrypted && (
        <p className={styles.text}>
          <Icon icon={LockOpen} /> {t('invite.notEncrypted')}
        </p>
      )}
      <AppErrorNote error={accept.error} />
      <div className={styles.actions}>
        <Button size="l" onPress={() => setDeclining(true)}>
          {t('invite.decline')}
        </Button>
        <Button
          size="l"
          variant="primary"
          pending={accept.pending}
          onPress={() => void accept.run({ roomId })}
        >
          {t('invite.accept')}
        </Button>
      </div>
      {declining && (
        <DeclineDialog
          room={room}
          onClose={() => setDeclining(false)}
          onDeclined={() => dispatch(roomClosed())}
        />
      )}
    </div>
  );
}
