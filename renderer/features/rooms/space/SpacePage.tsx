// A space in the content pane: what it is and its rooms, to open, join, add and take out. Nobody writes in a space.
import { Ellipsis, Plus } from 'lucide-react';
import clsx from 'clsx';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import type { SpaceRoom, SpaceRooms } from '#contract/areas/rooms/spaceModels';
import words from '#contract/locales/spaces.en.json';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { useCall, useEngineCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { later } from '#app/later';
import { MediaAvatar } from '#app/MediaAvatar';
import { newChatOpened, roomOpened, spaceChosen } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Button } from '#ui/controls/Button';
import { MenuButton } from '#ui/overlays/Menu';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { IconButton } from '#ui/controls/IconButton';
import { Name } from '#ui/text/Name';
import { isolate } from '#ui/text/isolate';
import { Waiting } from '#ui/layout/Spinner';
import styles from './SpacePage.module.css';

addWords(words);

const AddToSpaceDialog = later(async () => (await import('./AddToSpaceDialog')).AddToSpaceDialog);

export function SpacePage({ room }: { readonly room: RoomHeader }) {
  const { t } = useTranslation();
  const { roomId } = room;
  const dispatch = useAppDispatch();
  const isOpened = useAppSelector((state) => state.navigation.opened === roomId);
  // Whatever opened the page sets the list to the space, as a press on its row does.
  const [openings, setOpenings] = useState(0);
  useEffect(() => {
    if (!isOpened) return;
    setOpenings((before) => before + 1);
    dispatch(spaceChosen(roomId));
  }, [isOpened, roomId, dispatch]);
  const page = useRef<HTMLDivElement>(null);
  const { run, error, pending } = useCall('spaceRooms');
  const [found, setFound] = useState<SpaceRooms | null>(null);
  const [adding, setAdding] = useState(false);
  const { value: administration } = useValue('roomAdministration', { roomId });
  const mayChange = administration?.may.spaceRooms === true;
  /** The new one goes into this space, whatever the list was set to meanwhile. */
  const make = (kind: 'room' | 'space'): void => {
    dispatch(spaceChosen(roomId));
    dispatch(newChatOpened(kind));
  };
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
      <div ref={page} role="group" aria-label={room.name} tabIndex={-1} className={styles.page}>
        <TakesFocus key={openings} place={page} />
        <header className={styles.head}>
          <MediaAvatar id={roomId} name={room.name} avatar={room.avatar} size={72} />
          <div className={styles.words}>
            <h2 className={styles.title}>
              <Name>{room.name}</Name>
            </h2>
            <p className={styles.meta}>{t('space.people', { count: room.joinedCount })}</p>
            {room.topic !== null && (
              <p className={styles.text} dir="auto">
                {room.topic}
              </p>
            )}
          </div>
        </header>
        <AppErrorNote
          error={error}
          action={
            <Button size="s" pending={pending} onPress={() => void load()}>
              {t('app.retry')}
            </Button>
          }
        />
        {found === null && error === null && <Waiting label={t('space.loading')} />}
        {found !== null && (
          <div className={styles.bar}>
            <h3 className={styles.heading}>{t('space.rooms')}</h3>
            {mayChange && (
              <div className={styles.add}>
                <Button
                  icon={Plus}
                  variant={isEmpty(found) ? 'primary' : 'secondary'}
                  onPress={() => make('room')}
                >
                  {t('spaces.newRoom')}
                </Button>
                <Button onPress={() => setAdding(true)}>{t('spaces.add')}</Button>
                <Button onPress={() => make('space')}>{t('spaces.newSpace')}</Button>
              </div>
            )}
          </div>
        )}
        {found !== null && isEmpty(found) && <p className={styles.empty}>{t('space.empty')}</p>}
        {found !== null && (
          <Rooms
            found={found}
            spaceId={mayChange ? roomId : null}
            onTaken={(taken) =>
              setFound(
                (now) => now && { ...now, rooms: now.rooms.filter((one) => one.roomId !== taken) },
              )
            }
          />
        )}
      </div>
      {adding && found !== null && (
        <AddToSpaceDialog
          space={room}
          has={new Set(found.rooms.map((one) => one.roomId))}
          onAdded={() => void load()}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}

/** A narrow window hides the list, and the focus with it. */
function TakesFocus({ place }: { readonly place: RefObject<HTMLElement | null> }) {
  useFocusIfLost(place);
  return null;
}

const isEmpty = ({ rooms, hidden }: SpaceRooms): boolean => rooms.length === 0 && hidden === 0;

interface RoomsProps {
  readonly found: SpaceRooms;
  /** Id of the space if this account may remove rooms from it. */
  readonly spaceId: string | null;
  readonly onTaken: (roomId: string) => void;
}

function Rooms({ found: { rooms, hidden }, spaceId, onTaken }: RoomsProps) {
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
