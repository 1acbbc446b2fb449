// Searches people while a name is typed. A complete user id is always a result, also if the server does not answer.
import { useEffect, useState } from 'react';
import type { AppError } from '#contract/wire/errors';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { useEngineCall } from '#app/hooks';

const fullAddress = /^@[^:\s]+:[^\s:]+(:\d+)?$/;
const pauseMs = 200;

const personOf = (userId: string): Person => ({
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
  readonly searching: boolean;
  readonly error: AppError | null;
}

const idle: PeopleSearch = { people: [], searching: false, error: null };

export function usePeopleSearch(term: string): PeopleSearch {
  const call = useEngineCall();
  const [search, setSearch] = useState<PeopleSearch>(idle);
  const wanted = term.trim().slice(0, 200);
  useEffect(() => {
    if (wanted === '') return setSearch(idle);
    let stale = false;
    setSearch((before) => ({ ...before, searching: true }));
    const timer = setTimeout(() => {
      void call('searchPeople', { term: wanted }).then((result) => {
        if (stale) return;
        const people = result.ok ? result.output.people : [];
        setSearch({ people, searching: false, error: result.ok ? null : result.error });
      });
    }, pauseMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [wanted, call]);
  return { ...search, people: withTyped(search.people, wanted) };
}
