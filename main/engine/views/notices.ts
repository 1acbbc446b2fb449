// State changes as sentences: what happened, by whom, to whom. The window has the words. No SDK.
import { previousContent as before, textOf, type StoredEvent } from '#stores/events/types';
import type { Person } from '#contract/areas/peopleModels';
import type { NoticeItem } from '#contract/areas/timelineModels';
import { shownTime } from '../rooms/derive';
import { cleanName } from '../rooms/names';
import { isCallStart } from '../events/displayable';
import type { GroupCallNotes } from '../calls/group/notes';
import { isGroupCallStart } from '../events/groupCallState';
import type { CallNotes } from './callNotes';

type What = NoticeItem['what'];
interface Said {
  readonly what: What;
  readonly target: string | null;
  readonly detail: string | null;
}

/** What an unchanged membership means: a new name or picture, or nothing that anybody has to see. */
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

const nameBefore = (event: StoredEvent): string | null => cleanName(before(event)?.['name']);

function leaving(was: unknown, self: boolean): What {
  if (was === 'ban') return 'unbanned';
  if (was === 'invite') return self ? 'invite_declined' : 'invite_withdrawn';
  return self ? 'left' : 'kicked';
}

function memberChange(event: StoredEvent): Said | null {
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

function saidBy(event: StoredEvent): Said | null {
  if (isCallStart(event)) return { what: 'call', target: null, detail: null };
  if (isGroupCallStart(event)) return { what: 'group_call', target: null, detail: null };
  const { content } = event.raw;
  const say = (what: What, detail: unknown = null): Said => ({
    what,
    target: null,
    detail: cleanName(detail),
  });
  switch (event.type) {
    case 'm.room.create':
      return say('created');
    case 'm.room.member':
      return memberChange(event);
    case 'm.room.name':
      return say(nameBefore(event) === null ? 'named' : 'name_changed', content['name']);
    case 'm.room.topic':
      return say('topic_changed', content['topic']);
    case 'm.room.avatar':
      return say('room_avatar_changed');
    case 'm.room.encryption':
      return say('encrypted');
    case 'm.room.tombstone':
      return say('upgraded', content['body']);
    case 'm.room.join_rules':
      return before(event) === null ? null : say('join_rule_changed', content['join_rule']);
    case 'm.room.history_visibility':
      return before(event) === null
        ? null
        : say('history_visibility_changed', content['history_visibility']);
    case 'm.room.power_levels':
      return before(event) === null ? null : say('power_levels_changed');
    case 'm.room.pinned_events':
      return say('other_state', event.type);
    default:
      return null;
  }
}

/** The person under the name of that time: of a new name, today's name would say nothing. */
const called = (person: Person, content: Record<string, unknown> | null): Person => ({
  ...person,
  name: cleanName(content?.['displayname']) ?? person.userId,
});

/** User ids that the sentence names; null when the event says nothing to people. */
export function noticePeople(event: StoredEvent): string[] | null {
  const said = saidBy(event);
  if (said === null) return null;
  return said.target === null ? [event.sender] : [event.sender, said.target];
}

/** Null when the event says nothing to people (the first rules of a room, an unchanged membership). */
export function noticeItem(
  event: StoredEvent,
  person: (userId: string) => Person,
  calls: CallNotes,
  groupCalls: GroupCallNotes,
): NoticeItem | null {
  const said = saidBy(event);
  if (said === null) return null;
  const actor = person(event.sender);
  const call = said.what === 'call' ? calls(event) : undefined;
  const groupCall = said.what === 'group_call' ? groupCalls(event) : undefined;
  if (call === null || groupCall === null) return null;
  return {
    kind: 'notice',
    key: event.eventId,
    eventId: event.eventId,
    what: said.what,
    actor: said.what === 'renamed_self' ? called(actor, before(event)) : actor,
    target: said.target === null ? null : person(said.target),
    detail: said.detail,
    sentAtMs: shownTime(event),
    ...(call === undefined ? {} : { call }),
    ...(groupCall === undefined ? {} : { groupCall }),
  };
}
