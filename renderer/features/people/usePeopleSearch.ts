// Searches people while a name is typed. A complete user id is always a result, also if the server does not answer, unless
// it is one of the own server and belongs to nobody.
import { serverNameOf } from '#contract/plainNames';
import { useEffect, useState } from 'react';
import type { AppError } from '#contract/wire/errors';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { useEngineCall, useValue } from '#app/hooks';

/** The shape of a complete user id. */
export const fullAddress = /^@[^:\s]+:[^\s:]+(:\d+)?$/;
const pauseMs = 200;

/** Somebody of whom no more than the user id is known. */
export const personOf = (userId: string): Person => ({
  userId,
  name: userId,
  ambiguous: false,
  avatar: null,
});

/** Adds the typed text as a person, if it is a complete user id that the server did not return. */
export function withTyped(found: readonly Person[], term: string): readonly Person[] {
  if (!fullAddress.test(term) || found.some((person) => person.userId === term)) return found;
  return [personOf(term), ...found];
}

export interface PeopleSearch {
  readonly people: readonly Person[];
  /** True for a complete user id of the own server that belongs to nobody. */
  readonly isNobody: boolean;
  readonly searching: boolean;
  readonly error: AppError | null;
}

const idle: PeopleSearch = { people: [], isNobody: false, searching: false, error: null };

/** Whether both accounts are of one server. */
const isNeighbour = (userId: string, ownUserId: string | null | undefined): boolean =>
  typeof ownUserId === 'string' && serverNameOf(userId) === serverNameOf(ownUserId);

export function usePeopleSearch(term: string): PeopleSearch {
  const call = useEngineCall();
  const [search, setSearch] = useState<PeopleSearch>(idle);
  const wanted = term.trim().slice(0, 200);
  const ownUserId = useValue('session', {}).value?.userId;
  const isOwn = fullAddress.test(wanted) && isNeighbour(wanted, ownUserId);
  useEffect(() => {
    if (wanted === '') return setSearch(idle);
    let stale = false;
    setSearch((before) => ({ ...before, isNobody: false, searching: true }));
    const timer = setTimeout(() => {
      const looks = isOwn ? call('findPerson', { userId: wanted }) : null;
      void Promise.all([call('searchPeople', { term: wanted }), looks]).then(([result, look]) => {
        if (stale) return;
        const sought = look?.ok === true ? look.output : null;
        const found = result.ok ? result.output.people : [];
        const isKnown = found.some(({ userId }) => userId === wanted);
        setSearch({
          people: isKnown || !sought?.person ? found : [sought.person, ...found],
          isNobody: sought?.found === 'nobody' && !isKnown,
          searching: false,
          error: result.ok ? null : result.error,
        });
      });
    }, pauseMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [wanted, isOwn, call]);
  return { ...search, people: search.isNobody ? search.people : withTyped(search.people, wanted) };
}
