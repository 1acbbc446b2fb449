// People who act without a window: plain requests to the server, in rooms that are not encrypted.
import type { Homeserver, Person } from './stage';

const encode = encodeURIComponent;
let counter = 0;

export interface PlainRoom {
  readonly name: string;
  readonly invite?: readonly Person[];
  readonly encrypted?: boolean;
  /** Further fields of the request. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export async function makeRoom(
  homeserver: Homeserver,
  owner: Person,
  { name, invite = [], encrypted = false, more = {} }: PlainRoom,
): Promise<string> {
  const body = {
    preset: 'private_chat',
    ...(name === '' ? {} : { name }),
    initial_state: encrypted
      ? [
          {
            type: 'm.room.encryption',
            state_key: '',
            content: { algorithm: 'm.megolm.v1.aes-sha2' },
          },
        ]
      : [],
    invite: invite.map(({ userId }) => userId),
    ...more,
  };
  const options = { token: owner.accessToken, body };
  const answer = (await homeserver.request('POST', '/_matrix/client/v3/createRoom', options)) as {
    room_id: string;
  };
  for (const { accessToken: token } of invite)
    await homeserver.request('POST', `/_matrix/client/v3/join/${encode(answer.room_id)}`, {
      token,
      body: {},
    });
  return answer.room_id;
}

/** A space with these rooms in it. */
export async function makeSpace(
  homeserver: Homeserver,
  owner: Person,
  room: PlainRoom,
  children: readonly string[],
): Promise<string> {
  const more = { ...room.more, creation_content: { type: 'm.space' } };
  const space = await makeRoom(homeserver, owner, { ...room, more });
  for (const child of children)
    await homeserver.request(
      'PUT',
      `/_matrix/client/v3/rooms/${encode(space)}/state/m.space.child/${encode(child)}`,
      { token: owner.accessToken, body: { via: ['localhost'] } },
    );
  return space;
}

/** Sends an event as it is; answers its id. */
export async function sendEvent(
  homeserver: Homeserver,
  from: Person,
  roomId: string,
  content: unknown,
  type = 'm.room.message',
): Promise<string> {
  counter += 1;
  const path = `/_matrix/client/v3/rooms/${encode(roomId)}/send/${encode(type)}/plain${counter}`;
  const options = { token: from.accessToken, body: content };
  const { event_id: eventId } = (await homeserver.request('PUT', path, options)) as {
    event_id: string;
  };
  return eventId;
}

export const say = (
  homeserver: Homeserver,
  from: Person,
  roomId: string,
  body: string,
): Promise<string> => sendEvent(homeserver, from, roomId, { msgtype: 'm.text', body });
