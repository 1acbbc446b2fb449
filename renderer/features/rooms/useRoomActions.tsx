// The acts of a room's menu, and their dialogs. One set for the list and the header.
import type { TFunction } from 'i18next';
import {
  ArrowDown,
  CalendarDays,
  Check,
  DoorOpen,
  Download,
  Flag,
  LogOut,
  Mail,
  MailOpen,
  Pencil,
  Settings,
  Star,
  StarOff,
  Text,
  UserPlus,
  X,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { roomNotifications } from '#contract/plainNames';
import { useErrorNotice } from '#app/errors';
import { useEngineCall, type EngineCall } from '#app/hooks';
import { later } from '#app/later';
import { dayAsked, roomOpened } from '#app/places/navigation';
import type { Result } from '#app/result';
import { useAppDispatch } from '#app/store';
import type { MenuEntry } from '#ui/overlays/Menu';
import { ExportDialog } from '../exporting';
import { ReportDialog } from '../report';
import { RoomSettingsDialog } from '../roomSettings';

const DeclineDialog = later(async () => (await import('./DeclineDialog')).DeclineDialog);
export const InviteDialog = later(async () => (await import('./InviteDialog')).InviteDialog);
const LeaveDialog = later(async () => (await import('./LeaveDialog')).LeaveDialog);
const TextDialog = later(async () => (await import('./TextDialog')).TextDialog);

type Open = {
  readonly kind:
    'rename' | 'topic' | 'invite' | 'leave' | 'decline' | 'report' | 'settings' | 'export';
  readonly room: RoomHeader;
};

export interface RoomActions {
  readonly entriesFor: (room: RoomHeader) => readonly MenuEntry[];
  readonly invite: (room: RoomHeader) => void;
  readonly changeTopic: (room: RoomHeader) => void;
  /** Asks whether a room that this account is out of is removed from this computer. */
  readonly forget: (room: RoomHeader) => void;
  /** Shows what the room is, and its settings. */
  readonly about: (room: RoomHeader) => void;
  /** Render once beside the menu. */
  readonly dialogs: ReactNode;
}

export function useRoomActions(): RoomActions {
  const { t } = useTranslation();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const dispatch = useAppDispatch();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);

  const told = async (answer: Promise<Result<unknown>>): Promise<void> => {
    const result = await answer;
    if (!result.ok) tellFailure(result.error, 'general', t('rooms.unchanged'));
  };

  const accept = async (roomId: string) => {
    const result = await call('acceptInvite', { roomId });
    if (!result.ok) tellFailure(result.error);
    else dispatch(roomOpened(roomId));
  };

  /** For whom may: the same reason at each of them says no more than the one at inviting, and the settings show what they are. */
  const changes = (room: RoomHeader): MenuEntry[] => [
    ...(room.permissions.rename
      ? [
          {
            id: 'rename',
            label: t('rooms.rename'),
            icon: Pencil,
            onAction: () => setOpen({ kind: 'rename', room }),
          },
        ]
      : []),
    ...(room.permissions.setTopic
      ? [
          {
            id: 'topic',
            label: t('rooms.topicEdit'),
            icon: Text,
            onAction: () => setOpen({ kind: 'topic', room }),
          },
        ]
      : []),
  ];

  const entriesFor = (room: RoomHeader): readonly MenuEntry[] => {
    const leave: MenuEntry = {
      id: 'leave',
      label: t('rooms.leave'),
      icon: LogOut,
      danger: true,
      onAction: () => setOpen({ kind: 'leave', room }),
    };
    const report: MenuEntry = {
      id: 'report',
      label: t('report.action'),
      icon: Flag,
      onAction: () => setOpen({ kind: 'report', room }),
    };
    if (room.membership === 'invite')
      return [
        {
          id: 'accept',
          label: t('invite.accept'),
          icon: Check,
          onAction: () => void accept(room.roomId),
        },
        {
          id: 'decline',
          label: t('invite.decline'),
          icon: X,
          danger: true,
          onAction: () => setOpen({ kind: 'decline', room }),
        },
        report,
      ];
    // One cannot leave what one is not in.
    if (room.membership === 'unknown') return [];
    if (room.membership === 'knock') return [{ ...leave, icon: DoorOpen }];
    const toExport: MenuEntry = {
      id: 'export',
      label: t('exportChat'),
      icon: Download,
      onAction: () => setOpen({ kind: 'export', room }),
    };
    if (room.membership !== 'join')
      return [...(room.isSpace ? [] : [toExport]), { ...leave, label: t('room.forget'), icon: X }];
    const favourite = room.tags.includes('m.favourite');
    const low = room.tags.includes('m.lowpriority');
    const { permissions: may, roomId } = room;
    return [
      {
        id: 'favourite',
        label: favourite ? t('rooms.unfavourite') : t('rooms.favourite'),
        icon: favourite ? StarOff : Star,
        onAction: () => void told(call('setFavourite', { roomId, on: !favourite })),
      },
      {
        id: 'lowPriority',
        label: low ? t('rooms.notLowPriority') : t('rooms.lowPriority'),
        icon: ArrowDown,
        onAction: () => void told(call('setLowPriority', { roomId, on: !low })),
      },
      {
        id: 'read',
        label: t(room.hasNew ? 'rooms.markRead' : 'rooms.markUnread'),
        icon: room.hasNew ? MailOpen : Mail,
        onAction: () => void told(call('setRoomRead', { roomId, read: room.hasNew })),
      },
      {
        id: 'invite',
        label: t('rooms.invite'),
        icon: UserPlus,
        disabled: !may.invite,
        reason: t('rooms.mayNot'),
        onAction: () => setOpen({ kind: 'invite', room }),
      },
      ...changes(room),
      ...(room.isSpace
        ? []
        : [
            {
              id: 'day',
              label: t('rooms.goToDay'),
              icon: CalendarDays,
              onAction: () => dispatch(dayAsked({ roomId, atMs: Date.now() })),
            },
            toExport,
          ]),
      ...(room.isSpace
        ? []
        : [
            { id: 'before notifications', separator: true } as const,
            notifying(room, t, told, call),
            { id: 'after notifications', separator: true } as const,
          ]),
      {
        id: 'settings',
        label: t('rooms.settings', { context: room.isSpace ? 'space' : undefined }),
        icon: Settings,
        onAction: () => setOpen({ kind: 'settings', room }),
      },
      { id: 'line', separator: true },
      report,
      leave,
    ];
  };

  return {
    entriesFor,
    invite: (room) => setOpen({ kind: 'invite', room }),
    changeTopic: (room) => setOpen({ kind: 'topic', room }),
    forget: (room) => setOpen({ kind: 'leave', room }),
    about: (room) => setOpen({ kind: 'settings', room }),
    dialogs: open === null ? null : <OpenDialog open={open} onClose={close} />,
  };
}

