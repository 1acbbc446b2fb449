// A backup of another device, where something fails while it is looked at: it is looked at again after the next sync.
import type { EncryptionStatus } from '#contract/areas/account/accountModels';
import type { Clock } from '#engine/base/types';
import { createBackupWatch } from '#engine/crypto/health/backupWatch';
import { unknownEncryption } from '#engine/crypto/status';
import { account, putAccountData } from '#stores/settings/accountData';
import { tempStore, type TempStore } from '../../../native-stores/support/tempStore';
import { silentLog } from '../../../support/silentLog';

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};

let temp: TempStore;
beforeEach(() => (temp = tempStore()));
afterEach(() => temp.remove());

function watchOf(
  matchesDecryptionKey: boolean,
  adopt: jest.Mock,
  askForSecrets: jest.Mock,
  monotonic = (): number => 0,
) {
  let changed = (): void => undefined;
  const now: EncryptionStatus = { ...unknownEncryption, state: 'unset', deviceVerified: true };
  const watch = createBackupWatch({
    backend: {
      api: {
        isKeyBackupTrusted: () =>
          Promise.resolve({ trusted: matchesDecryptionKey, matchesDecryptionKey }),
      },
      health: {
        backup: () => Promise.resolve({ version: '1' }),
        askForRoomKeys: () => undefined,
        askForSecrets,
      },
    } as unknown as Parameters<typeof createBackupWatch>[0]['backend'],
    setup: { adopt, hasOtherDevice: () => Promise.resolve(true) },
    status: {
      now: () => now,
      onChange: (listener) => {
        changed = listener;
        return () => undefined;
      },
      refreshSoon: () => undefined,
    },
    store: temp.store,
    check: () => Promise.resolve(),
    retry: () => undefined,
    isActing: () => false,
    clock: { monotonic } as Clock,
    log: silentLog,
  });
  changed();
  return watch;
}

test('a device whose adoption failed once is adopted after the next sync', async () => {
  const adopt = jest.fn().mockRejectedValueOnce(new Error('no answer')).mockResolvedValue(true);
  const watch = watchOf(true, adopt, jest.fn());
  await settled();
  expect(adopt).toHaveBeenCalledTimes(1);
  watch.afterSync();
  await settled();
  expect(adopt).toHaveBeenCalledTimes(2);
  watch.stop();
});

test('own devices that could not be asked for the key of a backup are asked after the next sync', async () => {
  const ask = jest.fn().mockRejectedValueOnce(new Error('no answer')).mockResolvedValue(undefined);
  const watch = watchOf(false, jest.fn(), ask);
  await settled();
  watch.afterSync();
  await settled();
  expect(ask).toHaveBeenCalledTimes(2);
  watch.afterSync();
  await settled();
  expect(ask).toHaveBeenCalledTimes(2);
  watch.stop();
});

test('a look that fails again and again comes ever more seldom, however many syncs there are, and at once when something changed', async () => {
  const adopt = jest.fn().mockRejectedValue(new Error('no answer'));
  let nowMs = 0;
  const watch = watchOf(true, adopt, jest.fn(), () => nowMs);
  /** The number of looks in so many seconds, with a sync in each. */
  const looksIn = async (seconds: number): Promise<number> => {
    const before = adopt.mock.calls.length;
    for (let second = 0; second < seconds; second += 1) {
      nowMs += 1000;
      watch.afterSync();
      await settled();
    }
    return adopt.mock.calls.length - before;
  };
  await settled();
  expect(await looksIn(29)).toBe(1);
  expect(await looksIn(60)).toBe(1);
  expect(await looksIn(300)).toBe(2);
  temp.store.write((changes) => {
    const { db } = temp.store;
    putAccountData(db, account, 'm.secret_storage.default_key', { key: 'other' });
    changes.topic('accountData');
  });
  await settled();
  expect(adopt).toHaveBeenCalledTimes(6);
  watch.stop();
});
