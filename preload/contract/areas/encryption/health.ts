// Whether encryption is in order here: one line for each thing it depends on, its cause when it is not, and what mends it.
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { EventId, nothing, RoomId } from '../ids';
import { UndecryptableReason } from '../messages/messageModels';

/**
 * The remedies of a line, the best first. In the engine: `check` asks the server again, `sign_here` signs this device, `ask_devices` asks
 * the account's other devices for secrets, `upload` backs keys up now, `restore` reads the backup and tries messages again. In the window:
 * `unlock` (recovery key or phrase), `verify`, `set_up` (recovery key), `new_backup`, `sign_out` (that device), `renew` (a new device in
 * place of this one), `start_over`.
 */
export const HealthFix = z.enum([
  'check',
  'sign_here',
  'ask_devices',
  'upload',
  'restore',
  'unlock',
  'verify',
  'set_up',
  'new_backup',
  'sign_out',
  'renew',
  'start_over',
]);
export type HealthFix = z.infer<typeof HealthFix>;

export const SecretName = z.enum(['master', 'self_signing', 'user_signing', 'backup']);
export type SecretName = z.infer<typeof SecretName>;

const line = {
  /** `working`: it mends itself. `note`: nothing can be done about it, and nothing needs to be. */
  level: z.enum(['good', 'note', 'working', 'warning', 'bad']),
  fixes: z.array(HealthFix),
};

/** `cause` null: this line is in order. */
export const HealthLine = z.discriminatedUnion('about', [
  /** The keys on this disk. */
  z.object({
    about: z.literal('store'),
    cause: z.enum(['lost', 'full', 'failed']).nullable(),
    ...line,
  }),
  z.object({
    about: z.literal('identity'),
    cause: z.enum(['none', 'replaced']).nullable(),
    ...line,
  }),
  /** Whether the identity signed this device. */
  z.object({ about: z.literal('device'), cause: z.enum(['unsigned']).nullable(), ...line }),
  z.object({
    about: z.literal('secret'),
    secret: SecretName,
    /** The private key is on this device, and in secret storage. */
    here: z.boolean(),
    stored: z.boolean(),
    cause: z.enum(['not_here', 'not_stored', 'nowhere']).nullable(),
    ...line,
  }),
  z.object({
    about: z.literal('recovery'),
    /** `unusable`: the server's data of it are incomplete, or of an unknown kind. */
    cause: z.enum(['none', 'unusable']).nullable(),
    /** A security phrase opens it, too. */
    phrase: z.boolean(),
    ...line,
  }),
  z.object({
    about: z.literal('backup'),
    /** `locked`: its key is not here. `foreign`: our identity did not sign it, and no key that is here opens it. */
    cause: z.enum(['unreachable', 'none', 'locked', 'foreign']).nullable(),
    version: z.string().nullable(),
    /** The two proofs that the backup is ours: our identity signed it, or a key that is here opens it. */
    byIdentity: z.boolean(),
    byKey: z.boolean(),
    ...line,
  }),
  /** Room keys that no backup has. */
  z.object({
    about: z.literal('upload'),
    cause: z.enum(['refused', 'full', 'offline', 'no_backup']).nullable(),
    waiting: z.number(),
    total: z.number(),
    ...line,
  }),
  /** Another device of the account; `deviceId` null: all of them are in order. */
  z.object({
    about: z.literal('other'),
    deviceId: z.string().nullable(),
    name: z.string().nullable(),
    cause: z.enum(['unsigned']).nullable(),
    ...line,
  }),
  /** Messages that cannot be decrypted for one reason; `cause` null: all can be. */
  z.object({
    about: z.literal('messages'),
    cause: UndecryptableReason.nullable(),
    count: z.number(),
    /** The oldest of these messages. */
    first: z.object({ roomId: RoomId, eventId: EventId }).nullable(),
    ...line,
  }),
  z.object({
    about: z.literal('clock'),
    cause: z.enum(['ahead', 'behind']).nullable(),
    /** Milliseconds between this clock and the server's. */
    offMs: z.number(),
    ...line,
  }),
]);
export type HealthLine = z.infer<typeof HealthLine>;

export const EncryptionHealth = z.object({
  /** When the last check ended, epoch ms; null: never. */
  checkedAtMs: z.number().nullable(),
  lines: z.array(HealthLine),
});
export type EncryptionHealth = z.infer<typeof EncryptionHealth>;

export const health = contract({
  calls: {
    /** `decrypted`: how many messages can be read now that could not be read before. */
    repairEncryption: call(
      z.object({ fix: z.enum(['check', 'sign_here', 'ask_devices', 'upload', 'restore']) }),
      z.object({ decrypted: z.number() }),
    ),
    /** Makes a new backup in place of the one that cannot be used, with all keys of this device; the recovery key stays the same. */
    replaceBackup: call(z.object({ recoveryKey: z.string().min(1).max(1024) }), nothing),
    /** Removes all keys from the backup and uploads those of this device. Rejected with `conflict` where no backup is in use. */
    refillBackup: call(nothing, nothing),
    /**
     * Removes the keys of a room from the backup; with `eventId` only the key of that message, which also decrypts its neighbours. The keys
     * stay on this device, and go into the backup again when it is refilled or replaced. Messages that this device sends in the room
     * afterwards have a new key, which is backed up; messages that others send with a removed key are not. Rejected with `conflict` where
     * no backup is in use, `not_found` for a message that is not here or not encrypted.
     */
    forgetBackedUpKeys: call(z.object({ roomId: RoomId, eventId: EventId.nullable() }), nothing),
    /** Whether the server keeps a device that receives keys while nobody is signed in (MSC3814), or could. */
    dehydration: call(nothing, z.object({ state: z.enum(['unsupported', 'off', 'on']) })),
    /**
     * Turns the dehydrated device on; its key is stored under the recovery key. `recoveryKey` null turns it off. Rejected as
     * `unlockWithRecoveryKey`.
     */
    setDehydration: call(
      z.object({ recoveryKey: z.string().min(1).max(1024).nullable() }),
      nothing,
    ),
    /** Makes a new device in place of this one, whose keys are lost. Rooms and messages on this disk stay. */
    renewDevice: call(z.object({ password: z.string().min(1).max(1024) }), nothing),
  },
  values: {
    /** The engine follows the state as long as somebody subscribes. */
    encryptionHealth: value(nothing, EncryptionHealth),
  },
  lists: {},
});
