// How often the library is asked what the encryption status is made of: asking counts all keys of the account.
import { account, putAccountData } from '#stores/settings/accountData';
import { openStore } from '#stores/profile/open';
import { createStatus } from '#engine/crypto/status';
import { silentLog } from '../../support/silentLog';
import { profileKey } from '../../native-stores/profiles/make';
import { tempFolder } from '../../native-stores/support/tempStore';

test('keys that came to a locked device of an account with a recovery key leave it locked until they are adopted', async () => {
  const store = openStore({ folder: tempFolder(), key: profileKey, log: silentLog });
  const backend = {
    keyCounts: () => Promise.resolve({ total: 0, backedUp: 0 }),
    api: { getActiveSessionBackupVersion: () => Promise.resolve(null) },
  } as unknown as Parameters<typeof createStatus>[0]['backend'];
  let state: 'locked' | 'unset' | 'ready' = 'locked';
  let isReset = false;
  const status = createStatus({
    setup: {
      state: () => Promise.resolve(state),
      remembered: () => Promise.resolve(isReset ? state : null),
      deviceVerified: () => Promise.resolve(true),
      identityReplaced: () => Promise.resolve(false),
      ways: () => Promise.resolve(null),
      keyReplacedMs: () => null,
    },
    clock: { monotonic: () => 0, setTimeout: () => () => undefined },
    ...{ store, backend, log: silentLog, undecryptable: () => 0 },
  });
  const after = async (next: typeof state) => {
    state = next;
    await status.refresh();
    return status.now().state;
  };
  const setKey = (content: Record<string, unknown>) =>
    store.write(() => putAccountData(store.db, account, 'm.secret_storage.default_key', content));
  setKey({ key: 'k' });
  expect([await after('locked'), await after('unset'), await after('ready')]).toEqual([
    ...['locked', 'locked', 'ready'],
  ]);
  // Its identity was made anew, and the new recovery key could not be made: no key of before opens it.
  expect(await after('locked')).toBe('locked');
  isReset = true;
  expect(await after('unset')).toBe('unset');
  isReset = false;
  expect(status.now().hasRecoveryKey).toBe(true);
  setKey({});
  expect([await after('locked'), await after('unset')]).toEqual(['locked', 'unset']);
  expect(status.now().hasRecoveryKey).toBe(false);
  status.stop();
  store.close();
});

test('a hundred decrypted batches count the keys at once and then not before two seconds have passed', async () => {
  const store = openStore({ folder: tempFolder(), key: profileKey, log: silentLog });
  let nowMs = 0;
  let due: { readonly atMs: number; readonly work: () => void }[] = [];
  const clock = {
    monotonic: () => nowMs,
    setTimeout(work: () => void, ms: number) {
      due.push({ atMs: nowMs + ms, work });
      return () => (due = []);
    },
  };
  const askedAt: number[] = [];
  const backend = {
    keyCounts: () => {
      askedAt.push(nowMs);
      return Promise.resolve({ total: 5, backedUp: 2 });
    },
    api: { getActiveSessionBackupVersion: () => Promise.resolve('1') },
  } as unknown as Parameters<typeof createStatus>[0]['backend'];
  const setup = {
    state: () => Promise.resolve('ready' as const),
    remembered: () => Promise.resolve('ready' as const),
    deviceVerified: () => Promise.resolve(true),
    identityReplaced: () => Promise.resolve(false),
    ways: () => Promise.resolve(null),
    keyReplacedMs: () => null,
  };
  const status = createStatus({
    ...{ store, backend, setup, clock, log: silentLog },
    undecryptable: () => 3,
  });
  await status.refresh();
  askedAt.length = 0;
  for (let batch = 0; batch < 100; batch += 1) {
    store.write((changes) => changes.topic('encryption'));
    nowMs += 50;
    const ripe = due.filter(({ atMs }) => atMs <= nowMs);
    due = due.filter(({ atMs }) => atMs > nowMs);
    for (const { work } of ripe) work();
    await new Promise(setImmediate);
  }
  expect(askedAt).toHaveLength(3);
  expect(askedAt.slice(1).map((atMs, n) => atMs - (askedAt[n] ?? 0))).toEqual([2000, 2000]);
  expect(status.now()).toMatchObject({ state: 'ready', unbackedKeys: 3, undecryptable: 3 });
  status.stop();
  store.close();
});
