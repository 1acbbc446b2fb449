import {
  showsAfterMs,
  statusOf,
  type StatusInput,
} from '../../renderer/features/status/statusLine';
import { encryptionReady, session, syncing } from '../gallery/fixtures';

const good: StatusInput = {
  connection: 'connected',
  session,
  sync: syncing,
  encryption: encryptionReady,
};
const ofPhase = (phase: (typeof syncing)['phase'], waitingMessages = 0) =>
  statusOf({ ...good, sync: { ...syncing, phase, waitingMessages, sinceMs: 5 } });

test('nothing is said while all is well', () => {
  expect(statusOf(good)).toBeNull();
});

test('an engine that restarts comes before everything', () => {
  expect(statusOf({ ...good, connection: 'down', sync: undefined })).toMatchObject({
    kind: 'restarting',
    tone: 'warning',
  });
});

test('each phase of sync has its line', () => {
  expect(ofPhase('connecting')).toMatchObject({ kind: 'connecting', tone: 'quiet' });
  expect(ofPhase('catching_up')).toMatchObject({ kind: 'catching_up' });
  expect(ofPhase('offline', 3)).toMatchObject({
    kind: 'offline',
    waiting: 3,
    sinceMs: 5,
    action: 'tryNow',
  });
  expect(ofPhase('locked', 2)).toMatchObject({ kind: 'accountLocked', waiting: 2, action: null });
  expect(ofPhase('storage')).toMatchObject({ kind: 'storeDamaged', tone: 'warning' });
  expect(ofPhase('expired')).toMatchObject({ kind: 'expired', action: 'signIn' });
  expect(ofPhase('syncing', 2)).toMatchObject({ kind: 'waiting', waiting: 2 });
  expect(ofPhase('signed_out')).toBeNull();
});

test('a message that was not sent is said as such, before those on their way', () => {
  const sync = { ...syncing, waitingMessages: 2, unsent: { count: 1, roomId: '!a:example.org' } };
  expect(statusOf({ ...good, sync })).toMatchObject({
    kind: 'unsent',
    unsent: 1,
    waiting: 2,
    action: 'showUnsent',
  });
});

test('terms that have to be agreed to first are told, and can be read', () => {
  const asked = { ...syncing, consentUri: 'https://terms.example/' };
  expect(statusOf({ ...good, sync: asked })).toMatchObject({
    kind: 'consent',
    action: 'openTerms',
  });
});

test('an expired session says so whatever sync thinks', () => {
  const status = statusOf({ ...good, session: { ...session, state: 'expired' } });
  expect(status).toMatchObject({ kind: 'expired', action: 'signIn' });
});

test('encryption asks only when the connection has nothing to say', () => {
  const locked = { ...encryptionReady, state: 'locked' as const };
  expect(statusOf({ ...good, encryption: locked })).toMatchObject({ action: 'unlock' });
  const ways = { recoveryKey: false, device: true, backup: false };
  const ofWays = (what: typeof encryptionReady.ways) =>
    statusOf({ ...good, encryption: { ...locked, ways: what } })?.action;
  expect([ofWays(null), ofWays(ways), ofWays({ ...ways, device: false })]).toEqual([
    'confirm',
    'confirm',
    'setUpAnew',
  ]);
  const replaced = { ...locked, identityReplaced: true };
  expect(statusOf({ ...good, encryption: replaced })).toMatchObject({
    kind: 'replaced',
    action: 'unlock',
  });
  const offline = { ...syncing, phase: 'offline' as const };
  expect(statusOf({ ...good, sync: offline, encryption: locked })?.kind).toBe('offline');
  const skipped = { ...encryptionReady, state: 'skipped' as const };
  expect(statusOf({ ...good, encryption: skipped })).toBeNull();
  const unset = { ...encryptionReady, state: 'unset' as const };
  expect(statusOf({ ...good, encryption: unset })).toMatchObject({ action: 'setUpBackup' });
});

test('what passes in a moment shows only once it lasts; what stays shows at once', () => {
  for (const kind of ['connecting', 'catching_up', 'waiting'] as const)
    expect([kind, showsAfterMs(kind) > 0]).toEqual([kind, true]);
  for (const kind of ['restarting', 'offline', 'expired', 'unsent', 'locked', 'diskFull'] as const)
    expect([kind, showsAfterMs(kind)]).toEqual([kind, 0]);
});
