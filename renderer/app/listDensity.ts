// How high the rows of the room list are: one setting of the account.
import { useEngineCall, useValue } from './hooks';

const settingName = 'listDensity';

/** Rows of one line. */
export function useCompactList(): boolean {
  const { value: settings } = useValue('settings', {});
  return settings?.[settingName] === 'compact';
}

export function useChooseDensity(): (compact: boolean) => void {
  const call = useEngineCall();
  return (compact) =>
    void call('setSetting', { name: settingName, value: compact ? 'compact' : 'comfortable' });
}
