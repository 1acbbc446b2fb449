// The addresses of a room and whether its server lists it: read, made, taken away. What the room calls its own addresses is state of it.
import { textOf } from '#stores/events/types';
import type { RoomAddresses } from '#contract/areas/rooms/directoryModels';
import { isRecord } from '../base/record';
import { isRefusal, notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';
import { changeState } from '../rooms/stateContent';

type Asked = Pick<Http, 'request'>;

const type = 'm.room.canonical_alias';
const most = 200;

const aliasesIn = (list: unknown): string[] =>
  Array.isArray(list)
    ? list
        .filter((one): one is string => typeof one === 'string' && /^#.+:.+$/.test(one))
        .slice(0, most)
    : [];

/** GET /rooms/{roomId}/aliases: those of the own server (CHAT-7.34). @throws AppFailure */
async function localAliases(http: Asked, roomId: string): Promise<string[]> {
  const answer = await http.request<unknown>({
    ...{ method: 'GET', path: path`/rooms/${roomId}/aliases`, retry: 'limited' },
  });
  if (!isRecord(answer) || !Array.isArray(answer['aliases'])) throw notMatrix();
  return aliasesIn(answer['aliases']);
}

/** Null where the server does not say. @throws AppFailure */
export async function isListed(http: Asked, roomId: string): Promise<boolean | null> {
  try {
    const answer = await http.request<unknown>({
      ...{ method: 'GET', path: path`/directory/list/room/${roomId}`, retry: 'limited' },
    });
    return isRecord(answer) ? answer['visibility'] === 'public' : null;
  } catch (thrown) {
    if (isRefusal(thrown)) return null;
    throw thrown;
  }
}

/** `stated`: what the room says of itself. @throws AppFailure */
export async function roomAddresses(
  http: Asked,
  roomId: string,
  stated: unknown,
): Promise<RoomAddresses> {
  const [local, listed] = await Promise.all([localAliases(http, roomId), isListed(http, roomId)]);
  const content = isRecord(stated) ? stated : {};
  return {
    main: textOf(content['alias']),
    others: aliasesIn(content['alt_aliases']),
    local,
    listed,
  };
}

/** @throws AppFailure `conflict` where another room has it */
export async function addAlias(http: Asked, roomId: string, alias: string): Promise<void> {
  await http.request({
    ...{ method: 'PUT', path: path`/directory/room/${alias}`, retry: 'limited' },
    body: { room_id: roomId },
  });
}

/** Takes the address from the room, and out of what the room says of itself where this account may write that. @throws AppFailure */
export async function removeAlias(http: Asked, roomId: string, alias: string): Promise<void> {
  await http.request({
    ...{ method: 'DELETE', path: path`/directory/room/${alias}`, retry: 'limited' },
  });
  await changeState(http, roomId, type, (content) => {
    const others = aliasesIn(content['alt_aliases']);
    if (content['alias'] !== alias && !others.includes(alias)) return null;
    const { alias: main, ...rest } = content;
    return {
      ...rest,
      ...(main !== alias && main !== undefined && { alias: main }),
      alt_aliases: others.filter((one) => one !== alias),
    };
  }).catch((thrown: unknown) => {
    // The address is gone all the same; who may change the room's own words sees it there.
    if (!isRefusal(thrown)) throw thrown;
  });
}

/** The address that the room is known by; null: by none. The one before stays as another one. @throws AppFailure */
export const setMainAlias = (http: Asked, roomId: string, alias: string | null): Promise<void> =>
  changeState(http, roomId, type, (content) => {
    const { alias: before, ...rest } = content;
    const kept = [
      ...aliasesIn(content['alt_aliases']),
      ...(typeof before === 'string' && before !== '' ? [before] : []),
    ];
    const others = [...new Set(kept)].filter((one) => one !== alias);
    return { ...rest, ...(alias !== null && { alias }), alt_aliases: others };
  });

/** @throws AppFailure */
export async function setListed(http: Asked, roomId: string, on: boolean): Promise<void> {
  await http.request({
    ...{ method: 'PUT', path: path`/directory/list/room/${roomId}`, retry: 'limited' },
    body: { visibility: on ? 'public' : 'private' },
  });
}
