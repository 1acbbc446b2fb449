// The list of names below the field, open while what is typed ends with an unfinished `from:` or `in:`. The field keeps the focus.
import { useState } from 'react';
import { useChosenOption } from '#ui/lists/useChosenOption';
import { useEntered } from '#ui/lists/useEntered';
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
  /** True when the key was for the list. */
  readonly onKey: (key: string) => boolean;
}

export function useNameList({ text, oneRoom, onChoose, onNone }: NameListDeps): NameList {
  const [closed, setClosed] = useState<string | null>(null);
  const typed = closed === text ? null : nameTyped(text, oneRoom !== null);
  const { options, answered } = useNames(typed, oneRoom);
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
      if (key === 'Escape') close();
      return key === 'Escape' || onArrow(key);
    },
  };
}
