// The people of a room beside the conversation: filter, virtualised rows of 36 px, invite; each row opens a menu.
import { Search, UserPlus, Users } from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import {
  Collection,
  Header,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  ListLayout,
  Virtualizer,
} from 'react-aria-components';
import { useTranslation } from '#app/words';
import type { MemberRow } from '#contract/areas/rooms/peopleModels';
import type { Asking } from '#contract/areas/rooms/askingModels';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useSteadyList, useValue } from '#app/hooks';
import { isOffline } from '#app/line/offline';
import { MediaAvatar } from '#app/MediaAvatar';
import { personOpened } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { useEntered } from '#ui/lists/useEntered';
import type { MenuPoint } from '#ui/overlays/Menu';
import { Name } from '#ui/text/Name';
import { SidePanel } from '#ui/layout/SidePanel';
import { SkeletonRows } from '#ui/layout/Spinner';
import { TextField } from '#ui/controls/TextField';
import { AskingList } from './AskingList';
import { useMemberActs } from './MemberActs';
import styles from './MembersPanel.module.css';

export interface MembersPanelProps {
  readonly room: RoomHeader;
  /** The person has opened it: it takes the focus. Otherwise it stood open when another chat came. */
  readonly asked: boolean;
  readonly onClose: () => void;
  readonly onInvite: () => void;
}

const mostRows = 500;
const none: readonly Asking[] = [];
/** From so many people on they stand under headings. */
const fewestGrouped = 12;

const groupOrder = ['knock', 'creator', 'admin', 'moderator', 'member', 'invite', 'ban'] as const;
type Group = (typeof groupOrder)[number];
/** In a chat of two the role of somebody who is there says nothing. */
const saidInDirect: ReadonlySet<Group> = new Set(['knock', 'invite', 'ban']);

const groupOf = ({ membership, role }: MemberRow): Group => {
  if (membership === 'knock' || membership === 'invite' || membership === 'ban') return membership;
  return role;
};

/** By role; whoever is not there yet, or not any more, apart. The order within a group stays. */
function groupsOf(
  members: readonly MemberRow[],
): { readonly id: Group; readonly rows: readonly MemberRow[] }[] {
  const groups = Map.groupBy(members, groupOf);
  return groupOrder.flatMap((id) => {
    const rows = groups.get(id);
    return rows === undefined ? [] : [{ id, rows }];
  });
}

