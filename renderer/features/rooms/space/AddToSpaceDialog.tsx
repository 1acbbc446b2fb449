// Rooms of this account go into a space, one after the other, until the dialog is closed.
import { Check, Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { RoomListItem } from '#contract/areas/rooms/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useCall, useSteadyList, useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { Icon } from '#ui/marks/Icon';
import { Name } from '#ui/text/Name';
import { TextField } from '#ui/controls/TextField';
import styles from './SpacePage.module.css';

type Room = Extract<RoomListItem, { kind: 'room' }>;

const most = 500;
/** Sections whose rooms do not go into a space. */
const collapsed = ['invites', 'people'] as const;

export interface AddToSpaceDialogProps {
  readonly space: { readonly roomId: string; readonly name: string };
  /** Rooms that lie in it already. */
  readonly has: ReadonlySet<string>;
  /** Something was added. */
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

export function AddToSpaceDialog({ space, has, onAdded, onClose }: AddToSpaceDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  // Those that were in it when the dialog opened are not offered; what is added here stays, marked.
  const [before] = useState(has);
  // Kept here, not in the row: a row that the filter hides comes back as it was.
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const field = useRef<HTMLInputElement>(null);
  const query = { text, collapsed: [...collapsed], limit: most };
  const { items, ready, stale, error } = useSteadyList('rooms', query);
  const rooms = items.filter(
    (one): one is Room =>
      one.kind === 'room' &&
      one.membership === 'join' &&
      one.directUserId === null &&
      one.roomId !== space.roomId &&
      !before.has(one.roomId),
  );
  return (
    <Dialog
      title={t('spaces.addTitle', { name: space.name })}
      isOpen
      onClose={onClose}
      width="l"
      actions={<Button onPress={onClose}>{t('spaces.addDone')}</Button>}
    >
      <TextField
        label={t('spaces.filter')}
        labelHidden
        placeholder={t('spaces.filter')}
        icon={Search}
        autoFocus
        inputRef={field}
        autoComplete="off"
        spellCheck="false"
        value={text}
        maxLength={200}
        onChange={setText}
      />
      <AppErrorNote error={error} />
      {ready && rooms.length === 0 && <p role="status">{t('spaces.none')}</p>}
      <ul className={styles.offered} aria-label={t('spaces.rooms')} inert={stale}>
        {rooms.map((room) => (
          <Row
            key={room.roomId}
            room={room}
            space={space}
            added={added.has(room.roomId)}
            onAdded={() => {
              setAdded((all) => new Set(all).add(room.roomId));
              onAdded();
              field.current?.focus();
            }}
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
  readonly added: boolean;
  readonly onAdded: () => void;
}

function Row({ room, space, added, onAdded }: RowProps) {
  const { t } = useTranslation();
  const { run, pending, error } = useCall('setSpaceRoom');
  const { roomId, name, avatar } = room;
  const add = async (): Promise<void> => {
    if ((await run({ spaceId: space.roomId, roomId, in: true })).ok) onAdded();
  };
  return (
    <li className={styles.row}>
      <MediaAvatar id={roomId} name={name} avatar={avatar} size={32} />
      <div className={styles.words}>
        <Name cut>{name}</Name>
        {room.section === 'spaces' && (
          <span className={styles.meta}>{t('rooms.preview.space')}</span>
        )}
        {added && <LetMembersIn roomId={roomId} space={space} />}
        <AppErrorNote error={error} />
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
          pending={pending}
          onPress={() => void add()}
        >
          {t('spaces.addOne')}
        </Button>
      )}
    </li>
  );
}
