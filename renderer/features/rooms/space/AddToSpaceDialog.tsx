// Rooms of this account go into a space, one after the other, until the dialog is closed.
import { Check, Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { RoomListItem } from '#contract/areas/rooms/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useCall, useSteadyList } from '#app/hooks';
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
            spaceId={space.roomId}
            onAdded={() => {
              onAdded();
              field.current?.focus();
            }}
          />
        ))}
      </ul>
    </Dialog>
  );
}

interface RowProps {
  readonly room: Room;
  readonly spaceId: string;
  readonly onAdded: () => void;
}

function Row({ room, spaceId, onAdded }: RowProps) {
  const { t } = useTranslation();
  const { run, pending, error } = useCall('setSpaceRoom');
  const [done, setDone] = useState(false);
  const { roomId, name, avatar } = room;
  const add = async (): Promise<void> => {
    if (!(await run({ spaceId, roomId, in: true })).ok) return;
    setDone(true);
    onAdded();
  };
  return (
    <li className={styles.row}>
      <MediaAvatar id={roomId} name={name} avatar={avatar} size={32} />
      <div className={styles.words}>
        <Name cut>{name}</Name>
        {room.section === 'spaces' && (
          <span className={styles.meta}>{t('rooms.preview.space')}</span>
        )}
        <AppErrorNote error={error} />
      </div>
      {done ? (
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
