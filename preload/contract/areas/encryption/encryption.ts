// The recovery key, the reset of encryption, people who get no keys, export and import of keys.
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { EncryptionStatus } from '../account/accountModels';
import { inRoom, RoomId, Ticket, ofPerson, nothing } from '../ids';
import { Person } from '../rooms/peopleModels';

const withPassword = z.object({ password: z.string().max(1024).nullable() });
const newRecoveryKey = z.object({ recoveryKey: z.string() });

/**
 * `waits`: new messages stay here until the user has decided. `unreached`: members of a small room who have no device to read with; they
 * will not be able to read these messages later either, unless they get the keys of this time.
 */
const WithheldKeys = z.object({
  people: z.array(
    z.object({
      person: Person,
      isSelf: z.boolean(),
      reason: z.enum(['unsigned', 'changed', 'unverified']),
    }),
  ),
  waits: z.boolean(),
  unreached: z.array(Person),
});
export type WithheldKeys = z.infer<typeof WithheldKeys>;

/** Whether keys go to verified people alone: by the room's own setting, and by the setting for all rooms. */
const OnlyVerified = z.object({ room: z.boolean(), all: z.boolean() });

/** A key file that the user chose. */
const keyFile = z.object({ ticket: Ticket, passphrase: z.string().min(1).max(1024) });
const counted = z.object({ keys: z.number() });

export const encryption = contract({
  calls: {
    /** `phrase`: the key is derived from it, and either of the two opens secret storage. */
    createRecoveryKey: call(
      withPassword.extend({ phrase: z.string().min(8).max(1024).optional() }),
      newRecoveryKey,
    ),
    confirmRecoveryKey: call(z.object({ outcome: z.enum(['saved', 'skipped']) }), nothing),
    /** Takes the recovery key or the security phrase. Secrets that only this device has are stored, too. */
    unlockWithRecoveryKey: call(z.object({ recoveryKey: z.string().min(1).max(1024) }), nothing),
    /** The last resort for a locked device without a recovery key: a new identity, secret storage and backup replace the old ones. */
    resetEncryption: call(withPassword, newRecoveryKey),
    /** Accepts the identity that a person has now; messages that waited for this decision are sent. */
    acceptIdentity: call(ofPerson, nothing),
    /** Sends keys to the devices of a person who has no identity that could vouch for them; the decision is remembered. */
    sendKeysAnyway: call(ofPerson, nothing),
    /** Sends the keys of the room, or with null of all rooms, only to people whom the user has verified. Keys that were sent stay sent. */
    setOnlyVerified: call(z.object({ roomId: RoomId.nullable(), on: z.boolean() }), nothing),
    /** Writes all room keys that this device has, encrypted with the passphrase, in the format that other clients read. */
    exportKeys: call(keyFile, counted),
    /**
     * `bad_request`: the file is no key file; `wrong_password`: it could not be decrypted. Messages that can be decrypted with the keys are
     * decrypted at once.
     */
    importKeys: call(keyFile, counted),
    retryDecryption: call(
      z.object({ roomId: RoomId.nullable() }),
      z.object({ decrypted: z.number() }),
    ),
  },
  values: {
    encryption: value(nothing, EncryptionStatus),
    /** People who get no keys of new messages in an encrypted room. */
    withheldKeys: value(inRoom, WithheldKeys),
    onlyVerified: value(z.object({ roomId: RoomId.nullable() }), OnlyVerified),
  },
  lists: {},
});
