// The menu of a message: the same behind its ⋯ button and for a right click.
import {
  AlarmClock,
  Bookmark,
  BookmarkX,
  CodeXml,
  Copy,
  Eye,
  Flag,
  FolderInput,
  Forward,
  History,
  Link2,
  MessagesSquare,
  Pencil,
  Pin,
  PinOff,
  Reply,
  SmilePlus,
  SquareCheck,
  Trash2,
  User,
  X,
} from 'lucide-react';
import { useContext } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from '#app/words';
import { isolate } from '#ui/text/isolate';
import { inGroups, type MenuEntry } from '#ui/overlays/Menu';
import { useTimelineScope } from '../context';
import type { Message, TimelineActions } from '../context';
import { bodyKind } from '../kinds/registry';
import { canSelect, hasFiles, useSelecting, type Selecting } from '../select/selecting';
import { RoomPins, type Pins } from '../pins/context';

/** The entries in groups: reply, forward, save, details, delete. */
export function useEntries(item: Message, selection: string): MenuEntry[] {
  const { actions, peek } = useTimelineScope();
  const { t } = useTranslation();
  const [selecting, pins] = [useSelecting(), useContext(RoomPins)];
  if (peek) return inGroups(copying(item, selection, actions, t));
  return inGroups(
    [
      item.actions.reply && {
        id: 'reply',
        label: t('timeline.action.reply'),
        icon: Reply,
        shortcut: 'R',
        onAction: () => actions.reply(item),
      },
      ...threading(item, actions, t),
      item.actions.edit && {
        id: 'edit',
        label: t('timeline.action.edit'),
        icon: Pencil,
        shortcut: 'E',
        onAction: () => actions.edit(item),
      },
    ],
    passing(item, selection, actions, selecting, t),
    keeping(item, actions, pins, t),
    [
      ...looking(item, actions, t),
      {
        id: 'person',
        label: t('members.about', { name: isolate(item.sender.name) }),
        icon: User,
        onAction: () => actions.person(item.sender.userId),
      },
    ],
    ending(item, actions, t),
  );
}

/** The entries for copying, which everybody has who can read the message. */
function copying(
  { body }: Message,
  selection: string,
  actions: TimelineActions,
  t: TFunction,
  link: MenuEntry | false = false,
): (MenuEntry | false)[] {
  const kind = bodyKind(body);
  const text = kind.copied?.(body) ?? null;
  return [
    selection !== '' && {
      id: 'copySelection',
      label: t('timeline.action.copySelection'),
      icon: Copy,
      onAction: () => actions.copy(selection),
    },
    text !== null && {
      id: 'copy',
      label: t('timeline.action.copy'),
      icon: Copy,
      onAction: () => actions.copy(text),
    },
    link,
    ...(kind.entries?.(body, actions, t) ?? []),
  ];
}

/** The entries for copying, saving to disk and forwarding. */
function passing(
  item: Message,
  selection: string,
  actions: TimelineActions,
  selecting: Selecting,
  t: TFunction,
): (MenuEntry | false)[] {
  const { eventId } = item;
  const link = eventId !== null && {
    id: 'copyLink',
    label: t('timeline.action.copyLink'),
    icon: Link2,
    onAction: () => actions.copyLink(item),
  };
  return [
    ...copying(item, selection, actions, t, link),
    hasFiles(item) && {
      id: 'saveTo',
      label: t('timeline.action.saveTo'),
      icon: FolderInput,
      onAction: () => actions.saveTo(item),
    },
    eventId !== null &&
      item.actions.forward && {
        id: 'forward',
        label: t('timeline.action.forward'),
        icon: Forward,
        onAction: () => actions.forward(item),
      },
    eventId !== null &&
      canSelect(item) && {
        id: 'select',
        label: t('timeline.action.select'),
        icon: SquareCheck,
        onAction: () => selecting.toggle(item.key),
      },
  ];
}

