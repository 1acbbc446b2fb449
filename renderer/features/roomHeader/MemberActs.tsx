// Acts on a member of a room: a menu with the acts that the server would allow, and the questions before them.
import { Check, Copy, Shield, UserMinus, UserPlus, UserX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { MemberRow } from '#contract/areas/rooms/peopleModels';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { useCall, useEngineCall, useValue } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { ContextMenu, type MenuEntry, type MenuPoint } from '#ui/overlays/Menu';
import { SettingSwitch } from '#ui/controls/SettingRow';
import { TextField } from '#ui/controls/TextField';
import { useToasts } from '#ui/overlays/Toasts';
import { copyText } from '#ui/text/copyText';
import { useIgnoring } from '../ignoring';
import styles from './MembersPanel.module.css';

type Level = MemberRow['actions']['levels'][number];
type Question =
  | { readonly kind: 'kick' | 'ban'; readonly member: MemberRow }
  | { readonly kind: 'admin'; readonly member: MemberRow; readonly level: Level };

/** Chooses the words for the members of a space. */
export const inSpace = ({ isSpace }: RoomHeader): { context: 'space' | undefined } => ({
  context: isSpace ? 'space' : undefined,
});

export interface MemberActs {
  readonly open: (member: MemberRow, at: MenuPoint) => void;
  /** Returns the menu of a member. */
  readonly entriesFor: (member: MemberRow) => readonly MenuEntry[];
  /** The person who is being blocked or unblocked. */
  readonly blocking: string | null;
  /** Render once beside the list. */
  readonly menuAndDialogs: ReactNode;
}

export function useMemberActs(room: RoomHeader): MemberActs {
  const { t } = useTranslation();
  const [menu, setMenu] = useState<{ member: MemberRow; at: MenuPoint } | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const ignoring = useIgnoring();
  const acts = useEntries(room, setQuestion);
  const entries = (member: MemberRow): readonly MenuEntry[] => {
    const own = ignoring.entriesFor(member.person, member.ignored === true);
    const line = own.length === 0 ? [] : [{ id: 'line-own', separator: true } as const];
    return [...acts(member), ...line, ...own];
  };
  return {
    open: (member, at) => setMenu({ member, at }),
    entriesFor: entries,
    blocking: ignoring.pending,
    menuAndDialogs: (
      <>
        {ignoring.dialog}
        {menu !== null && (
          <ContextMenu
            label={t('members.menu', { name: menu.member.person.name })}
            entries={entries(menu.member)}
            at={menu.at}
            onClose={() => setMenu(null)}
          />
        )}
        {question !== null && question.kind !== 'admin' && (
          <RemoveDialog
            room={room}
            member={question.member}
            kind={question.kind}
            onClose={() => setQuestion(null)}
          />
        )}
        {question?.kind === 'admin' && (
          <AdminDialog room={room} question={question} onClose={() => setQuestion(null)} />
        )}
      </>
    ),
  };
}

function useEntries(
  room: RoomHeader,
  ask: (question: Question) => void,
): (member: MemberRow) => readonly MenuEntry[] {
  const { t } = useTranslation();
  const call = useEngineCall();
  const toasts = useToasts();
  const tellFailure = useErrorNotice();
  const { roomId } = room;

  async function tell(work: ReturnType<typeof call>, done: string): Promise<void> {
    const result = await work;
    if (result.ok) toasts.show({ text: done });
    else tellFailure(result.error);
  }

  function levelEntry(member: MemberRow, level: Level): MenuEntry {
    const { userId, name } = member.person;
    const give = () => call('setPowerLevel', { roomId, userIds: [userId], level: level.level });
    return {
      id: `level-${level.role}`,
      label: t(`members.make.${level.role}`),
      icon: Shield,
      onAction: () =>
        level.role === 'admin'
          ? ask({ kind: 'admin', member, level })
          : void tell(give(), t(`members.made.${level.role}`, { name })),
    };
  }

  return (member) => {
    const { actions, membership, person } = member;
    const { userId, name } = person;
    const entries: (MenuEntry | false)[] = [
      actions.invite && {
        ...(membership === 'leave'
          ? { id: 'invite-again', label: t('members.inviteAgain'), icon: UserPlus }
          : { id: 'let-in', label: t('members.letIn'), icon: Check }),
        onAction: () =>
          void tell(
            call('invite', { roomId, userIds: [userId] }),
            t('members.letInDone', { name }),
          ),
      },
      ...actions.levels.map((level) => levelEntry(member, level)),
      {
        id: 'copy',
        label: t('members.copyId'),
        icon: Copy,
        onAction: () => void copyText(userId),
      },
      actions.unban && {
        id: 'unban',
        label: t('members.unban'),
        icon: Check,
        onAction: () =>
          void tell(call('unban', { roomId, userId }), t('members.unbanned', { name })),
      },
      (actions.kick || actions.ban) && { id: 'line', separator: true },
      actions.kick && {
        id: 'kick',
        label: t(`members.kick.${kindOfKick(membership)}`, inSpace(room)),
        icon: UserMinus,
        danger: true,
        onAction: () => ask({ kind: 'kick', member }),
      },
      actions.ban && {
        id: 'ban',
        label: t('members.ban', inSpace(room)),
        icon: UserX,
        danger: true,
        onAction: () => ask({ kind: 'ban', member }),
      },
    ];
    return entries.filter((entry) => entry !== false);
  };
}

const kindOfKick = (membership: MemberRow['membership']): 'join' | 'invite' | 'knock' =>
  membership === 'invite' || membership === 'knock' ? membership : 'join';

/** The way back that somebody who is removed has without an invitation; undefined: there is none. */
function useWayBack({ roomId, public: isPublic }: RoomHeader) {
  const { value } = useValue('roomAdministration', { roomId });
  const rule = value?.rules.joinRule ?? (isPublic ? 'public' : 'invite');
  if (rule === 'restricted' || rule === 'knock_restricted') return 'restricted';
  return rule === 'public' || rule === 'knock' ? rule : undefined;
}

interface RemoveDialogProps {
  readonly room: RoomHeader;
  readonly member: MemberRow;
  readonly kind: 'kick' | 'ban';
  readonly onClose: () => void;
}

function RemoveDialog({ room, member, kind, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const kick = useCall('kick');
  const ban = useCall('ban');
  const toasts = useToasts();
  const remove = useCall('deleteMessagesOf');
  const [reason, setReason] = useState('');
  const [withMessages, setWithMessages] = useState(false);
  /** They are out; what follows may be tried again. */
  const [removed, setRemoved] = useState(false);
  const { userId, name } = member.person;
  const act = kind === 'kick' ? kick : ban;
  const words = kind === 'ban' ? 'ban' : kindOfKick(member.membership);
  const back = useWayBack(room);
  const returns = back === 'public' || back === 'restricted';
  // Somebody who never joined wrote nothing.
  const mayDelete = room.permissions.redactOthers && member.membership === 'join';
  const confirm = async () => {
    const said = reason.trim() === '' ? null : reason.trim();
    const { roomId } = room;
    if (!removed) {
      const result = await act.run({ roomId, userId, reason: said });
      if (!result.ok) return;
      setRemoved(true);
      toasts.show({ text: t(`members.removed.${words}`, { name }) });
    }
    if (withMessages) {
      const requestId = newRequestId();
      const deleted = await remove.run({ requestId, roomId, userId, reason: said });
      if (!deleted.ok) return;
      toasts.show({ text: t('members.messagesDeleted', { count: deleted.output.count }) });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={t(`members.removeTitle.${words}`, { name })}
      isOpen
      onClose={onClose}
      confirmLabel={t(`members.removeConfirm.${words}`, { name })}
      cancelLabel={t('app.cancel')}
      danger
      fieldFirst
      pending={act.pending || remove.pending}
      onConfirm={() => void confirm()}
    >
      <p>
        {t(`members.removeText.${words}`, {
          room: room.name,
          ...(words === 'join' && { context: back }),
        })}
        {words === 'join' && returns && member.actions.ban && ` ${t('members.banKeeps')}`}
      </p>
      <div className={styles.reason}>
        <TextField
          autoFocus
          label={t('members.reason')}
          value={reason}
          maxLength={500}
          onChange={setReason}
        />
      </div>
      {mayDelete && (
        <SettingSwitch
          label={t('members.deleteMessages')}
          hint={t('members.deleteMessagesHint')}
          isSelected={withMessages}
          onChange={setWithMessages}
        />
      )}
      <AppErrorNote error={act.error ?? remove.error} />
    </ConfirmDialog>
  );
}

interface AdminDialogProps {
  readonly room: RoomHeader;
  readonly question: Extract<Question, { kind: 'admin' }>;
  readonly onClose: () => void;
}

function AdminDialog({ room, question, onClose }: AdminDialogProps) {
  const { t } = useTranslation();
  const give = useCall('setPowerLevel');
  const toasts = useToasts();
  const { userId, name } = question.member.person;
  const confirm = async () => {
    const { level } = question.level;
    const result = await give.run({ roomId: room.roomId, userIds: [userId], level });
    if (!result.ok) return;
    toasts.show({ text: t('members.made.admin', { name }) });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('members.adminTitle', { name })}
      isOpen
      onClose={onClose}
      confirmLabel={t('members.make.admin')}
      cancelLabel={t('app.cancel')}
      pending={give.pending}
      onConfirm={() => void confirm()}
    >
      <p>{t('members.adminText')}</p>
      <AppErrorNote error={give.error} />
    </ConfirmDialog>
  );
}
