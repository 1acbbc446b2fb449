// A space in the content pane: what it is, its people and its rooms, and one button to add to them. Nobody writes in a space.
import { Boxes, Plus } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#app/words';
import type { AppError } from '#contract/wire/errors';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import type { SpaceRooms } from '#contract/areas/rooms/spaceModels';
import { roomsQuery } from '#contract/firstPicture';
import words from '#contract/locales/spaces.en.json';
import { AppErrorNote } from '#app/errors';
import { useEngineCall, useList, useListFact, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { later } from '#app/later';
import { MediaAvatar } from '#app/MediaAvatar';
import { newChatOpened, sidePanelOpened, spaceChosen } from '#app/places/navigation';
import { collapsedIn } from '#app/places/folds';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { MenuButton } from '#ui/overlays/Menu';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { Name } from '#ui/text/Name';
import { Waiting } from '#ui/layout/Spinner';
import { SpaceRoomList } from './SpaceRoomList';
import { LinkedText } from '../../timeline';
import styles from './SpacePage.module.css';

addWords(words);

const AddToSpaceDialog = later(async () => (await import('./AddToSpaceDialog')).AddToSpaceDialog);

interface Asked {
  /** The last answer with rooms. */
  readonly found: SpaceRooms | null;
  readonly error: AppError | null;
  readonly pending: boolean;
}

/** The rooms of the space, asked for again when the list of chats has others of them than before. */
function useSpaceRooms(roomId: string) {
  const call = useEngineCall();
  const [{ found, error, pending }, setAsked] = useState<Asked>({
    ...{ found: null, error: null, pending: false },
  });
  const asks = useRef(0);
  /** The rooms of the list for which the server was asked last; null: the list had not come. Undefined: it was not asked. */
  const askedFor = useRef<string | null | undefined>(undefined);
  const collapsed = useAppSelector(({ navigation }) => collapsedIn(navigation, roomId));
  const inList = useListFact('rooms', roomsQuery(collapsed, roomId), (items, ready) =>
    ready
      ? items
          .flatMap((item) => (item.kind === 'room' ? [item.roomId] : []))
          .toSorted()
          .join(' ')
      : null,
  );
  const load = async () => {
    const mine = (asks.current += 1);
    setAsked((now) => ({ ...now, error: null, pending: true }));
    const result = await call('spaceRooms', { roomId });
    // A later question is answered by what is there later.
    if (mine !== asks.current) return;
    setAsked((now) => ({
      found: result.ok ? result.output : now.found,
      error: result.ok ? null : result.error,
      pending: false,
    }));
  };
  useEffect(() => {
    const before = askedFor.current;
    if (before !== undefined && (inList === null || inList === before)) return;
    askedFor.current = inList;
    // The first question does not wait for the list, and the list that comes after it asks nothing new.
    if (before !== null) void load();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each space, by which the page is keyed, and each set of rooms
  }, [inList]);
  const without = (taken: string): void =>
    setAsked((now) =>
      now.found === null
        ? now
        : {
            ...now,
            found: { ...now.found, rooms: now.found.rooms.filter((one) => one.roomId !== taken) },
          },
    );
  return { found, error, pending, load, without };
}

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
  const { found, error, pending, load, without } = useSpaceRooms(roomId);
  const [adding, setAdding] = useState(false);
  const { value: administration } = useValue('roomAdministration', { roomId });
  const mayChange = administration?.may.spaceRooms === true;
  const add = mayChange && <AddActs roomId={roomId} onAdd={() => setAdding(true)} />;
  const again = (
    <Button size="s" pending={pending} onPress={() => void load()}>
      {t('app.retry')}
    </Button>
  );
  return (
    <div className={styles.scroll}>
      <div
        ref={page}
        role="group"
        aria-label={room.name}
        tabIndex={-1}
        className={styles.page}
        data-empty={(found !== null && isEmpty(found)) || undefined}
      >
        <TakesFocus key={openings} place={page} />
        <Head room={room} />
        <AppErrorNote
          error={error}
          place="spaceRooms"
          action={error?.code !== 'forbidden' && again}
        />
        {found === null && error === null && <Waiting label={t('space.loading')} />}
        {found !== null && isEmpty(found) && (
          <EmptyState
            icon={Boxes}
            title={t('space.empty')}
            text={t(mayChange ? 'spaces.emptyMay' : 'spaces.emptyMayNot')}
          >
            {add}
          </EmptyState>
        )}
        {found !== null && !isEmpty(found) && (
          <>
            <div className={styles.bar}>
              <h3 className={styles.heading}>{t('space.rooms')}</h3>
              {add}
            </div>
            <SpaceRoomList
              found={found}
              space={mayChange ? room : null}
              onTaken={without}
              onBack={() => void load()}
            />
            {!found.whole && (
              <p role="status" className={styles.part}>
                <span>{t(found.refused ? 'spaces.partRefused' : 'spaces.part')}</span>
                {!found.refused && again}
              </p>
            )}
          </>
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

function Head({ room }: { readonly room: RoomHeader }) {
  return (
    <header className={styles.head}>
      <MediaAvatar id={room.roomId} name={room.name} avatar={room.avatar} size={72} />
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Name>{room.name}</Name>
        </h2>
        {room.topic !== null && (
          <p className={styles.text} dir="auto">
            <LinkedText text={room.topic} />
          </p>
        )}
        <People room={room} />
      </div>
    </header>
  );
}

const mostFaces = 5;
/** The engine loads all people of a room for the first of them: for a few faces that is asked of smaller spaces alone. */
const mostPeople = 500;

/** Some of the people and their number; a press lists all of them. */
function People({ room: { roomId, joinedCount } }: { readonly room: RoomHeader }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  // More than are drawn: who is invited or banned is among them, and has no face here.
  const query = { roomId, text: '', limit: 4 * mostFaces };
  const { items } = useList('members', joinedCount > mostPeople ? null : query);
  const here = items.filter(({ membership }) => membership === 'join').slice(0, mostFaces);
  return (
    <button
      type="button"
      className={styles.people}
      onClick={() => dispatch(sidePanelOpened('members'))}
    >
      <span className={styles.faces} aria-hidden="true">
        {here.map(({ person: { userId, name, avatar } }) => (
          <MediaAvatar key={userId} id={userId} name={name} avatar={avatar} size={24} />
        ))}
      </span>
      {t('space.people', { count: joinedCount })}
    </button>
  );
}

interface AddActsProps {
  readonly roomId: string;
  /** Asks which rooms of this account are added. */
  readonly onAdd: () => void;
}

function AddActs({ roomId, onAdd }: AddActsProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  /** The new one goes into this space, whatever the list was set to meanwhile. */
  const make = (kind: 'room' | 'space'): void => {
    dispatch(spaceChosen(roomId));
    dispatch(newChatOpened(kind));
  };
  return (
    <MenuButton
      label={t('spaces.addAny')}
      entries={[
        { id: 'room', label: t('spaces.newRoom'), onAction: () => make('room') },
        { id: 'mine', label: t('spaces.add'), onAction: onAdd },
        { id: 'space', label: t('spaces.newSpace'), onAction: () => make('space') },
      ]}
    >
      <Button icon={Plus} variant="primary">
        {t('spaces.addAny')}
      </Button>
    </MenuButton>
  );
}

/** A narrow window hides the list, and the focus with it. */
function TakesFocus({ place }: { readonly place: RefObject<HTMLElement | null> }) {
  useFocusIfLost(place);
  return null;
}

const isEmpty = ({ rooms, hidden }: SpaceRooms): boolean => rooms.length === 0 && hidden === 0;
