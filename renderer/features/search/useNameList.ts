// The list of names below the field, open while what is typed ends with an unfinished `from:` or `in:`. The field keeps the focus.
import { useEffect, useRef, useState } from 'react';
import { useChosenOption } from '#ui/lists/useChosenOption';
import { useEntered } from '#ui/lists/useEntered';
import { useStable } from '#ui/useStable';
import type { Condition } from '#app/places/searching';
import { nameTyped, type NameTyped } from './conditions';
import { useNames, type NameOption } from './useNames';

interface NameListDeps {
  readonly text: string;
  readonly oneRoom: string | null;
  /** `rest`: the text without the operator. */
  readonly onChoose: (condition: Condition, rest: string) => void;
  /** Enter was pressed, and nobody and nothing is called like this. */
  readonly onNone: () => void;
  /** Words that seemed to be of a name are of none, or no name was typed: the text without the quotation mark, or without the operator. */
  readonly onNoName: (text: string) => void;
}

export interface NameList {
  /** Null: it is closed. */
  readonly typed: NameTyped | null;
  readonly options: readonly NameOption[];
  readonly active: NameOption | undefined;
  readonly listId: string;
  readonly domId: (option: NameOption) => string;
  readonly choose: (id: string | null) => void;
  readonly pick: (option: NameOption) => void;
  readonly open: () => void;
  /** Until something else is typed. */
  readonly close: () => void;
  /** Returns the text of the field after `next` was typed. */
  readonly typedOn: (next: string) => string;
  /** True when the key was for the list. */
  readonly onKey: (key: string) => boolean;
}

/** The name that was typed when one was left in the list, and that one. */
interface Only {
  readonly name: string;
  readonly condition: Condition;
}

/**
 * A blank belongs to the name while one in the list goes on with it: the name gets a quotation mark then. When no name in the list has what
 * follows, the one that was left before it is meant, and what follows is text; where several were left, the quotation mark goes.
 */
function useBlanks(
  { text, onChoose, onNoName }: Pick<NameListDeps, 'text' | 'onChoose' | 'onNoName'>,
  typed: NameTyped | null,
  { options, answered }: ReturnType<typeof useNames>,
): NameList['typedOn'] {
  const marked = useRef(false);
  const only = useRef<Only | null>(null);
  const isMarked = typed !== null && text.slice(typed.at).includes('"');
  const isNobody = isMarked && answered && options.length === 0 && /\s\S/.test(typed.name);
  const end = useStable(() => {
    const { name, at } = typed ?? { name: '', at: 0 };
    const found = only.current;
    if (found !== null && name.startsWith(`${found.name} `))
      onChoose(found.condition, text.slice(0, at) + name.slice(found.name.length).trimStart());
    else onNoName(text.replace(/"(?=[^"]*$)/, ''));
  });
  useEffect(() => {
    if (typed === null) only.current = null;
    else if (answered && options.length > 0) {
      const [one] = options;
      const isOne = one !== undefined && options.length === 1;
      only.current = isOne ? { name: typed.name.trim(), condition: one.condition } : null;
    }
  }, [typed, answered, options]);
  useEffect(() => {
    if (marked.current && isNobody) end();
    if (!isMarked || isNobody) marked.current = false;
  }, [isMarked, isNobody, text, end]);
  return (next) => {
    if (typed === null || isMarked || typed.name === '' || next !== `${text} `) return next;
    const begun = `${typed.name} `.toLowerCase();
    if (!options.some(({ name }) => name.toLowerCase().includes(begun))) return next;
    marked.current = true;
    return `${text.slice(0, typed.at)}${typed.kind}:"${typed.name} `;
  };
}

export function useNameList(deps: NameListDeps): NameList {
  const { text, oneRoom, onChoose, onNone, onNoName } = deps;
  const [closed, setClosed] = useState<string | null>(null);
  const typed = closed === text ? null : nameTyped(text, oneRoom !== null);
  const names = useNames(typed, oneRoom);
  const { options, answered } = names;
  const typedOn = useBlanks(deps, typed, names);
  const { active, byHand, listId, domId, choose, onArrow } = useChosenOption(options);
  const pick = ({ condition }: NameOption): void => {
    if (typed === null) return;
    choose(null);
    onChoose(condition, text.slice(0, typed.at));
  };
  const enter = (): void => (active === undefined ? onNone() : pick(active));
  const waitAndEnter = useEntered(text, answered, enter);
  const close = (): void => setClosed(text);
  return {
    typed: options.length === 0 ? null : typed,
    options,
    active,
    listId,
    domId,
    choose,
    pick,
    open: () => setClosed(null),
    close,
    typedOn,
    onKey: (key) => {
      if (typed === null) return false;
      if (key === 'Enter') {
        if (answered || byHand) enter();
        else waitAndEnter();
        return true;
      }
      // It goes on to what stands next.
      if (key === 'Tab') close();
      if (options.length === 0) return false;
      // An operator without a name would stay and mean nothing.
      if (key === 'Escape' && typed.name === '') onNoName(text.slice(0, typed.at));
      else if (key === 'Escape') close();
      return key === 'Escape' || onArrow(key);
    },
  };
}
