// Reads and changes a room's join rule, with the rooms whose members it lets in, history visibility and guest access. Must not judge
// permissions.
import { isDeepStrictEqual } from 'node:util';
import { textOf } from '#stores/events/types';
import { getRoom, roomNoOf, type StoredRoom } from '#stores/rooms/rooms';
import { spacesWith } from '#stores/rooms/spaces';
import { getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { guestAccesses, historyVisibilities, joinRules } from '#contract/plainNames';
import { mostLetIn } from '#contract/areas/rooms/administer';
import type { RoomAdministration, RoomRules, RulesChange } from '#contract/areas/rooms/administer';
import { isRecord } from '../base/record';
import type { Http } from '../http/http';
import { firstRestricted, isSince } from '../rooms/newRoom';
import { changeState } from '../rooms/stateContent';

type Db = Store['db'];

/** State type, key in its content, known values, and what holds where a room says nothing or something else (CHAT-3.34). */
const rules = {
  joinRule: {
    type: 'm.room.join_rules',
    key: 'join_rule',
    known: joinRules,
    usual: 'invite',
  },
  history: {
    type: 'm.room.history_visibility',
    key: 'history_visibility',
    known: historyVisibilities,
    usual: 'shared',
  },
  guests: {
    type: 'm.room.guest_access',
    key: 'guest_access',
    known: guestAccesses,
    usual: 'forbidden',
  },
} as const;

type Name = keyof typeof rules;

/** The state type that a change of this rule writes. */
export const typeOfRule = (name: Name): string => rules[name].type;

function read<N extends Name>(db: Db, roomNo: number, name: N): RoomRules[N] {
  const { type, key, known, usual } = rules[name];
  const said = textOf(getState(db, roomNo, type)?.raw.content[key]);
  return ((known as readonly string[]).includes(said ?? '') ? said : usual) as RoomRules[N];
}

export const roomRules = (db: Db, roomNo: number): RoomRules => ({
  joinRule: read(db, roomNo, 'joinRule'),
  history: read(db, roomNo, 'history'),
  guests: read(db, roomNo, 'guests'),
});

/** The entries of `allow` that the specification knows. */
const isEntry = (entry: unknown): entry is { readonly room_id: string } =>
  isRecord(entry) && entry['type'] === 'm.room_membership' && textOf(entry['room_id']) !== null;

const entriesOf = (allow: unknown): readonly unknown[] => (Array.isArray(allow) ? allow : []);

const namedBy = (db: Db, roomNo: number): string[] =>
  entriesOf(getState(db, roomNo, rules.joinRule.type)?.raw.content['allow'])
    .filter(isEntry)
    .map((entry) => entry.room_id);

/** The first room versions with these rules; null: it is the same as another one since ever. */
const firstVersions = {
  ...{ public: 1, invite: 1, private: null, knock: 7 },
  ...{ restricted: firstRestricted, knock_restricted: 10 },
} as const;

/** The rules that can be chosen, and whose members can be let in (`RoomAdministration`). */
export function joining(
  db: Db,
  room: Pick<StoredRoom, 'roomNo' | 'roomId' | 'version'>,
): Pick<RoomAdministration, 'joinRules' | 'letsIn'> {
  const named = new Set(namedBy(db, room.roomNo));
  const around = spacesWith(db, room.roomId).map(({ roomId }) => roomId);
  const ids = [...new Set([...named, ...around])].slice(0, mostLetIn);
  const unsorted = ids.map((roomId) => {
    const roomNo = roomNoOf(db, roomId);
    const name = roomNo === null ? null : (getRoom(db, roomNo)?.name ?? null);
    return { roomId, name, on: named.has(roomId) };
  });
  // By name, so that none changes its place when it is chosen.
  const letsIn = unsorted.toSorted((a, b) =>
    (a.name ?? a.roomId).localeCompare(b.name ?? b.roomId),
  );
  const now = read(db, room.roomNo, 'joinRule');
  const isOffered = (rule: RoomRules['joinRule']): boolean => {
    const first = firstVersions[rule];
    if (first === null || !isSince(room.version, first)) return false;
    return letsIn.length > 0 || !rule.endsWith('restricted');
  };
  return { joinRules: joinRules.filter((rule) => rule === now || isOffered(rule)), letsIn };
}

/** `allow` with these entries and without those; what else stands there stays. */
function letIn(allow: unknown, change: NonNullable<RulesChange['letsIn']>): readonly unknown[] {
  const gone = new Set(change.flatMap(({ roomId, on }) => (on ? [] : [roomId])));
  const kept = entriesOf(allow).filter((entry) => !isEntry(entry) || !gone.has(entry.room_id));
  const there = new Set(kept.filter(isEntry).map((entry) => entry.room_id));
  const added = change.filter(({ roomId, on }) => on && !there.has(roomId));
  return [...kept, ...added.map(({ roomId }) => ({ type: 'm.room_membership', room_id: roomId }))];
}

/** Writes what differs, on a copy of what the server holds. @throws AppFailure */
export async function changeRules(
  http: Pick<Http, 'request'>,
  roomId: string,
  change: RulesChange,
): Promise<void> {
  for (const name of ['joinRule', 'history', 'guests'] as const) {
    const wanted = change[name];
    const letsIn = name === 'joinRule' ? change.letsIn : undefined;
    if (wanted === undefined && letsIn === undefined) continue;
    const { type, key } = rules[name];
    await changeState(http, roomId, type, (content) => {
      const next = {
        ...content,
        ...(wanted !== undefined && { [key]: wanted }),
        ...(letsIn !== undefined && { allow: letIn(content['allow'], letsIn) }),
      };
      return isDeepStrictEqual(next, content) ? null : next;
    });
  }
}
