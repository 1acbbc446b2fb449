// The private keys of the identity come from another device one by one: none of them is passed over while the one before is looked at.
import { EventEmitter } from 'node:events';
import type { MatrixClient } from 'matrix-js-sdk';
import { createAdoption } from '#engine/crypto/verification/adoption';
import { silentLog } from '../../../support/silentLog';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what comes while the keys before are looked at is looked at too, and the old keys are fetched once', async () => {
  const finish: ((held: boolean) => void)[] = [];
  let locked = true;
  let restored = 0;
  const adoption = createAdoption({
    client: new EventEmitter() as unknown as MatrixClient,
    isLocked: () => locked,
    adopt: () => new Promise((resolve) => finish.push(resolve)),
    hasBackupKey: async () => true,
    restore: async () => void (restored += 1),
    changed: () => {
      locked = false;
    },
    log: silentLog,
  });
  adoption.look();
  adoption.look();
  adoption.look();
  expect(finish).toHaveLength(1);
  // The first two of three keys were there.
  finish[0]?.(false);
  await turn();
  expect(finish).toHaveLength(2);
  finish[1]?.(true);
  await turn();
  adoption.look();
  await turn();
  expect([finish.length, restored]).toEqual([2, 1]);
  adoption.stop();
});
