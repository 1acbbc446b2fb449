// A card of a call leaves by itself: after some seconds in which it could be read and nobody reaches for it, or when the person goes to another
// place.
import { useEffect, useEffectEvent, useRef, useState, type DOMAttributes } from 'react';
import { useShellValue } from '#app/context';
import { useAppSelector } from '#app/store';

type Watched = 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur';

/** `afterMs` null: it stays. @returns what the element of the card listens to */
export function useLeaves(
  afterMs: number | null,
  leave: () => void,
): Pick<DOMAttributes<HTMLElement>, Watched> {
  const end = useEffectEvent(leave);
  const leaves = afterMs !== null;
  const where = useAppSelector(
    ({ navigation }) => `${navigation.place} ${navigation.roomId ?? ''}`,
  );
  const saidIn = useRef<string | null>(null);
  useEffect(() => {
    if (!leaves) saidIn.current = null;
    else if (saidIn.current === null) saidIn.current = where;
    else if (saidIn.current !== where) end();
  }, [leaves, where]);
  const [isPointed, setPointed] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isBehind = useShellValue('app')?.focused === false;
  const waits = isPointed || hasFocus || isBehind;
  useEffect(() => {
    if (afterMs === null || waits) return;
    const timer = setTimeout(() => end(), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs, waits]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocus(true),
    onBlur: ({ currentTarget, relatedTarget }) => setFocus(currentTarget.contains(relatedTarget)),
  };
}
