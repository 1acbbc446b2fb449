// The people who are being picked, and what is typed and not picked yet, so that a dialog leaves nobody out who was typed.
import { useRef, useState, type RefObject } from 'react';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { fullAddress, personOf, usePeopleSearch, type PeopleSearch } from './usePeopleSearch';

export interface Picking {
  readonly people: readonly Person[];
  readonly setPeople: (people: readonly Person[]) => void;
  readonly term: string;
  readonly setTerm: (term: string) => void;
  readonly search: PeopleSearch;
  /** There is neither somebody picked nor a text typed. */
  readonly isEmpty: boolean;
  /** A dialog was to end with a text that names nobody. */
  readonly isOpenEnded: boolean;
  readonly input: RefObject<HTMLInputElement | null>;
  /**
   * For who ends the dialog: the people, with the one whose whole address is typed. Null where the text names nobody: then the field has
   * the focus and says what to do.
   */
  readonly settle: () => readonly Person[] | null;
}

export function usePicking(first: readonly Person[] = []): Picking {
  const [people, setPeople] = useState(first);
  const [term, setTerm] = useState('');
  const [stuck, setStuck] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const search = usePeopleSearch(term);
  const wanted = term.trim();
  const settle = (): readonly Person[] | null => {
    if (wanted === '') return people;
    if (!fullAddress.test(wanted) || search.isNobody) {
      setStuck(wanted);
      input.current?.focus();
      return null;
    }
    const isPicked = people.some(({ userId }) => userId === wanted);
    const typed = search.people.find(({ userId }) => userId === wanted) ?? personOf(wanted);
    const all = isPicked ? people : [...people, typed];
    setPeople(all);
    setTerm('');
    return all;
  };
  return {
    ...{ people, setPeople, term, setTerm, search, input, settle },
    isEmpty: people.length === 0 && wanted === '',
    isOpenEnded: wanted !== '' && stuck === wanted,
  };
}
