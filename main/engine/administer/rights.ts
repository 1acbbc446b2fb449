// Which level of power an act in a room needs: as the room says it, and changed (m.room.power_levels). Must not judge who may change it.
import { callType, memberType } from '#contract/areas/calls/callNames';
import type { roomRights } from '#contract/plainNames';
import { getRoom } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../base/record';
import { beaconTypes } from '../events/beacons';
import { stateLevel } from '../events/levels';
import type { Http } from '../http/http';
import { creatorsRule, type PowerLevels } from '../rooms/permissions';
import { changeState } from '../rooms/stateContent';
import { spaceChildType } from './space';

export type RoomRight = (typeof roomRights)[number];

type Content = Readonly<Record<string, unknown>>;

/** The key of a level in `m.room.power_levels`: a key of its own, some event types, or the default of all others. */
type Place =
  | { readonly key: 'ban' | 'invite' | 'kick' | 'redact' }
  | { readonly key: 'events_default'; readonly unless: readonly string[] }
  | { readonly notification: 'room' }
  | { readonly events: readonly string[] };

const places: Readonly<Record<RoomRight, Place>> = {
  // Rooms may name these events, which counts before the default.
  messages: { key: 'events_default', unless: ['m.room.message', 'm.room.encrypted'] },
  invite: { key: 'invite' },
  profile: { events: ['m.room.name', 'm.room.topic', 'm.room.avatar'] },
  pin: { events: ['m.room.pinned_events'] },
  // A person who starts a call also joins it.
  startCalls: { events: [callType, memberType] },
  joinCalls: { events: [memberType] },
  shareLive: { events: beaconTypes.info },
  notifyRoom: { notification: 'room' },
  redact: { key: 'redact' },
  kick: { key: 'kick' },
  ban: { key: 'ban' },
  access: { events: ['m.room.join_rules', 'm.room.history_visibility', 'm.room.guest_access'] },
  roles: { events: ['m.room.power_levels'] },
  spaceRooms: { events: [spaceChildType] },
};

/** The level that a right needs; with several event types the highest, which covers all of them. */
export function rightLevel(levels: PowerLevels, right: RoomRight): number {
  const place = places[right];
  if ('events' in place) return Math.max(...place.events.map((type) => levels.forState(type)));
  if ('notification' in place) return levels.forRoomNotification();
  if (place.key === 'events_default')
    return Math.max(...place.unless.map((type) => levels.forMessage(type)));
  return levels.forAct(place.key);
}

/** The creator, who has all power in a room without `m.room.power_levels`; null where the room version gives creators power of its own (MSC4289). */
export function creatorAlone(db: Store['db'], roomNo: number | null): string | null {
  const room = roomNo === null ? null : getRoom(db, roomNo);
  if (room === null || creatorsRule(room.version)) return null;
  return getState(db, room.roomNo, 'm.room.create')?.sender ?? null;
}

export interface RightChange {
  readonly roomId: string;
  readonly right: RoomRight;
  readonly level: number;
  /** Keeps their power where the room had no levels at all: the first that are written would take it away for good. */
  readonly creator: string | null;
}

/** Writes the level on a copy of what the server holds. @throws AppFailure, also where the server refuses it */
export const setRoomRight = (
  http: Pick<Http, 'request'>,
  { roomId, right, level, creator }: RightChange,
): Promise<void> =>
  changeState(http, roomId, 'm.room.power_levels', (content) => {
    const isFirst = Object.keys(content).length === 0 && creator !== null;
    return withLevel(isFirst ? { users: { [creator]: 100 } } : content, right, level);
  });

function withLevel(content: Content, right: RoomRight, level: number): Record<string, unknown> {
  const place = places[right];
  if ('unless' in place) {
    const events = isRecord(content['events']) ? content['events'] : {};
    const named = place.unless.filter((type) => Object.hasOwn(events, type));
    const changed = Object.fromEntries(named.map((type) => [type, level]));
    return {
      ...content,
      [place.key]: level,
      ...(named.length === 0 ? {} : { events: { ...events, ...changed } }),
    };
  }
  if ('key' in place) return { ...content, [place.key]: level };
  const [key, names] =
    'events' in place
      ? (['events', place.events] as const)
      : (['notifications', [place.notification]] as const);
  const before = isRecord(content[key]) ? content[key] : {};
  const levels = Object.fromEntries(names.map((name) => [name, level]));
  // Joining stays with those who have it when starting is taken from them.
  if (right === 'startCalls') levels[memberType] = Math.min(level, stateLevel(content, memberType));
  return { ...content, [key]: { ...before, ...levels } };
}
