// The recovery key, starting over without it, what could not be decrypted.
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { EncryptionStatus } from '../account/accountModels';
import { inRoom, RoomId, Ticket, ofPerson, nothing } from '../ids';
import { Person } from '../rooms/peopleModels';

const withPassword = z.object({ password: z.string().max(1024).nullable() });
const newRecoveryKey = z.object({ recoveryKey: z.string() });

/**
 * `waits`: what is written stays here until somebody decided. `unreached`: who of a room of few has no device to read with; they will not
 * be able to read it later either, unless they get the keys of this time.
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

/** Where keys go to verified people alone: in this room, which was chosen by itself; in all. */
const OnlyVerified = z.object({ room: z.boolean(), all: z.boolean() });

/** The file is one that the user chose. */
const keyFile = z.object({ ticket: Ticket, passphrase: z.string().min(1).max(1024) });
const counted = z.object({ keys: z.number() });

export const encryption = contract({
  calls: {
    /** `phrase`: the key is derived from it, and either opens what the key locks. */
    createRecoveryKey: call(
      withPassword.extend({ phrase: z.string().min(8).max(1024).optional() }),
      newRecoveryKey,
    ),
    confirmRecoveryKey: call(z.object({ outcome: z.enum(['saved', 'skipped']) }), nothing),
    /** The recovery key, or the security phrase. Secrets that only this device has are stored, too. */
    unlockWithRecoveryKey: call(z.object({ recoveryKey: z.string().min(1).max(1024) }), nothing),
    /** The knowing way out for a locked device without a recovery key: a new identity, secret storage and backup replace the old ones. */
    resetEncryption: call(withPassword, newRecoveryKey),
    /** The identity that somebody has now counts from here on: what waited for it goes. */
    acceptIdentity: call(ofPerson, nothing),
    /** Keys go to the devices of somebody who has no identity that could vouch for them; remembered. */
    sendKeysAnyway: call(ofPerson, nothing),
    /** Keys of the room, or with null of all rooms, go to people alone whom somebody here has verified. What was sent stays sent. */
    setOnlyVerified: call(z.object({ roomId: RoomId.nullable(), on: z.boolean() }), nothing),
    /** All keys of messages that this device has, sealed with the passphrase, in the format that other clients read. */
    exportKeys: call(keyFile, counted),
    /** `bad_request`: no such file; `wrong_password`: it was not opened. What can be read then is read at once. */
    importKeys: call(keyFile, counted),
    retryDecryption: call(
      z.object({ roomId: RoomId.nullable() }),
      z.object({ decrypted: z.number() }),
    ),
  },
  values: {
    encryption: value(nothing, EncryptionStatus),
    /** Who gets no keys of what is written in an encrypted room. */
    withheldKeys: value(inRoom, WithheldKeys),
    onlyVerified: value(z.object({ roomId: RoomId.nullable() }), OnlyVerified),
  },
  lists: {},
});
