// The rooms of a space, to open, join and take out, or to ask for.
import { Ellipsis } from 'lucide-react';
import clsx from 'clsx';
import { useRef } from 'react';
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
import { useToasts } from '#ui/overlays/Toasts';
import { Name } from '#ui/text/Name';
import { isolate } from '#ui/text/isolate';
import { AskToJoin, mayAsk } from '../../explore';
import styles from './SpacePage.module.css';

interface RoomsProps {
  readonly found: SpaceRooms;
  /** The space if this account may remove rooms from it. */
  readonly space: { readonly roomId: string; readonly name: string } | null;
  readonly onTaken: (roomId: string) => void;
  /** A room that was taken out is in the space again. */
  readonly onBack: () => void;
}

/** The rooms of a space, each with what can be done with it. */
export function SpaceRoomList({ found: { rooms, hidden }, onTaken, ...rest }: RoomsProps) {
  const { t } = useTranslation();
  return (
    <>
      {rooms.length > 0 && (
        <ul className={styles.rooms} aria-label={t('space.rooms')}>
          {rooms.map((room) => (
            <Row key={room.roomId} room={room} onTaken={() => onTaken(room.roomId)} {...rest} />
          ))}
        </ul>
      )}
      {hidden > 0 && <p className={styles.meta}>{t('space.hidden', { count: hidden })}</p>}
    </>
  );
}

interface RowProps extends Pick<RoomsProps, 'space' | 'onBack'> {
  readonly room: SpaceRoom;
  readonly onTaken: () => void;
}

/** The last button of the row beside one that goes, or the page: the focus would be lost with it. */
function leave(row: Element | null): void {
  if (row?.contains(document.activeElement) !== true) return;
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const next = [...(beside?.querySelectorAll('button') ?? [])].at(-1);
  (next ?? row.closest<HTMLElement>('[role="group"]'))?.focus();
}

const isOurs = ({ membership }: SpaceRoom): boolean =>
  membership === 'join' || membership === 'invite';

function Row({ room, space, onTaken, onBack }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const people = t('space.people', { count: room.joinedCount });
  const { isSpace, topic } = room;
  const about = [isSpace ? t('space.subspace') : '', people, topic ? isolate(topic) : ''];
  return (
    // The button at its end says the same to keys and screen readers.
    <li
      ref={row}
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
      {space !== null && (
        <More
          room={room}
          space={space}
          onTaken={() => {
            leave(row.current);
            onTaken();
          }}
          onBack={onBack}
        />
      )}
    </li>
  );
}

interface MoreProps extends RowProps {
  readonly space: NonNullable<RowProps['space']>;
}

function More({ room, space, onTaken, onBack }: MoreProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const { roomId, name } = room;
  const put = async (isIn: boolean): Promise<boolean> => {
    const result = await call('setSpaceRoom', { spaceId: space.roomId, roomId, in: isIn });
    if (!result.ok) tellFailure(result.error);
    return result.ok;
  };
  const back = async (): Promise<void> => {
    if (await put(true)) onBack();
  };
  const take = async (): Promise<void> => {
    if (!(await put(false))) return;
    onTaken();
    toasts.show({
      text: t('spaces.taken', { room: name, name: space.name }),
      action: { label: t('spaces.undo'), onPress: () => void back() },
    });
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
    const isInvited = room.membership === 'invite';
    return (
      <Button
        variant="quiet"
        aria-label={t(isInvited ? 'spaces.invitedTo' : 'space.openNamed', { name })}
        onPress={() => dispatch(roomOpened(roomId))}
      >
        {t(isInvited ? 'rooms.invitation' : 'space.open')}
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
