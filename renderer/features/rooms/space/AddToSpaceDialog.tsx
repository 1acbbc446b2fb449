// Rooms of this account go into a space, one after the other, until the dialog is closed.
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { RoomListItem } from '#contract/areas/rooms/roomsModels';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useCall, useEngineCall, useSteadyList, useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { Icon } from '#ui/marks/Icon';
import { useEntered } from '#ui/lists/useEntered';
import { Name } from '#ui/text/Name';
import { FindField, leadTo } from '#ui/controls/FindField';
import styles from './SpacePage.module.css';

type Room = Extract<RoomListItem, { kind: 'room' }>;

const most = 500;
/** Sections whose rooms do not go into a space. */
const collapsed = ['invites', 'people'] as const;

/** State of adding one room: asked, added, or failed. */
type State = 'asked' | 'added' | AppError;

export interface AddToSpaceDialogProps {
  readonly space: { readonly roomId: string; readonly name: string };
  /** Rooms that lie in it already. */
  readonly has: ReadonlySet<string>;
  /** Something was added. */
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

/** Kept by the dialog, not by the row: a row that the filter hides comes back as it was. */
function useAdding({ space, onAdded }: Pick<AddToSpaceDialogProps, 'space' | 'onAdded'>) {
  const call = useEngineCall();
  const [states, setStates] = useState<ReadonlyMap<string, State>>(new Map());
  const add = async (roomId: string): Promise<boolean> => {
    const setState = (state: State): void =>
      setStates((before) => new Map(before).set(roomId, state));
    setState('asked');
    const result = await call('setSpaceRoom', { spaceId: space.roomId, roomId, in: true });
    setState(result.ok ? 'added' : result.error);
    if (result.ok) onAdded();
    return result.ok;
  };
  return { states, add };
}

/** Joined rooms and spaces that are found by a name and do not lie in this one. */
function useOffered(space: AddToSpaceDialogProps['space'], has: ReadonlySet<string>, text: string) {
  // Those that were in it when the dialog opened are not offered; what is added here stays, marked.
  const [before] = useState(has);
  const query = { text, collapsed: [...collapsed], limit: most };
  const { items, ...state } = useSteadyList('rooms', query);
  const rooms = items.filter(
    (one): one is Room =>
      one.kind === 'room' &&
      one.membership === 'join' &&
      one.directUserId === null &&
      one.roomId !== space.roomId &&
      !before.has(one.roomId),
  );
  return { rooms, ...state };
}

export function AddToSpaceDialog({ space, has, onAdded, onClose }: AddToSpaceDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { rooms, ready, stale, error } = useOffered(space, has, text);
  const { states, add } = useAdding({ space, onAdded });
  /** The typed words have taken a room: Enter takes no other one by them. */
  const taken = useRef(false);
  const put = async (roomId: string): Promise<void> => {
    const done = await add(roomId);
    taken.current &&= done;
    if (!done) return;
    field.current?.focus();
    field.current?.select();
  };
  // Enter takes no row that came after it.
  const onLed = useEntered(text, !stale || error !== null, () => {
    if (document.activeElement === field.current) leadTo(list.current);
  });
  const onEntered = (): void => {
    if (stale) return onLed();
    const first = rooms.find(({ roomId }) => typeof states.get(roomId) !== 'string');
    if (taken.current || first === undefined) return;
    taken.current = true;
    void put(first.roomId);
  };
  return (
    <Dialog
      title={t('spaces.addTitle', { name: space.name })}
      isOpen
      onClose={onClose}
      width="l"
      actions={<Button onPress={onClose}>{t('spaces.addDone')}</Button>}
    >
      <FindField
        label={t('spaces.filter')}
        value={text}
        onChange={(typed) => {
          taken.current = false;
          setText(typed);
        }}
        list={list}
        onEnter={onEntered}
        inputRef={field}
      />
      <AppErrorNote error={error} />
      {ready && rooms.length === 0 && <p role="status">{t('spaces.none')}</p>}
      <ul ref={list} className={styles.offered} aria-label={t('spaces.rooms')} inert={stale}>
        {rooms.map((room) => (
          <Row
            key={room.roomId}
            room={room}
            space={space}
            state={states.get(room.roomId) ?? null}
            onAdd={() => void put(room.roomId)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

/** The rule that lets the members of a space in, for rules that do not do so by themselves. */
const withMembers = {
  invite: 'restricted',
  restricted: 'restricted',
  knock: 'knock_restricted',
  knock_restricted: 'knock_restricted',
} as const;

/** A room that was added is still closed to the members of the space: it is opened to them here. */
function LetMembersIn({ roomId, space }: { readonly roomId: string } & Pick<RowProps, 'space'>) {
  const { t } = useTranslation();
  const { value } = useValue('roomAdministration', { roomId });
  const { run, pending, error } = useCall('setRoomRules');
  const now = value?.rules.joinRule ?? 'public';
  const joinRule = now === 'public' || now === 'private' ? null : withMembers[now];
  const isOpen = value?.letsIn.some((one) => one.roomId === space.roomId && one.on) === true;
  if (joinRule === null || value?.may.joinRule !== true || !value.joinRules.includes(joinRule))
    return null;
  if (joinRule === now && isOpen)
    return <span className={styles.meta}>{t('spaces.letIn', { name: space.name })}</span>;
  // Others that an earlier rule named are not let in by this.
  const others = value.letsIn.filter((one) => one.on && one.roomId !== space.roomId);
  const letsIn = [
    { roomId: space.roomId, on: true },
    ...(joinRule === now ? [] : others.map((one) => ({ roomId: one.roomId, on: false }))),
  ];
  return (
    <>
      <span className={styles.meta}>{t('spaces.closed')}</span>
      <div>
        <Button
          variant="text"
          size="s"
          flush
          pending={pending}
          onPress={() => void run({ roomId, change: { joinRule, letsIn } })}
        >
          {t('spaces.openTo', { name: space.name })}
        </Button>
      </div>
      <AppErrorNote error={error} />
    </>
  );
}

interface RowProps {
  readonly room: Room;
  readonly space: AddToSpaceDialogProps['space'];
  readonly state: State | null;
  readonly onAdd: () => void;
}

function Row({ room, space, state, onAdd }: RowProps) {
  const { t } = useTranslation();
  const { roomId, name, avatar } = room;
  const added = state === 'added';
  return (
    <li className={styles.row}>
      <MediaAvatar id={roomId} name={name} avatar={avatar} size={32} />
      <div className={styles.words}>
        <Name cut>{name}</Name>
        {room.section === 'spaces' && (
          <span className={styles.meta}>{t('rooms.preview.space')}</span>
        )}
        {added && <LetMembersIn roomId={roomId} space={space} />}
        <AppErrorNote error={typeof state === 'string' ? null : state} />
      </div>
      {added ? (
        <span role="status" className={styles.added}>
          <Icon icon={Check} />
          {t('spaces.added')}
        </span>
      ) : (
        <Button
          size="s"
          aria-label={t('spaces.addNamed', { name })}
          pending={state === 'asked'}
          onPress={onAdd}
        >
          {t('spaces.addOne')}
        </Button>
      )}
    </li>
  );
}
