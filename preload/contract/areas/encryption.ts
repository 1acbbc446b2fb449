// The recovery key, starting over without it, what could not be decrypted.
import { z } from '../wire/schema';
import { call, contract, value } from '../wire/shapes';
import { EncryptionStatus } from './accountModels';
import { RoomId, nothing } from './ids';

const withPassword = z.object({ password: z.string().max(1024).nullable() });
const newRecoveryKey = z.object({ recoveryKey: z.string() });

export const encryption = contract({
  calls: {
    createRecoveryKey: call(withPassword, newRecoveryKey),
    confirmRecoveryKey: call(z.object({ outcome: z.enum(['saved', 'skipped']) }), nothing),
    unlockWithRecoveryKey: call(z.object({ recoveryKey: z.string().min(1).max(500) }), nothing),
    /** The knowing way out for a locked device without a recovery key: a new identity, secret storage and backup replace the old ones. */
    resetEncryption: call(withPassword, newRecoveryKey),
    retryDecryption: call(
      z.object({ roomId: RoomId.nullable() }),
      z.object({ decrypted: z.number() }),
    ),
  },
  values: {
    encryption: value(nothing, EncryptionStatus),
  },
  lists: {},
});
