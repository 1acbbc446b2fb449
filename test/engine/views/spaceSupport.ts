// Spaces and the rooms in them, for the tests of the list of rooms.
import { putState } from '#stores/ingest/state';
import { ensureRoom, updateRoom, type RoomFields } from '#stores/rooms/rooms';
import type { RawEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import { recomputeRoom } from '#engine/rooms/derive';
import { alice, create, member, state } from '../../fixtures/events';

export const idOf = (name: string): string => `!${name}:example.org`;
const via = { via: ['example.org'] };

/** A link of a space to a room; without content there is none any more. */
export const holds = (name: string, content: Record<string, unknown> = via): RawEvent =>
  state('m.space.child', idOf(name), content);

interface Made {
  readonly name: string;
  readonly fields: RoomFields;
  /** Links of a space. Absent: an ordinary room. */
  readonly children?: readonly RawEvent[];
}

export function spacesIn(storeOf: () => Store) {
  /** Makes rooms in one commit. */
  const put = (made: readonly Made[]): void => {
    const store = storeOf();
    store.write((changes) => {
      for (const { name, fields, children } of made) {
        const roomNo = ensureRoom(store.db, idOf(name));
        updateRoom(store.db, roomNo, { membership: 'join', ...fields });
        const first = children === undefined ? create() : create('10', { type: 'm.space' });
        const named = state('m.room.name', '', { name });
        const events = [first, member(alice, 'join', 'Alice'), named, ...(children ?? [])];
        putState(store.db, roomNo, events, 1);
        changes.room(roomNo);
        recomputeRoom(store.db, roomNo, alice, changes);
      }
    });
  };
  return {
    put,
    room: (name: string, fields: RoomFields = {}): void => put([{ name, fields }]),
    space: (name: string, children: readonly RawEvent[], fields: RoomFields = {}): void =>
      put([{ name, fields, children }]),
  };
}
