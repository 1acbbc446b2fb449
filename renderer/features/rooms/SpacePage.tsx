// A space in the content pane: what it is and its rooms, to open or to join. Nobody writes in a space.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomHeader, SpaceRoom, SpaceRooms } from '#contract/areas/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { roomOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/Button';
import { Name } from '#ui/Name';
import { Waiting } from '#ui/Spinner';
import styles from './SpacePage.module.css';

export function SpacePage({ room }: { readonly room: RoomHeader }) {
  const { t } = useTranslation();
  const { roomId } = room;
  const { run, error, pending } = useCall('spaceRooms');
  const [found, setFound] = useState<SpaceRooms | null>(null);
  const load = async () => {
    const result = await run({ roomId });
    if (result.ok) setFound(result.output);
  };
  useEffect(() => {
    void load();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each space; the page is keyed by it
  }, []);
  return (
    <div className={styles.scroll}>
      <div className={styles.page}>
        <MediaAvatar id={roomId} name={room.name} avatar={room.avatar} size={72} />
        <h2 className={styles.title}>
          <Name>{room.name}</Name>
        </h2>
        {room.topic !== null && (
          <p className={styles.text} dir="auto">
            {room.topic}
          </p>
        )}
        <p className={styles.meta}>{t('space.people', { count: room.joinedCount })}</p>
        <AppErrorNote
          error={error}
          action={
            <Button size="s" pending={pending} onPress={() => void load()}>
              {t('app.retry')}
            </Button>
          }
        />
        {found === null && error === null && <Waiting label={t('space.loading')} />}
        {found !== null && <Rooms found={found} />}
      </div>
    </div>
  );
}

function Rooms({ found: { rooms, hidden } }: { readonly found: SpaceRooms }) {
  const { t } = useTranslation();
  return (
    <>
      {rooms.length === 0 && hidden === 0 && <p className={styles.text}>{t('space.empty')}</p>}
      {rooms.length > 0 && (
        <ul className={styles.rooms} aria-label={t('space.rooms')}>
          {rooms.map((room) => (
            <Row key={room.roomId} room={room} />
          ))}
        </ul>
      )}
      {hidden > 0 && <p className={styles.meta}>{t('space.hidden', { count: hidden })}</p>}
    </>
  );
}

function Row({ room }: { readonly room: SpaceRoom }) {
  const { t } = useTranslation();
  const people = t('space.people', { count: room.joinedCount });
  const about = [room.isSpace ? t('space.subspace') : null, people, room.topic];
  return (
    <li className={styles.row}>
      <MediaAvatar id={room.roomId} name={room.name} avatar={room.avatar} size={36} />
      <div className={styles.words}>
        <div className={styles.name}>
          <Name cut>{room.name}</Name>
        </div>
        <div className={styles.about} dir="auto">
          {about.filter((part) => part !== null && part !== '').join(' · ')}
        </div>
      </div>
      <Act room={room} />
    </li>
  );
}

/** Open, join or ask; what cannot be entered says why. */
function Act({ room }: { readonly room: SpaceRoom }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { roomId, name, membership } = room;
  if (membership === 'join' || membership === 'invite') {
    return (
      <Button
        aria-label={t('space.openNamed', { name })}
        onPress={() => dispatch(roomOpened(roomId))}
      >
        {t('space.open')}
      </Button>
    );
  }
  if (room.joinRule === 'knock') return <Ask room={room} />;
  if (room.joinRule !== 'invite') return <Join room={room} />;
  return <span className={styles.meta}>{t('space.invited')}</span>;
}

const addressOf = ({ roomId, via }: SpaceRoom) => ({ roomIdOrAlias: roomId, via: [...via] });

function Join({ room }: { readonly room: SpaceRoom }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { run, pending, error } = useCall('joinRoom');
  const join = async () => {
    const result = await run(addressOf(room));
    if (result.ok) dispatch(roomOpened(result.output.roomId));
  };
  return (
    <div className={styles.act}>
      <Button
        variant="primary"
        aria-label={t('space.joinNamed', { name: room.name })}
        pending={pending}
        onPress={() => void join()}
      >
        {t('space.join')}
      </Button>
      <AppErrorNote error={error} place="joinRoom" />
    </div>
  );
}

function Ask({ room }: { readonly room: SpaceRoom }) {
  const { t } = useTranslation();
  const { run, pending, error } = useCall('knockRoom');
  const [asked, setAsked] = useState(room.membership === 'knock');
  const ask = async () => setAsked((await run({ ...addressOf(room), reason: null })).ok);
  if (asked) return <span className={styles.meta}>{t('space.asked')}</span>;
  return (
    <div className={styles.act}>
      <Button
        aria-label={t('space.askNamed', { name: room.name })}
        pending={pending}
        onPress={() => void ask()}
      >
        {t('space.ask')}
      </Button>
      <AppErrorNote error={error} place="knockRoom" />
    </div>
  );
}
