// Whether the server cannot be reached, as the status line says it: a call would ring nowhere then, and who is online is not known.
import type { SyncStatus } from '#contract/areas/account/accountModels';
import { subscriptionKey } from './serverData';
import type { AccountState } from '../store';

const key = subscriptionKey('value', 'sync', {});

export function isOffline({ server }: AccountState): boolean {
  const sync = server.values[key]?.value as SyncStatus | undefined;
  return sync?.phase === 'offline';
}
