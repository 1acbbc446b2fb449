// The value `ignoredPeople`: whom this account ignores, named as the rooms know them. Must not ask the server. No SDK.
import { listRooms } from '#stores/rooms/rooms';
import { getMembersAt } from '#stores/rooms/state';
import { ignoredUsers } from '#stores/settings/accountData';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { toPerson } from '../rooms/people';
import { reading } from './reading';
import type { Sink, View, ViewDeps } from './view';

const minMs = 100;
/** Rooms in which a name is looked for, newest activity first. */
const mostRooms = 300;
const mostPeople = 500;

export function createIgnoredPeopleView(
  deps: ViewDeps,
  sink: Sink<{ readonly people: Person[] }>,
): View {
  const { db } = deps.store;
  const update = reading(deps.clock, minMs, sink, compose, deps.log);

  function compose(): void {
    const userIds = [...ignoredUsers(db)].slice(0, mostPeople);
    const rooms = userIds.length === 0 ? [] : listRooms(db, 'join').slice(0, mostRooms);
    const member = getMembersAt(
      db,
      rooms.flatMap(({ roomNo }) => userIds.map((userId) => [roomNo, userId] as const)),
    );
    const people = userIds.map((userId) => {
      const room = rooms.find(({ roomNo }) => member(roomNo, userId)?.displayName != null);
      return toPerson(db, userId, room ? member(room.roomNo, userId) : null, new Set());
    });
    sink.set({ people: people.sort((one, other) => one.name.localeCompare(other.name)) });
  }

  update.now();
  return {
    refresh({ topics }) {
      if (topics.has('accountData') || topics.has('session')) update.ask();
    },
    close: () => update.close(),
  };
}
