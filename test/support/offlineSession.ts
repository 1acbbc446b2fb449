// A profile that is signed in at a server where nobody listens: its engine starts, and stays offline.
import { createSessions } from '#engine/account/session';
import type { Store } from '#stores/sqlite/store';

export function saveOfflineSession(store: Store, userId: string, deviceId: string): void {
  createSessions(store).save({
    userId,
    deviceId,
    accessToken: 'none',
    refreshToken: null,
    expiresAtMs: null,
    baseUrl: 'http://127.0.0.1:9',
    serverName: 'example.org',
    state: 'signed_in',
  });
}