/** Menu entries for the notifications of the room. */
function notifying(
  { roomId, notifications }: RoomHeader,
  t: TFunction,
  told: (answer: Promise<Result<unknown>>) => Promise<void>,
  call: EngineCall,
): MenuEntry {
  return {
    id: 'notifications',
    heading: t('rooms.notifications.title'),
    chosen: notifications,
    options: roomNotifications.map((id) => ({ id, label: t(`rooms.notifications.${id}`) })),
    onChoose: (id) => {
      const wanted = roomNotifications.find((option) => option === id);
      if (wanted !== undefined) void told(call('setRoomNotifications', { roomId, wanted }));
    },
  };
}

interface OpenDialogProps {
  readonly open: Open;
  readonly onClose: () => void;
}

function OpenDialog({ open, onClose }: OpenDialogProps) {
  const { room } = open;
  switch (open.kind) {
    case 'invite':
      return <InviteDialog room={room} onClose={onClose} />;
    case 'report':
      return <ReportDialog roomId={room.roomId} eventId={null} onClose={onClose} />;
    case 'decline':
      return <DeclineDialog room={room} onClose={onClose} />;
    case 'export':
      return <ExportDialog {...{ roomId: room.roomId, name: room.name, onClose }} />;
    case 'leave':
      return <LeaveDialog room={room} onClose={onClose} />;
    case 'settings':
      return <RoomSettingsDialog room={room} onClose={onClose} />;
    case 'rename':
    case 'topic':
      return <TextDialog kind={open.kind} room={room} onClose={onClose} />;
    default:
      return open.kind satisfies never;
  }
}
