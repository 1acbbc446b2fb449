// The address of a room as people have it: an alias, an id, or a link to one. Pure.

export interface RoomAddress {
  readonly roomIdOrAlias: string;
  /** Servers that know the room: an id of version 12 names none. */
  readonly via: string[];
}

const shape = /^[#!][^\s/?]+$/;
const mostVia = 10;

const viaIn = (query: string): string[] =>
  new URLSearchParams(query)
    .getAll('via')
    .filter((name) => /^[\w.:[\]-]{1,255}$/.test(name))
    .slice(0, mostVia);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const addressed = (roomIdOrAlias: string, query: string): RoomAddress | null =>
  shape.test(roomIdOrAlias) && roomIdOrAlias.length <= 255
    ? { roomIdOrAlias, via: viaIn(query) }
    : null;

/** Takes `#alias:server`, `!id`, `https://matrix.to/#/…?via=…` and `matrix:r/…`, `matrix:roomid/…`; null for anything else. */
export function roomAddress(text: string): RoomAddress | null {
  const wanted = text.trim();
  const link = /^(?:https:\/\/)?matrix\.to\/#\/([^/?]+)(?:\/[^?]*)?(?:\?(.*))?$/.exec(wanted);
  if (link) return addressed(decoded(link[1] ?? ''), link[2] ?? '');
  const uri = /^matrix:(r|roomid)\/([^/?]+)(?:\/[^?]*)?(?:\?(.*))?$/.exec(wanted);
  if (uri) return addressed(`${uri[1] === 'r' ? '#' : '!'}${decoded(uri[2] ?? '')}`, uri[3] ?? '');
  return addressed(wanted, '');
}
