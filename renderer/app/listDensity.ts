// How high the rows of the room list are: one setting of the account.
import { useEngineCall, useSetting } from './hooks';

const settingName = 'listDensity';

/** Rows of one line. */
export function useCompactList(): boolean {
  return useSetting(settingName) === 'compact';
}

export function useChooseDensity(): (compact: boolean) => void {
  const call = useEngineCall();
  return (compact) =>
    void call('setSetting', { name: settingName, value: compact ? 'compact' : 'comfortable' });
}
