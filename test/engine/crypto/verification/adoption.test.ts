// A device that gets the identity from another one.
import type { MatrixClient } from 'matrix-js-sdk';
import { createAdoption } from '#engine/crypto/verification/adoption';
import { silentLog } from '../../../support/silentLog';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a status that is read between the keys and their adoption does not end it', async () => {
  let [locked, here] = [true, false];
  const changed = jest.fn();
  const adoption = createAdoption({
    client: { on: () => undefined, off: () => undefined } as unknown as MatrixClient,
    isLocked: () => locked,
    isReady: () => false,
    isActing: () => false,
    adopt: async () => here,
    hasBackupKey: async () => false,
    restore: async () => undefined,
    changed,
    log: silentLog,
  });
  adoption.look();
  await settled();
  expect(changed).not.toHaveBeenCalled();
  [locked, here] = [false, true];
  adoption.look();
  await settled();
  expect(changed).toHaveBeenCalledTimes(1);
  adoption.look();
  await settled();
  expect(changed).toHaveBeenCalledTimes(1);
  adoption.stop();
});
