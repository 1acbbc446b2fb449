// The row whose name is being written goes away, because somebody deleted it: what is still typed for the field does nothing then.
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useStable } from '#ui/useStable';

/** Keys that come no later than this after each other are still meant for the field. */
const typingMs = 3_000;

/** Keys that nobody uses to write a name. */
const turnsAway = /^(Arrow(Up|Down)|Page(Up|Down)|Tab|F6)$/;

/**
 * `onLost` is told of the row that went, once. Answers whether a key on the list was meant for the field of that row, and keeps it from doing
 * anything; Enter, Escape and whatever leads elsewhere end that.
 */
export function useLostName<Row extends { readonly key: string }>(
  rows: readonly Row[],
  renaming: string | null,
  onLost: (row: Row) => void,
): (event: KeyboardEvent) => boolean {
  const written = useRef<Row | null>(null);
  const untilMs = useRef(0);
  const lost = useStable(onLost);
  const row = renaming === null ? undefined : rows.find(({ key }) => key === renaming);
  useEffect(() => {
    const { current } = written;
    written.current = row ?? null;
    if (row !== undefined || current === null || current.key !== renaming) return;
    untilMs.current = Date.now() + typingMs;
    lost(current);
  }, [row, renaming, lost]);
  return (event) => {
    const now = Date.now();
    if (now >= untilMs.current) return false;
    const { key } = event;
    // Shortcuts of the window go on; those of a field do not reach the list.
    const isElsewhere =
      event.ctrlKey || event.metaKey || event.altKey ? !/^[acvxyz]$/i.test(key) : false;
    if (isElsewhere || turnsAway.test(key)) {
      untilMs.current = 0;
      return false;
    }
    untilMs.current = key === 'Enter' || key === 'Escape' ? 0 : now + typingMs;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
}
