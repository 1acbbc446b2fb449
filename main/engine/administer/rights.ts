// Which level of power an act in a room needs: as the room says it, and changed (m.room.power_levels). Must not judge who may change it.
import { callType, memberType } from '#contract/areas/callNames';
import type { roomRights } from '#contract/plainNames';
import { isRecord } from '../base/record';
import type { Http } from '../http/http';
import type { PowerLevels } from '../rooms/permissions';
import { changeState } from '../rooms/stateContent';

export type RoomRight = (typeof roomRights)[number];

type Content = Readonly<Record<string, unknown>>;

/** Where a level stands in the content: under its own key, or as the level of some events. */
type Place =
  | { readonly key: 'ban' | 'events_default' | 'invite' | 'kick' | 'redact' }
  | { readonly notification: 'room' }
  | { readonly events: readonly string[] };

const places: Readonly<Record<RoomRight, Place>> = {
  messages: { key: 'events_default' },
  invite: { key: 'invite' },
  profile: { events: ['m.room.name', 'm.room.topic', 'm.room.avatar'] },
  pin: { events: ['m.room.pinned_events'] },
  calls: { events: [callType, memberType] },
  notifyRoom: { notification: 'room' },
  redact: { key: 'redact' },
  kick: { key: 'kick' },
  ban: { key: 'ban' },
  access: { events: ['m.room.join_rules', 'm.room.history_visibility', 'm.room.guest_access'] },
  roles: { events: ['m.room.power_levels'] },
};

/** Of several events the highest: that is what somebody needs who does all of it. */
export function rightLevel(levels: PowerLevels, right: RoomRight): number {
  const place = places[right];
  if ('events' in place) return Math.max(...place.events.map((type) => levels.forState(type)));
  if ('notification' in place) return levels.forRoomNotification();
  if (place.key === 'events_default') return levels.stated.eventsDefault ?? 0;
  return levels.forAct(place.key);
}

/** Writes the level on a copy of what the server holds. @throws AppFailure, also where the server refuses it */
export const setRoomRight = (
  http: Pick<Http, 'request'>,
  roomId: string,
  right: RoomRight,
  level: number,
): Promise<void> =>
  changeState(http, roomId, 'm.room.power_levels', (content) => withLevel(content, right, level));

function withLevel(content: Content, right: RoomRight, level: number): Record<string, unknown> {
  const place = places[right];
  if ('key' in place) return { ...content, [place.key]: level };
  const [key, names] =
    'events' in place
      ? (['events', place.events] as const)
      : (['notifications', [place.notification]] as const);
  const before = isRecord(content[key]) ? content[key] : {};
  return { ...content, [key]: { ...before, ...Object.fromEntries(names.map((n) => [n, level])) } };
}
