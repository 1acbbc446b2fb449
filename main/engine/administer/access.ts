// Reads and changes a room's join rule, history visibility and guest access. Must not judge permissions.
import { textOf } from '#stores/events/types';
import { getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { guestAccesses, historyVisibilities, joinRules } from '#contract/plainNames';
import type { RoomRules, RulesChange } from '#contract/areas/rooms/administer';
import type { Http } from '../http/http';
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

/** Writes what differs, on a copy of what the server holds. @throws AppFailure */
export async function changeRules(
  http: Pick<Http, 'request'>,
  roomId: string,
  change: RulesChange,
): Promise<void> {
  for (const name of ['joinRule', 'history', 'guests'] as const) {
    const wanted = change[name];
    if (wanted === undefined) continue;
    const { type, key } = rules[name];
    await changeState(http, roomId, type, (content) =>
      content[key] === wanted ? null : { ...content, [key]: wanted },
    );
  }
}
