// How wide the list is: 240 to 420 px, remembered per account.
import { useState } from 'react';
import { useEngineCall, useSetting } from '#app/hooks';

export const bounds = { smallest: 240, largest: 420, usual: 300 } as const;
const settingName = 'ui.listWidth';

const inBounds = (width: number): number =>
  Math.round(Math.min(bounds.largest, Math.max(bounds.smallest, width)));

export interface ListWidth {
  readonly width: number;
  readonly setWidth: (width: number) => void;
  /** Remembers the width; at the end of a drag, not during it. */
  readonly keepWidth: (width: number) => void;
}

export function useListWidth(): ListWidth {
  const call = useEngineCall();
  const saved = useSetting(settingName);
  const [chosen, setChosen] = useState<number | null>(null);
  return {
    width: chosen ?? (typeof saved === 'number' ? inBounds(saved) : bounds.usual),
    setWidth: (width) => setChosen(inBounds(width)),
    keepWidth: (width) => void call('setSetting', { name: settingName, value: inBounds(width) }),
  };
}
