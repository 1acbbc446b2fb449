// One public room: what it is, and what can be done with it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicRoom } from '#contract/areas/directoryModels';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/Button';
import { Name } from '#ui/Name';
import styles from './Explore.module.css';

export interface ExploreRowProps {
  readonly room: PublicRoom;
  readonly onOpened: (roomId: string) => void;
  readonly onLook: () => void;
}

export function ExploreRow({ room, onOpened, onLook }: ExploreRowProps) {
  const { t } = useTranslation();
  const { name, alias, topic, joinedCount } = room;
  const about = [
    room.isSpace ? t('explore.space') : null,
    t('explore.people', { count: joinedCount }),
    alias === name ? null : alias,
  ];
  const joined = room.membership === 'join';
  return (
    <li className={styles.row}>
      <MediaAvatar id={room.roomId} name={name} avatar={room.avatar} size={36} />
      <div className={styles.words}>
        <div className={styles.name}>
          <Name cut>{name}</Name>
        </div>
        <div className={styles.about} title={alias ?? undefined}>
          {about.filter((part) => part !== null).join(' · ')}
        </div>
        {topic !== null && topic !== '' && (
          <div className={styles.topic} dir="auto">
            {topic}
          </div>
        )}
      </div>
      <div className={styles.acts}>
        {room.readable && !joined && (
          <Button variant="text" aria-label={t('explore.lookNamed', { name })} onPress={onLook}>
            {t('explore.look')}
          </Button>
        )}
        <Act room={room} onOpened={onOpened} />
      </div>
    </li>
  );
}

const takesRequests = (rule: string): boolean => rule === 'knock' || rule === 'knock_restricted';

/** Open, join or ask; what cannot be entered says why. */
function Act({ room, onOpened }: Pick<ExploreRowProps, 'room' | 'onOpened'>) {
  const { t } = useTranslation();
  const { roomId, name, membership, joinRule } = room;
  if (membership === 'join' || membership === 'invite')
    return (
      <Button aria-label={t('explore.openNamed', { name })} onPress={() => onOpened(roomId)}>
        {t('explore.open')}
      </Button>
    );
  if (takesRequests(joinRule)) return <Ask room={room} />;
  if (joinRule === 'invite' || joinRule === 'private')
    return <span className={styles.meta}>{t('explore.invited')}</span>;
  return <Join room={room} onOpened={onOpened} />;
}

const addressOf = ({ roomId, via }: PublicRoom) => ({ roomIdOrAlias: roomId, via: [...via] });

function Join({ room, onOpened }: Pick<ExploreRowProps, 'room' | 'onOpened'>) {
  const { t } = useTranslation();
  const { run, pending, error } = useCall('joinRoom');
  const join = async (): Promise<void> => {
    const result = await run(addressOf(room));
    if (result.ok) onOpened(result.output.roomId);
  };
  return (
    <>
      <Button
        aria-label={t('explore.joinNamed', { name: room.name })}
        pending={pending}
        onPress={() => void join()}
      >
        {t('explore.join')}
      </Button>
      <AppErrorNote error={error} place="joinRoom" />
    </>
  );
}

function Ask({ room }: Pick<ExploreRowProps, 'room'>) {
  const { t } = useTranslation();
  const { run, pending, error } = useCall('knockRoom');
  const [asked, setAsked] = useState(room.membership === 'knock');
  const ask = async (): Promise<void> =>
    setAsked((await run({ ...addressOf(room), reason: null })).ok);
  if (asked) return <span className={styles.meta}>{t('explore.asked')}</span>;
  return (
    <>
      <Button
        aria-label={t('explore.askNamed', { name: room.name })}
        pending={pending}
        onPress={() => void ask()}
      >
        {t('explore.ask')}
      </Button>
      <AppErrorNote error={error} place="knockRoom" />
    </>
  );
}
