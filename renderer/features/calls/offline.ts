// Whether the server cannot be reached, as the status line says it: a call that is placed then would ring nowhere.
import type { SyncStatus } from '#contract/areas/accountModels';
import { subscriptionKey } from '#app/line/serverData';
import type { AccountState } from '#app/store';

const key = subscriptionKey('value', 'sync', {});

export function isOffline({ server }: AccountState): boolean {
  const sync = server.values[key]?.value as SyncStatus | undefined;
  return sync?.phase === 'offline';
}
