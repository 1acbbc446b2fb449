// Notices about membership: joined, left, invited, renamed. The window has the words.
import { previousContent as before, textOf, type StoredEvent } from '#stores/events/types';
import { cleanName } from '../../events/cleanName';
import type { NoticeKind, Said } from '../kind';

/** The notice for a member event with the same membership as before: a new name or picture; null for any other difference. */
function profileChange(event: StoredEvent): Said | null {
  const { content } = event.raw;
  const previous = before(event);
  if (previous === null) return null;
  if (textOf(previous['displayname']) !== textOf(content['displayname']))
    return { what: 'renamed_self', target: null, detail: cleanName(content['displayname']) };
  if (textOf(previous['avatar_url']) !== textOf(content['avatar_url']))
    return { what: 'avatar_changed', target: null, detail: null };
  return null;
}

function leaving(was: unknown, self: boolean): Said['what'] {
  if (was === 'ban') return 'unbanned';
  if (was === 'invite') return self ? 'invite_declined' : 'invite_withdrawn';
  // A person who only asked to join was never in the room.
  if (was === 'knock') return self ? 'knock_withdrawn' : 'knock_declined';
  return self ? 'left' : 'kicked';
}

function claims(event: StoredEvent): Said | null {
  const { content } = event.raw;
  const was = before(event)?.['membership'] ?? null;
  const self = event.stateKey === event.sender;
  const target = self ? null : event.stateKey;
  const reason = cleanName(content['reason']);
  switch (content['membership']) {
    case 'join':
      return was === 'join'
        ? profileChange(event)
        : { what: 'joined', target: null, detail: reason };
    case 'invite':
      return was === 'invite' ? null : { what: 'invited', target, detail: reason };
    case 'knock':
      return was === 'knock' ? null : { what: 'knocked', target: null, detail: reason };
    case 'ban':
      return was === 'ban' ? null : { what: 'banned', target, detail: reason };
    case 'leave':
      return { what: leaving(was, self), target, detail: reason };
    default:
      return null;
  }
}

export const membership: NoticeKind = {
  shows: 'notice',
  eventTypes: ['m.room.member'],
  isState: true,
  claims,
  // A rename names the person by the old name.
  actorName: (event, { what }) =>
    what === 'renamed_self' ? (cleanName(before(event)?.['displayname']) ?? event.sender) : null,
};
