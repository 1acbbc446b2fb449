// The account of the bench: many rooms on a real server, some of them with enough messages to fill a window.
import { makeRoom } from '../support/plain';
import type { Homeserver, Person, Stage } from '../support/stage';

export interface World {
  readonly person: Person;
  /** Names of the rooms that are visited; their newest message is `newestOf(name)`. */
  readonly visited: readonly string[];
  readonly rooms: number;
}

const messagesOfVisited = 60;
const atOnce = 6;

export const newestOf = (name: string): string => `the newest of ${name}`;

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix} ${String(index + 1).padStart(3, '0')}`);

const words = 'the garden opens at nine and the seedlings want water before the sun is high'.split(
  ' ',
);
const sentence = (index: number): string =>
  Array.from(
    { length: 4 + (index % 17) },
    (_, word) => words[(index * 7 + word) % words.length],
  ).join(' ');

async function fill(
  homeserver: Homeserver,
  person: Person,
  roomId: string,
  bodies: readonly string[],
): Promise<void> {
  for (const [index, body] of bodies.entries())
    await homeserver.request(
      'PUT',
      `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/send/m.room.message/fill${index}`,
      { token: person.accessToken, body: { msgtype: 'm.text', body } },
    );
}

/** Some at a time, in order of their beginning. */
async function forEachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** The rooms to be visited stand first in both lists: by activity and by name. */
export async function makeWorld(stage: Stage, rooms: number, visitedRooms = 24): Promise<World> {
  const { homeserver } = stage;
  const person = await stage.register('alice', 'Alice Hartmann');
  const bodiesOf = (name: string, count: number): string[] => [
    ...Array.from({ length: count }, (_, index) => sentence(index)),
    newestOf(name),
  ];
  const make = async (name: string, count: number): Promise<void> => {
    const roomId = await makeRoom(homeserver, person, { name });
    await fill(homeserver, person, roomId, bodiesOf(name, count));
  };
  const visited = numbered('Allotment', visitedRooms);
  await forEachOf(numbered('Room', rooms - visitedRooms), async (name) => make(name, 2));
  await forEachOf(visited, async (name) => make(name, messagesOfVisited));
  return { person, visited, rooms };
}
