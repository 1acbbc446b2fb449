// Ends of a session, and the data that is kept after each.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#stores/profile/open';
import type { Store } from '#stores/sqlite/store';
import { createSessions } from '#engine/account/session';
import { silentLog } from '../../support/silentLog';

const session = {
  userId: '@alice:localhost',
  deviceId: 'ONE',
  accessToken: 'token',
  refreshToken: null,
  expiresAtMs: null,
  baseUrl: 'http://localhost',
  serverName: 'localhost',
  state: 'signed_in',
} as const;

let folder: string;
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-session-'));
  store = openStore({ folder, key: randomBytes(32), log: silentLog });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

test('a soft logout keeps the device, whichever answer comes first', () => {
  const sessions = createSessions(store);
  sessions.save(session);
  sessions.expired(true);
  expect(sessions.current()).toMatchObject({ state: 'expired', deviceGone: true });
  sessions.expired(false);
  expect(sessions.current()).toMatchObject({ state: 'expired', deviceGone: false });
  sessions.expired(true);
  expect(createSessions(store).current()).toMatchObject({ state: 'expired', deviceGone: false });
});
