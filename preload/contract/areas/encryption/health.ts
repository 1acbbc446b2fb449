// Whether encryption is in order here: one line for each thing it depends on, its cause when it is not, and what mends it.
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { EventId, nothing, RoomId } from '../ids';
import { UndecryptableReason } from '../messages/messageModels';

/**
 * What a line can be mended with, the best first. In the engine: `check` asks the server again, `sign_here` signs this device, `ask_devices`
 * asks the own devices for secrets, `upload` backs keys up now, `restore` reads the backup and tries messages again. Of the window:
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
  /** `working`: it goes on by itself. `note`: nothing can be done about it, and nothing needs to be. */
  level: z.enum(['good', 'note', 'working', 'warning', 'bad']),
  fixes: z.array(HealthFix),
};

/** `cause` null: in order. */
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
    /** On this device, and in secret storage. */
    here: z.boolean(),
    stored: z.boolean(),
    cause: z.enum(['not_here', 'not_stored', 'nowhere']).nullable(),
    ...line,
  }),
  z.object({
    about: z.literal('recovery'),
    /** `unusable`: what the server has of it is incomplete, or of an unknown kind. */
    cause: z.enum(['none', 'unusable']).nullable(),
    /** A security phrase opens it, too. */
    phrase: z.boolean(),
    ...line,
  }),
  z.object({
    about: z.literal('backup'),
    /** `locked`: its key is not here. `foreign`: neither made by our identity nor opened by a key that is here. */
    cause: z.enum(['unreachable', 'none', 'locked', 'foreign']).nullable(),
    version: z.string().nullable(),
    /** What vouches for it: our identity signed it, the key that is here opens it. */
    byIdentity: z.boolean(),
    byKey: z.boolean(),
    ...line,
  }),
  /** Keys of messages that no backup has. */
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
  /** Messages that cannot be read for one reason; `cause` null: all can. */
  z.object({
    about: z.literal('messages'),
    cause: UndecryptableReason.nullable(),
    count: z.number(),
    /** The oldest of them. */
    first: z.object({ roomId: RoomId, eventId: EventId }).nullable(),
    ...line,
  }),
  z.object({
    about: z.literal('clock'),
    cause: z.enum(['ahead', 'behind']).nullable(),
    /** From the server's clock. */
    offMs: z.number(),
    ...line,
  }),
]);
export type HealthLine = z.infer<typeof HealthLine>;

export const EncryptionHealth = z.object({
  /** When it was looked at last; null: never. */
  checkedAtMs: z.number().nullable(),
  lines: z.array(HealthLine),
});
export type EncryptionHealth = z.infer<typeof EncryptionHealth>;

export const health = contract({
  calls: {
    /** `decrypted`: how many messages can be read that could not. */
    repairEncryption: call(
      z.object({ fix: z.enum(['check', 'sign_here', 'ask_devices', 'upload', 'restore']) }),
      z.object({ decrypted: z.number() }),
    ),
    /** A new backup in place of the one that cannot be used, with all keys of this device; the recovery key stays the same. */
    replaceBackup: call(z.object({ recoveryKey: z.string().min(1).max(1024) }), nothing),
    /** All keys are taken out of the backup, and those of this device put into it. Rejected with `conflict` where no backup is in use. */
    refillBackup: call(nothing, nothing),
    /**
     * The backup holds the keys of a room no more; with `eventId` the key of that message alone, which opens its neighbours too. They stay on
     * this device, and go into the backup again when it is filled anew or replaced. What this device writes in the room from then on has a new
     * key; what others write with a key that was taken out stays without. Rejected with `conflict` where no backup is in use, `not_found` for a message that is not here or not encrypted.
     */
    forgetBackedUpKeys: call(z.object({ roomId: RoomId, eventId: EventId.nullable() }), nothing),
    /** Whether the server keeps a device that receives keys while nobody is signed in (MSC3814), or could. */
    dehydration: call(nothing, z.object({ state: z.enum(['unsupported', 'off', 'on']) })),
    /** With the recovery key, under which what opens that device is kept; null turns it off. Rejected as `unlockWithRecoveryKey`. */
    setDehydration: call(
      z.object({ recoveryKey: z.string().min(1).max(1024).nullable() }),
      nothing,
    ),
    /** A new device in place of this one, whose keys are lost. Chats and messages on this disk stay. */
    renewDevice: call(z.object({ password: z.string().min(1).max(1024) }), nothing),
  },
  values: {
    /** Followed as long as somebody watches. */
    encryptionHealth: value(nothing, EncryptionHealth),
  },
  lists: {},
});
