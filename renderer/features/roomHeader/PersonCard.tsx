// Somebody of a room: who they are, how to reach them, where else we meet, and what this account may do with them here.
import { AtSign, Copy, MessageCircle, Shield } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { TFunction } from 'i18next';
import type { MemberRow, PersonCard as Card, SharedRoom } from '#contract/areas/rooms/peopleModels';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { fieldIdOf, mentionAsked } from '#app/composing';
import { AppErrorNote } from '#app/errors';
import { useCall, useEngineCall, useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { roomOpened, sidePanelClosed } from '#app/places/navigation';
import { newRequestId } from '#app/requestId';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog, Dialog } from '#ui/overlays/Dialog';
import { IconButton } from '#ui/controls/IconButton';
import { MenuButton } from '#ui/overlays/Menu';
import { Name } from '#ui/text/Name';
import { useToasts } from '#ui/overlays/Toasts';
import { copyText } from '#ui/text/copyText';
import { isolate } from '#ui/text/isolate';
import { DirectButtons } from '../calls';
import { RequestButtons } from '../people';
import { IdentityRow } from '../verification';
import { useIgnoring } from '../ignoring';
import { inSpace, useMemberActs } from './MemberActs';
import { PresenceLine } from './PresenceLine';
import { TheirBiography } from './TheirBiography';
import { TheirPronouns } from './TheirPronouns';
import { TheirTime } from './TheirTime';
import styles from './PersonCard.module.css';

export interface PersonCardProps {
  readonly room: RoomHeader;
  readonly userId: string;
  /** The thread that the card was opened from: a mention goes there. */
  readonly threadId?: string | null;
  /** The room is not the one that is open. */
  readonly elsewhere?: boolean;
  readonly onClose: () => void;
}

export function PersonCard(props: PersonCardProps) {
  const { room, userId, threadId = null, elsewhere = false, onClose } = props;
  const { t } = useTranslation();
  const { value: card, error } = useValue('person', { roomId: room.roomId, userId });
  const name = card?.person.name ?? userId;
  return (
    <Dialog title={name} isOpen steady onClose={onClose} closeLabel={t('app.close')}>
      <AppErrorNote error={error} />
      {card !== undefined && <Body {...{ room, card, threadId, elsewhere, onClose }} />}
    </Dialog>
  );
}

interface BodyProps {
  readonly room: RoomHeader;
  readonly card: Card;
  readonly threadId: string | null;
  readonly elsewhere: boolean;
  readonly onClose: () => void;
}

function Body({ room, card, threadId, elsewhere, onClose }: BodyProps) {
  const { value: session } = useValue('session', {});
  const { person } = card;
  return (
    <div className={styles.card}>
      <div className={styles.who}>
        <MediaAvatar id={person.userId} name={person.name} avatar={person.avatar} size={72} />
        <div className={styles.lines}>
          <Address userId={person.userId} />
          <TheirPronouns userId={person.userId} />
          <span className={styles.meta}>
            <PresenceLine userId={person.userId} />
          </span>
          <span className={styles.meta}>
            <TheirTime userId={person.userId} />
          </span>
        </div>
      </div>
      <TheirBiography userId={person.userId} />
      {session?.userId !== person.userId && (
        <Reach {...{ room, card, threadId, elsewhere, onClose }} />
      )}
      {session?.userId !== person.userId && (
        <IdentityRow person={person} roomId={whereToAsk(room, card)} onStarted={onClose} />
      )}
      <Place {...{ room, card, elsewhere }} />
      <Shared card={card} roomId={room.roomId} />
    </div>
  );
}

/** The chat of two, or the room that the card was opened from. */
function whereToAsk(room: RoomHeader, { directRoomId, member }: Card): string | null {
  return directRoomId ?? (member?.membership === 'join' ? room.roomId : null);
}

