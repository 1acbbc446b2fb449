// The rooms of a space, to open, join and take out, or to ask for.
import { Ellipsis } from 'lucide-react';
import clsx from 'clsx';
import { useTranslation } from '#app/words';
import type { SpaceRoom, SpaceRooms } from '#contract/areas/rooms/spaceModels';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { useCall, useEngineCall } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { roomOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { MenuButton } from '#ui/overlays/Menu';
import { Name } from '#ui/text/Name';
import { isolate } from '#ui/text/isolate';
import { AskToJoin, mayAsk } from '../../explore';
import styles from './SpacePage.module.css';

interface RoomsProps {
  readonly found: SpaceRooms;
  /** Id of the space if this account may remove rooms from it. */
  readonly spaceId: string | null;
  readonly onTaken: (roomId: string) => void;
}

/** The rooms of a space, each with what can be done with it. */
export function SpaceRoomList({ found: { rooms, hidden }, spaceId, onTaken }: RoomsProps) {
  const { t } = useTranslation();
  return (
    <>
      {rooms.length > 0 && (
        <ul className={styles.rooms} aria-label={t('space.rooms')}>
          {rooms.map((room) => (
            <Row
              key={room.roomId}
              room={room}
              spaceId={spaceId}
              onTaken={() => onTaken(room.roomId)}
            />
          ))}
        </ul>
      )}
      {hidden > 0 && <p className={styles.meta}>{t('space.hidden', { count: hidden })}</p>}
    </>
  );
}

interface RowProps {
  readonly room: SpaceRoom;
  readonly spaceId: string | null;
  readonly onTaken: () => void;
}

const isOurs = ({ membership }: SpaceRoom): boolean =>
  membership === 'join' || membership === 'invite';

function Row({ room, spaceId, onTaken }: RowProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const people = t('space.people', { count: room.joinedCount });
  const { isSpace, topic } = room;
  const about = [isSpace ? t('space.subspace') : '', people, topic ? isolate(topic) : ''];
  return (
    // The button at its end says the same to keys and screen readers.
    <li
      className={clsx(styles.row, isOurs(room) && styles.opens)}
      onClick={({ target }) => {
        if (isOurs(room) && (target as Element).closest('button') === null)
          dispatch(roomOpened(room.roomId));
      }}
    >
      <MediaAvatar id={room.roomId} name={room.name} avatar={room.avatar} size={36} />
      <div className={styles.words}>
        <div className={styles.name}>
          <Name cut>{room.name}</Name>
        </div>
        <div className={styles.about}>{about.filter((part) => part !== '').join(' · ')}</div>
      </div>
      <Act room={room} />
      {spaceId !== null && <More room={room} spaceId={spaceId} onTaken={onTaken} />}
    </li>
  );
}

function More({ room, spaceId, onTaken }: RowProps & { readonly spaceId: string }) {
  const { t } = useTranslation();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const { roomId, name } = room;
  const take = async (): Promise<void> => {
    const result = await call('setSpaceRoom', { spaceId, roomId, in: false });
    if (result.ok) onTaken();
    else tellFailure(result.error);
  };
  const label = t('spaces.menu', { name });
  return (
    <MenuButton
      label={label}
      entries={[{ id: 'take', label: t('spaces.remove'), onAction: () => void take() }]}
    >
      <IconButton icon={Ellipsis} label={label} />
    </MenuButton>
  );
}

/** Open, join or ask; what cannot be entered says why. */
function Act({ room }: { readonly room: SpaceRoom }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { roomId, name } = room;
  if (isOurs(room)) {
    return (
      <Button
        variant="quiet"
        aria-label={t('space.openNamed', { name })}
        onPress={() => dispatch(roomOpened(roomId))}
      >
        {t('space.open')}
      </Button>
    );
  }
  if (room.joinRule === 'knock') return <AskToJoin room={room} />;
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
  if (mayAsk(error)) return <AskToJoin room={room} autoFocus />;
  return (
    <div className={styles.act}>
      <Button
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
