// Changes of the room itself (its name, topic, rules, encryption) as sentences. The window has the words.
import { previousContent as before, type StoredEvent } from '#stores/events/types';
import { memberType } from '#contract/areas/callNames';
import { isRecord } from '../base/record';
import { cleanName } from '../events/cleanName';
import type { NoticeKind, Said, What } from './kind';

const say = (what: What, detail: unknown = null): Said => ({
  what,
  target: null,
  detail: cleanName(detail),
});

/** The first rules of a room say nothing: only their change does. */
const ifChanged = (event: StoredEvent, said: Said): Said | null =>
  before(event) === null ? null : said;

/** The first call of a room lets everybody in: that and nothing else is said as what it is. */
function rightsChanged(event: StoredEvent): Said {
  const levelsOf = (content: Record<string, unknown> | null): Record<string, unknown> =>
    isRecord(content?.['events']) ? content['events'] : {};
  const rest = (content: Record<string, unknown> | null): string => {
    const others = Object.entries(levelsOf(content)).filter(([type]) => type !== memberType);
    return JSON.stringify([{ ...content, events: null }, others.toSorted()]);
  };
  const levelOf = (content: Record<string, unknown> | null): unknown =>
    levelsOf(content)[memberType];
  const { content } = event.raw;
  const was = before(event);
  const level = levelOf(content);
  const usual = typeof content['users_default'] === 'number' ? content['users_default'] : 0;
  const opened = typeof level === 'number' && level <= usual && level !== levelOf(was);
  return say(opened && rest(was) === rest(content) ? 'calls_allowed' : 'power_levels_changed');
}

/** One act pins or unpins one message; whatever else was written says only that something changed. */
function pinsChanged(event: StoredEvent): Said {
  const idsOf = (content: Record<string, unknown> | null): ReadonlySet<unknown> =>
    new Set(Array.isArray(content?.['pinned']) ? content['pinned'] : []);
  const was = idsOf(before(event));
  const now = idsOf(event.raw.content);
  if ([...now].some((id) => !was.has(id))) return say('pinned');
  return say([...was].some((id) => !now.has(id)) ? 'unpinned' : 'other_state');
}

/** By the type of the event; ids of others are never keys here. */
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