function Address({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const copy = async (): Promise<void> => {
    if (await copyText(userId)) toasts.show({ text: t('members.addressCopied') });
  };
  return (
    <span className={styles.address}>
      <Name className={styles.id}>{userId}</Name>
      <IconButton
        label={t('members.copyId')}
        icon={Copy}
        iconSize={16}
        onPress={() => void copy()}
      />
    </span>
  );
}

/** Writing to them, calling them, naming them in what is being written. */
function Reach({ room, card, threadId, elsewhere, onClose }: BodyProps): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const create = useCall('createRoom');
  const requestId = useRef<string | null>(null);
  requestId.current ??= newRequestId();
  const [asking, setAsking] = useState(false);
  const { person, member, directRoomId } = card;
  const open = (roomId: string): void => {
    onClose();
    dispatch(roomOpened(roomId));
  };
  const start = async (): Promise<void> => {
    const made = await create.run({
      requestId: requestId.current ?? newRequestId(),
      name: null,
      topic: null,
      direct: true,
      encrypted: true,
      public: false,
      invite: [person.userId],
    });
    return made.ok ? open(made.output.roomId) : undefined;
  };
  const mention = (): void => {
    onClose();
    const { userId, name, ambiguous } = person;
    const { roomId } = room;
    // In a narrow window a panel or the list covers the field.
    const field = document.getElementById(fieldIdOf({ threadId }));
    if (field?.checkVisibility?.({ visibilityProperty: true }) === false) {
      dispatch(roomOpened(roomId));
      dispatch(sidePanelClosed());
    }
    dispatch(mentionAsked({ conversation: { roomId, threadId }, userId, name, ambiguous }));
  };
  return (
    <>
      <div className={styles.reach}>
        <Button
          // The answer to a request comes first.
          variant={member?.membership === 'knock' ? 'secondary' : 'primary'}
          icon={MessageCircle}
          onPress={() => (directRoomId === null ? setAsking(true) : open(directRoomId))}
        >
          {t('members.message')}
        </Button>
        {member?.membership === 'join' && room.permissions.send && !room.isSpace && !elsewhere && (
          <Button icon={AtSign} onPress={mention}>
            {t('members.mention')}
          </Button>
        )}
        {directRoomId !== null && (
          <DirectButtons roomId={directRoomId} onPlaced={() => open(directRoomId)} />
        )}
      </div>
      <ConfirmDialog
        title={t('members.startTitle', { name: isolate(person.name) })}
        isOpen={asking}
        onClose={() => setAsking(false)}
        confirmLabel={t('members.start')}
        cancelLabel={t('app.cancel')}
        pending={create.pending}
        enterConfirms
        onConfirm={() => void start()}
      >
        <p>{t('members.startText', { name: isolate(person.name) })}</p>
        <AppErrorNote error={create.error} />
      </ConfirmDialog>
    </>
  );
}

function placeWords(t: TFunction, member: MemberRow | null): string {
  switch (member?.membership) {
    case 'join':
      return member.role === 'member' ? t('members.plain') : t(`members.role.${member.role}`);
    case 'invite':
      return t('members.invited');
    case 'knock':
      return t('members.knocks');
    case 'ban':
      return t('members.banned');
    default:
      return t('members.notHere');
  }
}

/** Acts with a button of their own; all others are in a menu. */
const keptApart: readonly string[] = ['kick', 'ban', 'block', 'report'];
/** The acts that bring somebody back, beside the words that they are not here. */
const bringsBack: readonly string[] = ['invite-again', 'unban'];
/** A request to join has buttons of its own. */
const answers: readonly string[] = ['let-in', 'kick'];
const takesAway: readonly string[] = ['kick', 'ban'];

interface RoleProps extends Pick<BodyProps, 'room' | 'elsewhere'>, Pick<Card, 'member'> {
  /** It can be changed from here. */
  readonly changes: boolean;
}

/** The person's role in this room. In a chat of two that of somebody who is there says nothing, but to whoever may change it. */
function Role({ room, member, elsewhere, changes }: RoleProps): ReactNode {
  const { t } = useTranslation();
  if (room.directUserId !== null && member?.membership === 'join' && !changes) return null;
  return (
    <div className={styles.lines}>
      <span className={styles.meta}>
        {elsewhere
          ? t('members.hereNamed', { name: isolate(room.name) })
          : t('members.here', inSpace(room))}
      </span>
      <span>{placeWords(t, member)}</span>
    </div>
  );
}