export function MembersPanel({ room, asked, onClose, onInvite }: MembersPanelProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { roomId } = room;
  // The last list stays until the next one answers: no row that is looked at jumps.
  const members = useSteadyList('members', { roomId, text: text.trim(), limit: mostRows });
  const { value: session } = useValue('session', {});
  const acts = useMemberActs(room);
  const dispatch = useAppDispatch();
  const here = members.items.filter(({ membership }) => membership === 'join').length;
  const { asking } = room;
  /** Above the list, while nothing is looked for; those beyond them stand in the list. */
  const above = text === '' ? (asking ?? none) : none;
  const groups = useMemo(() => {
    const shown = new Set(above.map(({ person }) => person.userId));
    return groupsOf(members.items.filter(({ person }) => !shown.has(person.userId)));
  }, [members.items, above]);
  const isDirect = room.directUserId !== null;
  const grouped = Math.max(room.joinedCount, members.items.length) >= fewestGrouped;
  const list = useRef<HTMLDivElement>(null);
  const { ready, stale, error } = members;
  const isWhole = here >= Math.min(room.joinedCount, mostRows);
  const onEntered = useEntered(text, !stale || error !== null, () => {
    const first = groups[0]?.rows[0];
    if (!stale && first !== undefined)
      dispatch(personOpened({ roomId, userId: first.person.userId }));
  });
  const onToolsKey = (event: KeyboardEvent): void => {
    const { key, nativeEvent, target } = event;
    if (nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
    if (key === 'Escape' && text !== '') setText('');
    else if (key === 'Enter' && text.trim() !== '') onEntered();
    else if (key === 'ArrowDown' || key === 'Enter') list.current?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <SidePanel
      title={t('members.title')}
      closeLabel={t('members.close')}
      busy={text !== ''}
      onClose={onClose}
    >
      <div className={styles.tools} onKeyDown={onToolsKey}>
        <TextField
          label={t('members.filter')}
          labelHidden
          soft
          icon={Search}
          autoFocus={asked}
          placeholder={t('members.filter')}
          value={text}
          onChange={setText}
        />
        {room.permissions.invite && (
          <Button variant="text" icon={UserPlus} onPress={onInvite} className={styles.invite}>
            {t('members.invite')}
          </Button>
        )}
      </div>
      {above.length > 0 && <AskingList room={room} asking={above} />}
      <AppErrorNote error={error} />
      {ready && !stale && text === '' && !isWhole && (
        <p className={styles.partial} role="status">
          {t('members.partial', { count: room.joinedCount, here })}
        </p>
      )}
      {!ready && error === null && <SkeletonRows compact count={6} label={t('members.loading')} />}
      {ready && members.items.length === 0 && <EmptyState icon={Users} title={t('members.none')} />}
      {members.items.length > 0 && (
        <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 36, headingHeight: 32 }}>
          <ListBox
            ref={list}
            aria-label={t('members.title')}
            className={styles.list}
            items={groups}
            dependencies={[session?.userId, isWhole, grouped, isDirect]}
            onAction={(key) => dispatch(personOpened({ roomId, userId: String(key) }))}
          >
            {({ id, rows }) => (
              <ListBoxSection id={id} aria-label={t(`members.group.${id}`)}>
                {grouped && (
                  <Header className={styles.group}>
                    {t(`members.group.${id}`)}
                    {isWhole && <span className={styles.count}> {rows.length}</span>}
                  </Header>
                )}
                <Collection items={rows}>
                  {(member) => (
                    <ListBoxItem
                      id={member.person.userId}
                      textValue={member.person.name}
                      className={styles.slot}
                    >
                      <MemberRowView
                        member={member}
                        onMenu={(at) => acts.open(member, at)}
                        own={member.person.userId === session?.userId}
                        group={grouped || (isDirect && !saidInDirect.has(id)) ? null : id}
                      />
                    </ListBoxItem>
                  )}
                </Collection>
              </ListBoxSection>
            )}
          </ListBox>
        </Virtualizer>
      )}
      {acts.menuAndDialogs}
    </SidePanel>
  );
}

const rowWords = {
  knock: 'members.knocks',
  creator: 'members.role.creator',
  admin: 'members.role.admin',
  moderator: 'members.role.moderator',
  invite: 'members.invited',
  ban: 'members.banned',
} as const;

interface MemberRowViewProps {
  readonly member: MemberRow;
  readonly own: boolean;
  /** Said on the row where no heading says it. */
  readonly group: Group | null;
  readonly onMenu: (at: MenuPoint) => void;
}

function MemberRowView({ member, own, group, onMenu }: MemberRowViewProps) {
  const { t } = useTranslation();
  const side = [
    group === null || group === 'member' ? null : t(rowWords[group]),
    member.ignored === true ? t('ignoring.blocked') : null,
    own ? t('members.you') : null,
  ].filter((one) => one !== null);
  const { person } = member;
  const offline = useAppSelector(isOffline);
  return (
    <div
      className={styles.row}
      title={person.userId}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <span className={styles.face}>
        <MediaAvatar id={person.userId} name={person.name} avatar={person.avatar} size={24} />
        {member.presence === 'online' && !offline && (
          <span
            role="img"
            aria-label={t('members.online')}
            title={t('members.online')}
            className={styles.online}
          />
        )}
      </span>
      <span className={styles.who}>
        <Name cut className={styles.name}>
          {person.name}
        </Name>
        {person.ambiguous && <bdi className={styles.id}>{person.userId}</bdi>}
      </span>
      {side.length > 0 && <span className={styles.side}>{side.join(' · ')}</span>}
    </div>
  );
}
