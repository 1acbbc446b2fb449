// The public rooms that match the typed text: fetched a moment after the last letter, page by page. Late answers are ignored.
import { useEffect, useRef, useState } from 'react';
import type { PublicRoom } from '#contract/areas/rooms/directoryModels';
import type { AppError } from '#contract/wire/errors';
import { useEngineCall, useValue } from '#app/hooks';

const typingMs = 300;

export interface Wanted {
  readonly term: string;
  readonly server: string | null;
  readonly network: string | null;
}

export interface Found {
  /** The server and the network that were asked: the rooms are shown below their names alone. */
  readonly place: string;
  /** The words that were searched for. */
  readonly term: string;
  readonly rooms: readonly PublicRoom[];
  readonly next: string | null;
  readonly total: number | null;
  /** The whole list of the server: no word and no network was asked for, and no page is left. */
  readonly all: boolean;
}

export interface PublicRoomsState {
  /** Null until the first answer. */
  readonly found: Found | null;
  readonly pending: boolean;
  readonly error: AppError | null;
  readonly more: () => void;
  /** Asks once more for what failed; done by itself when the connection is back. */
  readonly again: () => void;
}

interface Failed {
  readonly place: string;
  readonly error: AppError;
  readonly before: Found | null;
}

/** `wanted` null: nothing that could be asked. Another server or network begins anew, other words keep the rooms until the answer. */
export function usePublicRooms(wanted: Wanted | null): PublicRoomsState {
  const call = useEngineCall();
  const [found, setFound] = useState<Found | null>(null);
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const turn = useRef(0);
  const { term, server, network } = wanted ?? { term: '', server: null, network: null };
  const nothing = wanted === null;
  const place = JSON.stringify([server, network]);
  const isHere = (one: { readonly place: string } | null): boolean =>
    !nothing && one?.place === place;

  const ask = async (before: Found | null): Promise<void> => {
    const mine = (turn.current += 1);
    setPending(true);
    setFailed(null);
    const query = { term: term.trim(), server, network, since: before?.next ?? null };
    const answer = await call('publicRooms', query);
    if (mine !== turn.current) return;
    setPending(false);
    if (!answer.ok) return setFailed({ place, error: answer.error, before });
    const known = before?.rooms ?? [];
    const fresh = answer.output.rooms.filter(
      ({ roomId }) => !known.some((room) => room.roomId === roomId),
    );
    const all = query.term === '' && network === null && answer.output.next === null;
    setFound({ ...answer.output, place, term: query.term, rooms: [...known, ...fresh], all });
  };

  useEffect(() => {
    if (nothing) return undefined;
    const timer = setTimeout(() => void ask(null), typingMs);
    return () => {
      clearTimeout(timer);
      turn.current += 1;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- asked anew for other words, not for another render
  }, [call, term, server, network, nothing]);

  const failure = isHere(failed) ? failed : null;
  const again = (): void => void (failure !== null && ask(failure.before));
  const offline = useValue('sync', {}).value?.phase === 'offline';
  const wasOffline = useRef(offline);
  useEffect(() => {
    if (wasOffline.current && !offline) again();
    wasOffline.current = offline;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the connection is back, not for another render
  }, [offline]);

  return {
    found: isHere(found) ? found : null,
    pending,
    error: failure?.error ?? null,
    more: () => void ask(found),
    again,
  };
}
