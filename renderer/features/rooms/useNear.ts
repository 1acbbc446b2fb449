// Which room may be opened next: the one that the pointer rests on or presses. One that it only passes asks for nothing.
import { useEffect, useMemo, useRef } from 'react';

/** How long the pointer rests until its room counts as near, ms. */
const restMs = 40;

export interface Near {
  rests(roomId: string): void;
  leaves(): void;
  presses(roomId: string): void;
}

export function useNear(onNear: (roomId: string) => void): Near {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(() => {
    const leaves = (): void => clearTimeout(timer.current);
    return {
      rests: (roomId) => {
        leaves();
        timer.current = setTimeout(() => onNear(roomId), restMs);
      },
      leaves,
      presses: (roomId) => {
        leaves();
        onNear(roomId);
      },
    };
  }, [onNear]);
}
