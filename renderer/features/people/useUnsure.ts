// Asks whether the typed addresses that were picked belong to anybody.
import { useState } from 'react';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { useEngineCall } from '#app/hooks';

export interface Unsure {
  /** Those of the picked people who were not found. */
  readonly among: (picked: readonly Person[]) => readonly Person[];
  readonly ask: (userId: string) => void;
}

export function useUnsure(): Unsure {
  const call = useEngineCall();
  const [unsure, setUnsure] = useState<ReadonlySet<string>>(new Set());
  return {
    among: (picked) => picked.filter(({ userId }) => unsure.has(userId)),
    ask: (userId) =>
      void call('findPerson', { userId }).then((result) => {
        if (!result.ok || result.output.found !== 'unsure') return;
        setUnsure((before) => new Set([...before, userId]));
      }),
  };
}