/** The person's role in this room, and the acts on it. */
function Place({ room, card, elsewhere }: Omit<BodyProps, 'onClose' | 'threadId'>) {
  const { t } = useTranslation();
  const acts = useMemberActs(room);
  const ignoring = useIgnoring();
  const { person, member, ignored } = card;
  const asks = member?.membership === 'knock';
  const all = (
    member === null ? ignoring.entriesFor(person, ignored) : acts.entriesFor(member)
  ).filter(({ id }) => !(asks && answers.includes(id)));
  const blocking = member === null ? ignoring.pending : acts.blocking;
  const apart = all.filter(({ id }) => keptApart.includes(id));
  // The address is copied above.
  const entries = all.filter(
    (one) =>
      one.id !== 'copy' &&
      !('separator' in one) &&
      !keptApart.includes(one.id) &&
      !bringsBack.includes(one.id) &&
      // An invited person has no role yet.
      !(member?.membership === 'invite' && one.id.startsWith('level-')),
  );
  const label = t('members.manageNamed', { name: isolate(member?.person.name ?? '') });
  return (
    <>
      <div className={styles.place}>
        <Role {...{ room, member, elsewhere }} changes={entries.length > 0} />
        {asks && (
          <RequestButtons
            {...{ roomId: room.roomId, person }}
            letIn={member.actions.invite}
            decline={member.actions.kick}
          />
        )}
        {all.map(
          (one) =>
            bringsBack.includes(one.id) &&
            'onAction' in one && (
              <Button key={one.id} {...(one.icon && { icon: one.icon })} onPress={one.onAction}>
                {one.label}
              </Button>
            ),
        )}
        {entries.length > 0 && (
          <MenuButton label={label} entries={entries}>
            <Button icon={Shield}>{t('members.manage')}</Button>
          </MenuButton>
        )}
      </div>
      {apart.length > 0 && (
        <div className={styles.apart}>
          {apart.map(
            (one) =>
              'onAction' in one && (
                <Button
                  key={one.id}
                  variant={takesAway.includes(one.id) ? 'textDanger' : 'quiet'}
                  className={styles.act}
                  {...(one.icon && { icon: one.icon })}
                  pending={one.id === 'block' && blocking === person.userId}
                  onPress={one.onAction}
                >
                  {one.label}
                </Button>
              ),
          )}
        </div>
      )}
      {/* Below: what is pressed stays under the pointer. */}
      {ignored && <p className={styles.meta}>{t('ignoring.isBlocked')}</p>}
      {acts.menuAndDialogs}
      {ignoring.dialog}
    </>
  );
}

/** The newest; a colleague may share all rooms there are. */
const fewShared = 5;

/** Those that this computer knows, then those that only the server knows: it has the members of rooms that were never opened here. */
function useSharedRooms({ person, sharedRooms }: Card, roomId: string): readonly SharedRoom[] {
  const call = useEngineCall();
  const { userId } = person;
  const [told, setTold] = useState<readonly SharedRoom[]>([]);
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      const answer = await call('mutualRooms', { userId });
      // A server that does not tell leaves it at what is known here.
      if (!gone && answer.ok) setTold(answer.output.rooms);
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [call, userId]);
  const known = new Set([roomId, ...sharedRooms.map((room) => room.roomId)]);
  return [...sharedRooms, ...told.filter((room) => !known.has(room.roomId))];
}

function Shared({ card, roomId }: { readonly card: Card; readonly roomId: string }): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [all, setAll] = useState(false);
  const shared = useSharedRooms(card, roomId);
  const { length } = shared;
  if (length === 0) return null;
  const shown = all || length <= fewShared + 1 ? shared : shared.slice(0, fewShared);
  return (
    <section className={styles.shared} aria-label={t('members.shared')}>
      <h3 className={styles.meta}>{t('members.shared')}</h3>
      {shown.map(({ roomId: id, name, avatar }) => (
        <Button
          key={id}
          variant="quiet"
          className={styles.room}
          onPress={() => dispatch(roomOpened(id))}
        >
          <MediaAvatar id={id} name={name} avatar={avatar} size={24} />
          <Name cut>{name}</Name>
        </Button>
      ))}
      {shown.length < length && (
        <Button variant="quiet" className={styles.room} onPress={() => setAll(true)}>
          {t('members.sharedAll', { count: length })}
        </Button>
      )}
    </section>
  );
}
