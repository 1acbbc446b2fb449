// The menu of a message: the same behind its ⋯ button and under the right mouse button.
import {
  AlarmClock,
  Bookmark,
  BookmarkX,
  CodeXml,
  Copy,
  Flag,
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
import { useTranslation } from 'react-i18next';
import { isolate } from '#ui/isolate';
import type { MenuEntry } from '#ui/Menu';
import { useTimelineScope } from '../context';
import type { Message, TimelineActions } from '../context';
import { bodyKind } from '../kinds/registry';
import { canSelect, useSelecting, type Selecting } from '../select/selecting';
import { RoomPins, type Pins } from '../pins/context';

export function useEntries(item: Message, selection: string): MenuEntry[] {
  const { actions } = useTimelineScope();
  const { t } = useTranslation();
  const [selecting, pins] = [useSelecting(), useContext(RoomPins)];
  const { body } = item;
  const kind = bodyKind(body);
  const text = kind.copied?.(body) ?? null;
  const entries: (MenuEntry | false)[] = [
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
    ...ofEvent(item, actions, selecting, t),
    ...keeping(item, actions, pins, t),
    {
      id: 'person',
      label: t('members.about', { name: isolate(item.sender.name) }),
      icon: User,
      onAction: () => actions.person(item.sender.userId),
    },
    ...(kind.entries?.(body, actions, t) ?? []),
    item.actions.cancel && {
      id: 'cancel',
      label: t(item.status === 'not_sent' ? 'timeline.action.delete' : 'timeline.action.cancel'),
      icon: item.status === 'not_sent' ? Trash2 : X,
      danger: item.status === 'not_sent',
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
  return entries.filter((entry) => entry !== false);
}

/** A thread that is there can be read wherever one may not write. */
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

/** For oneself, and for everybody. What a deleted message said cannot come back; one that is kept can still be taken out. */
function keeping(item: Message, actions: TimelineActions, pins: Pins, t: TFunction): MenuEntry[] {
  const { eventId, body } = item;
  const on = eventId !== null && pins.saved.has(eventId);
  const live = body.type !== 'redacted';
  if (eventId === null) return [];
  if (!live && !on) return pinning(item, actions, pins, t);
  const save = {
    id: 'save',
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
  // Nothing is left of a deleted message to point at.
  if (body.type === 'redacted' && !on) return [];
  return [
    {
      id: 'pin',
      label: t(on ? 'timeline.action.unpin' : 'timeline.action.pin'),
      icon: on ? PinOff : Pin,
      onAction: () => actions.pin(eventId, !on),
    },
  ];
}

/** What only an event of the server has. */
function ofEvent(
  item: Message,
  actions: TimelineActions,
  selecting: Selecting,
  t: TFunction,
): MenuEntry[] {
  if (item.eventId === null) return [];
  const versions = {
    id: 'versions',
    label: t('timeline.action.versions'),
    icon: History,
    onAction: () => actions.versions(item),
  };
  const reactors = {
    id: 'reactors',
    label: t('timeline.action.reactors'),
    icon: SmilePlus,
    onAction: () => actions.reactors(item),
  };
  const select = {
    id: 'select',
    label: t('timeline.action.select'),
    icon: SquareCheck,
    onAction: () => selecting.toggle(item.key),
  };
  const forward = {
    id: 'forward',
    label: t('timeline.action.forward'),
    icon: Forward,
    onAction: () => actions.forward(item),
  };
  const report = {
    id: 'report',
    label: t('report.action'),
    icon: Flag,
    onAction: () => actions.report(item),
  };
  return [
    ...(item.actions.forward ? [forward] : []),
    ...(canSelect(item) ? [select] : []),
    {
      id: 'copyLink',
      label: t('timeline.action.copyLink'),
      icon: Link2,
      onAction: () => actions.copyLink(item),
    },
    ...(item.edited ? [versions] : []),
    ...(item.reactions.length > 0 ? [reactors] : []),
    {
      id: 'source',
      label: t('timeline.action.source'),
      icon: CodeXml,
      onAction: () => actions.source(item),
    },
    ...(item.mine || item.body.type === 'redacted' ? [] : [report]),
  ];
}
