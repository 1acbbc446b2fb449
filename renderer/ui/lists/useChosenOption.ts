// Which of the options below a field is chosen while the field keeps the focus: by the arrows, round the ends, or by the pointer.
import { useEffect, useId, useState } from 'react';

export interface ChosenOption<T> {
  readonly active: T | undefined;
  /** The person has chosen the option; it is not just the first one. */
  readonly byHand: boolean;
  readonly listId: string;
  readonly domId: (option: T) => string;
  /** null: the first one again. */
  readonly choose: (id: string | null) => void;
  /** True when the key was for the list. */
  readonly onArrow: (key: string) => boolean;
}

/** The chosen one stays chosen, and in view, as long as it is among the `options`. */
export function useChosenOption<T extends { readonly id: string }>(
  options: readonly T[],
): ChosenOption<T> {
  const [chosen, setChosen] = useState<string | null>(null);
  const listId = useId();
  const index = Math.max(
    0,
    options.findIndex(({ id }) => id === chosen),
  );
  const active = options[index];
  const activeId = active?.id;
  useEffect(() => {
    document
      .getElementById(listId)
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest' });
  }, [listId, activeId]);
  return {
    active,
    byHand: chosen !== null,
    listId,
    domId: (option) => `${listId}-${options.indexOf(option)}`,
    choose: setChosen,
    onArrow: (key) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (by === undefined || options.length === 0) return false;
      setChosen(options[(index + by + options.length) % options.length]?.id ?? null);
      return true;
    },
  };
}
