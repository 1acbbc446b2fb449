// The example people and rooms of the demo, made on the server with plain requests before anybody signs in.
import { makeDirect } from '../e2e/support/calls';
import type { startHomeserver } from '../homeserver/homeserver.cjs';

export type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;

export interface ExamplePerson {
  readonly username: string;
  readonly displayName: string;
  readonly password: string;
  readonly userId: string;
  readonly accessToken: string;
}

const password = 'correct horse battery staple';
const names = {
  alice: 'Alice Hartmann',
  bob: 'Bob Okafor',
  carol: 'Carol Lindqvist',
  dan: 'Dan Ferreira',
} as const;
type Username = keyof typeof names;

const lines = [
  'Good morning. The greenhouse was 4 degrees at six, so the seedlings are fine.',
  'I moved the watering to the evening, the beds dry out too fast otherwise.',
  'Who has the key of the shed?',
  'On the hook beside the door, as always.',
  'The new compost arrives on Thursday between nine and eleven.',
  'I can be there at nine, but not later than ten.',
  'Then I take the second half.',
  'We need more labels: tomatoes, beans, the two kinds of kale.',
  'I have a roll of the waterproof ones at home, I will bring them.',
  'The forecast says frost for Sunday night. Fleece over the early potatoes?',
  'Yes please. There should be two rolls behind the water tank.',
  'Found one. The other one has become a home for mice.',
  'They may keep it until spring.',
  'Minutes of the meeting are in the folder, please read before Friday.',
  'Read them, two small corrections sent.',
  'The bees are flying again!',
  'That is early. Good sign for the plum trees.',
];

async function put(
  homeserver: Homeserver,
  token: string,
  path: string,
  body: unknown,
): Promise<{ event_id: string }> {
  return (await homeserver.request('PUT', path, { token, body })) as { event_id: string };
}

async function createRoom(
  homeserver: Homeserver,
  owner: ExamplePerson,
  body: Record<string, unknown>,
): Promise<string> {
  const answer = await homeserver.request('POST', '/_matrix/client/v3/createRoom', {
    token: owner.accessToken,
    body,
  });
  return (answer as { room_id: string }).room_id;
}

async function talk(
  homeserver: Homeserver,
  roomId: string,
  people: readonly ExamplePerson[],
  count: number,
): Promise<string[]> {
  const said: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const speaker = people[(index * 7 + Math.floor(index / 5)) % people.length];
    if (speaker === undefined) break;
    const body = { msgtype: 'm.text', body: lines[index % lines.length] };
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/send/m.room.message/demo${index}`;
    const { event_id: eventId } = await put(homeserver, speaker.accessToken, path, body);
    said.push(eventId);
    if (index % 9 !== 4) continue;
    const other = people[(index + 1) % people.length] ?? speaker;
    const reaction = {
      'm.relates_to': { rel_type: 'm.annotation', event_id: eventId, key: index % 2 ? '👍' : '🌱' },
    };
    await put(
      homeserver,
      other.accessToken,
      path.replace('m.room.message/demo', 'm.reaction/react'),
      reaction,
    );
  }
  return said;
}

/** People have read all but the last few of what was said. */
async function read(
  homeserver: Homeserver,
  roomId: string,
  people: readonly ExamplePerson[],
  said: readonly string[],
  unread: number,
): Promise<void> {
  const last = said.at(-1 - unread);
  const path = `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/read_markers`;
  const body = { 'm.fully_read': last, 'm.read': last };
  for (const { accessToken: token } of people)
    await homeserver.request('POST', path, { token, body });
}

export type People = Readonly<Record<Username, ExamplePerson>>;

export interface World {
  readonly people: People;
  readonly rooms: Readonly<Record<string, string>>;
}

export async function registerPeople(homeserver: Homeserver): Promise<People> {
  const register = async ([username, displayName]: [string, string]) => {
    const user = { username, password, displayName };
    return [username, { ...user, ...(await homeserver.registerUser(user)) }] as const;
  };
  return Object.fromEntries(
    await Promise.all(Object.entries(names).map(register)),
  ) as unknown as People;
}

/** Many messages in a public room, a small plain room, a space that holds both, and an encrypted room of Alice and Bob. */
export async function makeRooms(homeserver: Homeserver, people: People): Promise<World> {
  const { alice, bob, carol, dan } = people;
  const everyone = [alice, bob, carol, dan];
  const garden = await createRoom(homeserver, carol, {
    preset: 'public_chat',
    name: 'Community garden',
    topic: 'Beds, bees and who waters when',
    room_alias_name: 'garden',
  });
  const minutes = await createRoom(homeserver, dan, {
    preset: 'private_chat',
    name: 'Minutes',
    invite: [alice.userId, bob.userId, carol.userId],
  });
  const space = await createRoom(homeserver, carol, {
    preset: 'public_chat',
    name: 'Allotment society',
    creation_content: { type: 'm.space' },
  });
  for (const [roomId, members] of [
    [garden, everyone],
    [minutes, everyone],
    [space, everyone],
  ] as const)
    for (const { accessToken: token } of members)
      await homeserver.request('POST', `/_matrix/client/v3/join/${encodeURIComponent(roomId)}`, {
        token,
        body: {},
      });
  for (const child of [garden, minutes])
    await put(
      homeserver,
      carol.accessToken,
      `/_matrix/client/v3/rooms/${encodeURIComponent(space)}/state/m.space.child/${encodeURIComponent(child)}`,
      { via: ['localhost'] },
    );
  // The last word is Carol's: a chat in which oneself spoke last has nothing to read.
  const [direct, inGarden, inMinutes] = await Promise.all([
    makeDirect(homeserver, alice, bob),
    talk(homeserver, garden, everyone, 158),
    talk(homeserver, minutes, [carol, dan], 24),
  ]);
  await read(homeserver, garden, [alice, bob], inGarden, 4);
  await read(homeserver, minutes, [alice, bob], inMinutes, 2);
  return { people, rooms: { garden, minutes, space, direct } };
}
