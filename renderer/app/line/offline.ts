// Whether the server cannot be reached, as in the status line: calls would not ring then, and presence is unknown.
import type { SyncStatus } from '#contract/areas/account/accountModels';
import { subscriptionKey } from './serverData';
import type { AccountState } from '../store';

const key = subscriptionKey('value', 'sync', {});

export function isOffline({ server }: AccountState): boolean {
  const sync = server.values[key]?.value as SyncStatus | undefined;
  return sync?.phase === 'offline';
}
