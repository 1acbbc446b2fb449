// The people of a room beside the conversation: filter, virtualised rows of 36 px, invite; each row opens a menu.
import { Search, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { ListBox, ListBoxItem, ListLayout, Virtualizer } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { MemberRow } from '#contract/areas/peopleModels';
import type { RoomHeader } from '#contract/areas/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useList, useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import type { MenuPoint } from '#ui/Menu';
import { Name } from '#ui/Name';
import { SidePanel } from '#ui/SidePanel';
import { SkeletonRows } from '#ui/Spinner';
import { TextField } from '#ui/TextField';
import { useMemberActs } from './MemberActs';
import styles from './MembersPanel.module.css';

export interface MembersPanelProps {
  readonly room: RoomHeader;
  readonly onClose: () => void;
  readonly onInvite: () => void;
}

export function MembersPanel({ room, onClose, onInvite }: MembersPanelProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { roomId } = room;
  const members = useList('members', { roomId, text: text.trim(), limit: 500 });
  const { value: session } = useValue('session', {});
  const acts = useMemberActs(room);
  return (
    <SidePanel
      title={t('members.title')}
      closeLabel={t('members.close')}
      busy={text !== ''}
      onClose={onClose}
    >
      <div className={styles.tools}>
        <TextField
          label={t('members.filter')}
          labelHidden
          soft
          icon={Search}
          autoFocus
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
      <AppErrorNote error={members.error} />
      {!members.ready && members.error === null && (
        <SkeletonRows compact count={6} label={t('members.loading')} />
      )}
      {members.ready && members.items.length === 0 && (
        <EmptyState icon={Users} title={t('members.none')} />
      )}
      {members.items.length > 0 && (
        <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 36 }}>
          <ListBox
            aria-label={t('members.title')}
            className={styles.list}
            items={members.items.map((member) => ({ id: member.key, member }))}
            dependencies={[session?.userId]}
            onAction={(key) => {
              const member = members.items.find((one) => one.key === key);
              const row = document.querySelector(`[data-key="${CSS.escape(String(key))}"]`);
              const place = row?.getBoundingClientRect();
              if (member && place) acts.open(member, { x: place.left + 40, y: place.bottom });
            }}
          >
            {({ id, member }) => (
              <ListBoxItem id={id} textValue={member.person.name} className={styles.slot}>
                <MemberRowView
                  member={member}
                  onMenu={(at) => acts.open(member, at)}
                  own={member.person.userId === session?.userId}
                />
              </ListBoxItem>
            )}
          </ListBox>
        </Virtualizer>
      )}
      {acts.menuAndDialogs}
    </SidePanel>
  );
}

interface MemberRowViewProps {
  readonly member: MemberRow;
  readonly own: boolean;
  readonly onMenu: (at: MenuPoint) => void;
}

function MemberRowView({ member, own, onMenu }: MemberRowViewProps) {
  const { t } = useTranslation();
  const { person } = member;
  const side = own ? [t('members.you')] : [];
  if (member.membership === 'invite') side.push(t('members.invited'));
  else if (member.membership === 'knock') side.push(t('members.knocks'));
  else if (member.membership === 'ban') side.push(t('members.banned'));
  else if (member.role !== 'member') side.push(t(`members.role.${member.role}`));
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
        {member.presence === 'online' && (
          <span
            role="img"
            aria-label={t('members.online')}
            title={t('members.online')}
            className={styles.online}
          />
        )}
      </span>
      <Name cut className={styles.name}>
        {person.name}
      </Name>
      {person.ambiguous && <span className={styles.id}>{person.userId}</span>}
      {side.length > 0 && <span className={styles.side}>{side.join(', ')}</span>}
    </div>
  );
}