/** An existing thread can be read even if the reader may not write. */
function threading(item: Message, actions: TimelineActions, t: TFunction): MenuEntry[] {
  if (!item.actions.thread && item.thread === undefined) return [];
  return [
    {
      id: 'thread',
      label: t(item.thread === undefined ? 'threads.start' : 'threads.open'),
      icon: MessagesSquare,
      shortcut: 'T',
      onAction: () => actions.openThread(item),
    },
  ];
}

/** The message is deleted, or hidden for this account. */
const isGone = ({ type }: Message['body']): boolean => type === 'redacted' || type === 'hidden';

/**
 * The entries to save a message (for the account) and to pin it (for everybody). A deleted message can only be removed from the saved ones.
 */
function keeping(item: Message, actions: TimelineActions, pins: Pins, t: TFunction): MenuEntry[] {
  const { eventId, body } = item;
  const on = eventId !== null && pins.saved.has(eventId);
  const live = !isGone(body);
  if (eventId === null) return [];
  if (!live && !on) return pinning(item, actions, pins, t);
  const save = {
    id: 'keep',
    label: t(on ? 'timeline.action.unsave' : 'timeline.action.save'),
    icon: on ? BookmarkX : Bookmark,
    onAction: () => actions.keep(eventId, !on),
  };
  const remind = {
    id: 'remind',
    label: t('timeline.action.remind'),
    icon: AlarmClock,
    onAction: () => actions.remind(item),
  };
  return [...(live ? [save, remind] : [save]), ...pinning(item, actions, pins, t)];
}

function pinning(
  { eventId, body }: Message,
  actions: TimelineActions,
  { may, eventIds }: Pins,
  t: TFunction,
): MenuEntry[] {
  if (eventId === null || !may) return [];
  const on = eventIds.has(eventId);
  // A deleted message cannot be pinned, only unpinned.
  if (isGone(body) && !on) return [];
  return [
    {
      id: 'pin',
      label: t(on ? 'timeline.action.unpin' : 'timeline.action.pin'),
      icon: on ? PinOff : Pin,
      onAction: () => actions.pin(eventId, !on),
    },
  ];
}

/** The entries for the versions, the reactions, the readers and the source; the message must be an event of the server. */
function looking(item: Message, actions: TimelineActions, t: TFunction): (MenuEntry | false)[] {
  if (item.eventId === null) return [];
  return [
    item.edited && {
      id: 'versions',
      label: t('timeline.action.versions'),
      icon: History,
      onAction: () => actions.versions(item),
    },
    item.reactions.length > 0 && {
      id: 'reactors',
      label: t('timeline.action.reactors'),
      icon: SmilePlus,
      onAction: () => actions.reactors(item),
    },
    (item.mine || item.readBy.length > 0) &&
      item.body.type !== 'hidden' && {
        id: 'readers',
        label: t('timeline.action.readers'),
        icon: Eye,
        onAction: () => actions.readers(item),
      },
    item.body.type !== 'hidden' && {
      id: 'source',
      label: t('timeline.action.source'),
      icon: CodeXml,
      onAction: () => actions.source(item),
    },
  ];
}

function ending(item: Message, actions: TimelineActions, t: TFunction): (MenuEntry | false)[] {
  const notSent = item.status === 'not_sent';
  return [
    item.eventId !== null &&
      !item.mine &&
      item.body.type !== 'redacted' && {
        id: 'report',
        label: t('report.action'),
        icon: Flag,
        onAction: () => actions.report(item),
      },
    item.actions.cancel && {
      id: 'cancel',
      label: t(notSent ? 'timeline.action.delete' : 'timeline.action.unsend'),
      icon: notSent ? Trash2 : X,
      danger: true,
      onAction: () => actions.cancel(item),
    },
    item.actions.redact && {
      id: 'delete',
      label: t('timeline.action.delete'),
      icon: Trash2,
      danger: true,
      onAction: () => actions.redact(item),
    },
  ];
}
