// Reads room addresses as people write them (alias, id or link), and opens links.
import { useCallback } from 'react';
import { useStore } from 'react-redux';
import { useShell } from '../context';
import { useErrorNotice } from '../errors';
import { useEngineCall } from '../hooks';
import { personOpened, roomLinked } from './navigation';
import { resultOf } from '../result';
import { useAppDispatch, type AccountState } from '../store';

export interface RoomAddress {
  readonly roomIdOrAlias: string;
  /** Servers that know the room; a room id of version 12 names none. */
  readonly via: string[];
}

// Invisible characters are refused, because they would make an address look like another one.
const shape = /^[#!](?:[\u200c\u200d]|[^\s/?\p{Cc}\p{Cf}\p{Cs}])+$/u;
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

/** Reads `#alias:server`, `!id`, `https://matrix.to/#/…?via=…` and `matrix:r/…`, `matrix:roomid/…`; null for anything else. */
export function roomAddress(text: string): RoomAddress | null {
  const wanted = text.trim();
  const link = /^(?:https:\/\/)?matrix\.to\/#\/([^/?]+)(?:\/[^?]*)?(?:\?(.*))?$/i.exec(wanted);
  if (link) return addressed(decoded(link[1] ?? ''), link[2] ?? '');
  const uri = /^matrix:(r|roomid)\/([^/?]+)(?:\/[^?]*)?(?:\?(.*))?$/i.exec(wanted);
  if (uri)
    return addressed(
      `${uri[1]?.toLowerCase() === 'r' ? '#' : '!'}${decoded(uri[2] ?? '')}`,
      uri[3] ?? '',
    );
  return addressed(wanted, '');
}

export interface RoomLink extends RoomAddress {
  /** The event that the link names; null: the room itself. */
  readonly eventId: string | null;
}

const eventShape = /^\$[^\s/?]{1,254}$/;

/** Reads a `matrix.to` or `matrix:` link to a room or an event; null for anything else. */
export function roomLink(url: string): RoomLink | null {
  if (!/^(?:https:\/\/matrix\.to\/#\/|matrix:)/i.test(url)) return null;
  const address = roomAddress(url);
  if (address === null) return null;
  const end = /^https:/i.test(url)
    ? /#\/[^/?]+\/([^/?]+)/.exec(url)?.[1]
    : /^matrix:\w+\/[^/?]+\/e\/([^/?]+)/i.exec(url)?.[1]?.replace(/^/, '$');
  const eventId = decoded(end ?? '');
  return { ...address, eventId: eventShape.test(eventId) ? eventId : null };
}

/** Makes a `matrix.to` link to an event, which `roomLink` reads. */
export function eventLink(roomId: string, eventId: string, via: readonly string[]): string {
  const servers = via.map((server) => `via=${encodeURIComponent(server)}`).join('&');
  const path = `${encodeURIComponent(roomId)}/${encodeURIComponent(eventId)}`;
  return `https://matrix.to/#/${path}${servers === '' ? '' : `?${servers}`}`;
}

const userIdShape = /^@[^\s:\p{Cc}\p{Cf}\p{Cs}]+:[^\s/\p{Cc}\p{Cf}\p{Cs}]+$/u;
const personShape = /^(?:https:\/\/matrix\.to\/#\/(?:@|%40)|matrix:u\/)/i;

/** The user id in a link; null: the link names no person. */
export function personOf(href: string): string | null {
  const match = personShape.exec(href);
  if (match === null) return null;
  const rest = href.slice(match[0].length).split(/[/?#]/)[0] ?? '';
  try {
    const userId = `@${decodeURIComponent(rest)}`;
    return userIdShape.test(userId) && userId.length <= 255 ? userId : null;
  } catch {
    return null;
  }
}

/** The reader's place; if it has changed when an answer comes, the answer is ignored. */
const whereabouts = ({ navigation: { place, roomId } }: AccountState): string =>
  `${place} ${roomId ?? ''}`;

/** Opens a link: to a person, a room or an event in the app, any other in the browser. `threadId`: the thread that the link stands in. */
export function useOpenLink(threadId: string | null = null): (url: string) => void {
  const shell = useShell();
  const call = useEngineCall();
  const dispatch = useAppDispatch();
  const store = useStore<AccountState>();
  const tellFailure = useErrorNotice();
  return useCallback(
    (url) => {
      const open = async (link: RoomLink): Promise<void> => {
        const { roomIdOrAlias, via, eventId } = link;
        if (roomIdOrAlias.startsWith('!')) {
          dispatch(roomLinked({ roomId: roomIdOrAlias, alias: null, via, eventId }));
          return;
        }
        const from = whereabouts(store.getState());
        const found = await call('resolveAlias', { alias: roomIdOrAlias });
        if (whereabouts(store.getState()) !== from) return;
        if (found.ok) {
          dispatch(roomLinked({ ...found.output, alias: roomIdOrAlias, eventId }));
          return;
        }
        const gone = new AbortController();
        tellFailure(found.error, 'joinRoom', '', gone.signal);
        const unsubscribe = store.subscribe(() => {
          if (whereabouts(store.getState()) === from) return;
          unsubscribe();
          gone.abort();
        });
      };
      const link = roomLink(url);
      const userId = personOf(url);
      const { place, roomId } = store.getState().navigation;
      if (userId !== null && roomId !== null && place === 'chats')
        dispatch(personOpened({ roomId, userId, threadId }));
      else if (link === null) void resultOf(shell.call('openExternal', { url }));
      else void open(link);
    },
    [shell, call, dispatch, store, tellFailure, threadId],
  );
}
