// Verification of a person, or of another device of the account, by comparing emoji or reading a QR code.
import { z } from '../../wire/schema';
import { Person } from '../rooms/peopleModels';
import { RoomId } from '../ids';

/**
 * `unsent`: on its way to the server. `requested`: not accepted yet. `ready`: accepted. `started`: emoji are being compared, or a code was
 * read.
 */
export const VerificationPhase = z.enum([
  'unsent',
  'requested',
  'ready',
  'started',
  'cancelled',
  'done',
]);
export type VerificationPhase = z.infer<typeof VerificationPhase>;

/** The specification's cancel codes; `accepted`: another device answered. */
export const CancelCode = z.enum([
  'user',
  'timeout',
  'accepted',
  'unknown_transaction',
  'unknown_method',
  'unexpected_message',
  'key_mismatch',
  'user_mismatch',
  'invalid_message',
  'mismatched_commitment',
  'mismatched_sas',
  'other',
]);
export type CancelCode = z.infer<typeof CancelCode>;

export const Verification = z.object({
  id: z.string(),
  person: Person,
  /** The other side is another device of this account. */
  isSelf: z.boolean(),
  /** The device of the other side; null as long as any of their devices may answer. */
  deviceId: z.string().nullable(),
  deviceName: z.string().nullable(),
  roomId: RoomId.nullable(),
  /** This account sent the request. */
  byMe: z.boolean(),
  phase: VerificationPhase,
  /** Seven emoji, in order, with the names that all clients use; null until both sides have exchanged their keys. */
  emoji: z.array(z.object({ symbol: z.string(), name: z.string() })).nullable(),
  /** In phase `ready`: the bytes of a QR code for the other side to read; null: it cannot read one, or the code is not made yet. */
  code: z.custom<Uint8Array>((value) => ArrayBuffer.isView(value)).nullable(),
  /** In phase `ready`: whether emoji can be compared, and whether the other side shows a code that can be read here. */
  ways: z.object({ emoji: z.boolean(), read: z.boolean() }),
  /** In phase `started`: which side read the code; null: emoji are being compared. */
  read: z.enum(['by_them', 'by_me']).nullable(),
  /** The user confirmed the match; the engine waits for the other side. */
  confirmed: z.boolean(),
  /** In phase `cancelled`: the reason, and whether this side ended it. */
  cancelled: z.object({ code: CancelCode, byMe: z.boolean() }).nullable(),
});
export type Verification = z.infer<typeof Verification>;

/** `none`: the person has no identity that could be verified. `changed`: it was verified and has been replaced since. */
export const IdentityTrust = z.enum(['verified', 'unverified', 'changed', 'none']);
export type IdentityTrust = z.infer<typeof IdentityTrust>;
