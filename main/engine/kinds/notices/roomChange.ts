// Changes of the room itself (its name, topic, rules, encryption) as sentences. The window has the words.
import { previousContent as before, type StoredEvent } from '#stores/events/types';
import { callType, memberType } from '#contract/areas/calls/callNames';
import { isRecord } from '../../base/record';
import { cleanName } from '../../events/cleanName';
import { stateLevel } from '../../events/levels';
import type { NoticeKind, Said, What } from '../kind';

const say = (what: What, detail: unknown = null): Said => ({
  what,
  target: null,
  detail: cleanName(detail),
});

/** Null for the first event of its type in a room: only a change makes a notice. */
const ifChanged = (event: StoredEvent, said: Said): Said | null =>
  before(event) === null ? null : said;

type Content = Record<string, unknown> | null;

const recordIn = (content: Content, key: string): Record<string, unknown> =>
  isRecord(content?.[key]) ? content[key] : {};

/** True when the contents differ at most in these entries of `part`. */
function isSameBut(was: Content, now: Content, part: string, names: readonly string[]): boolean {
  const rest = (content: Content): string => {
    const others = Object.entries(recordIn(content, part)).filter(
      ([name]) => !names.includes(name),
    );
    const sorted = Object.entries({ ...content, [part]: null }).toSorted();
    return JSON.stringify([sorted, others.toSorted()]);
  };
  return rest(was) === rest(now);
}

const usualIn = (content: Content): number =>
  typeof content?.['users_default'] === 'number' ? content['users_default'] : 0;

/** A change that lets everybody join calls, or start them as well. */
function callsAllowed(was: Content, now: Content): Said | null {
  if (!isSameBut(was, now, 'events', [memberType, callType])) return null;
  const mayAll = (content: Content, type: string): boolean =>
    stateLevel(content, type) <= usualIn(content);
  const mayJoin = (content: Content): boolean => mayAll(content, memberType);
  const mayStart = (content: Content): boolean => mayJoin(content) && mayAll(content, callType);
  if (mayStart(now)) return mayStart(was) ? null : say('calls_allowed', 'start');
  const isSameStart = stateLevel(was, callType) === stateLevel(now, callType);
  return mayJoin(now) && !mayJoin(was) && isSameStart ? say('calls_allowed') : null;
}

/** Uses the same levels as the list of people. */
function roleOf(level: number): 'admin' | 'moderator' | 'member' {
  if (level >= 100) return 'admin';
  return level >= 50 ? 'moderator' : 'member';
}

/** One person has another role. */
function roleChanged(was: Content, now: Content): Said | null {
  const [before, after] = [recordIn(was, 'users'), recordIn(now, 'users')];
  const levelIn = (users: Record<string, unknown>, userId: string, content: Content): number => {
    const level = users[userId];
    return typeof level === 'number' ? level : usualIn(content);
  };
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (userId) => before[userId] !== after[userId],
  );
  const [userId] = changed;
  if (userId === undefined || changed.length > 1 || !isSameBut(was, now, 'users', changed))
    return null;
  const role = roleOf(levelIn(after, userId, now));
  if (role === roleOf(levelIn(before, userId, was))) return null;
  return { ...say('role_changed', role), target: userId };
}

/** A notice for the exact change if only the call rights or one role changed, else a general one. */
function rightsChanged(event: StoredEvent): Said {
  const was = before(event);
  const now = event.raw.content;
  return callsAllowed(was, now) ?? roleChanged(was, now) ?? say('power_levels_changed');
}

/** One act pins or unpins one message; any other change makes a general notice. */
function pinsChanged(event: StoredEvent): Said {
  const idsOf = (content: Record<string, unknown> | null): ReadonlySet<unknown> =>
    new Set(Array.isArray(content?.['pinned']) ? content['pinned'] : []);
  const was = idsOf(before(event));
  const now = idsOf(event.raw.content);
  if ([...now].some((id) => !was.has(id))) return say('pinned');
  return say([...was].some((id) => !now.has(id)) ? 'unpinned' : 'other_state');
}

/** By event type; a Map, because event types are chosen by other people. */
const changes: ReadonlyMap<string, (event: StoredEvent) => Said | null> = new Map<
  string,
  (event: StoredEvent) => Said | null
>([
  ['m.room.create', () => say('created')],
  [
    'm.room.name',
    (event) => {
      const isFirst = cleanName(before(event)?.['name']) === null;
      return say(isFirst ? 'named' : 'name_changed', event.raw.content['name']);
    },
  ],
  ['m.room.topic', (event) => say('topic_changed', event.raw.content['topic'])],
  ['m.room.avatar', () => say('room_avatar_changed')],
  ['m.room.encryption', () => say('encrypted')],
  [
    'm.room.join_rules',
    (event) => ifChanged(event, say('join_rule_changed', event.raw.content['join_rule'])),
  ],
  [
    'm.room.history_visibility',
    (event) =>
      ifChanged(event, say('history_visibility_changed', event.raw.content['history_visibility'])),
  ],
  ['m.room.power_levels', (event) => ifChanged(event, rightsChanged(event))],
  ['m.room.pinned_events', pinsChanged],
]);

export const roomChange: NoticeKind = {
  shows: 'notice',
  eventTypes: [...changes.keys()],
  isState: true,
  claims: (event) => changes.get(event.type)?.(event) ?? null,
};
