// Verifying somebody, or another device of ours, by comparing emoji or reading a code.
import { z } from '../../wire/schema';
import { Person } from '../rooms/peopleModels';
import { RoomId } from '../ids';

/** `unsent`: on its way to the server. `requested`: nobody accepted it yet. `ready`: accepted. `started`: emoji are compared, or a code was read. */
export const VerificationPhase = z.enum([
  'unsent',
  'requested',
  'ready',
  'started',
  'cancelled',
  'done',
]);
export type VerificationPhase = z.infer<typeof VerificationPhase>;

/** The specification's codes; `accepted`: another device answered. */
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
  /** Another device of this account. */
  isSelf: z.boolean(),
  /** Of the other side; null as long as any of their devices may answer. */
  deviceId: z.string().nullable(),
  deviceName: z.string().nullable(),
  roomId: RoomId.nullable(),
  /** This account asked. */
  byMe: z.boolean(),
  phase: VerificationPhase,
  /** Seven, in order, named as all clients name them; null before both sides have shown their keys. */
  emoji: z.array(z.object({ symbol: z.string(), name: z.string() })).nullable(),
  /** Of `ready`: the bytes of a QR code for the other side to read; null: it cannot, or the code is not made yet. */
  code: z.custom<Uint8Array>((value) => ArrayBuffer.isView(value)).nullable(),
  /** Of `ready`: whether emoji can be compared, and whether the other side shows a code that can be read here. */
  ways: z.object({ emoji: z.boolean(), read: z.boolean() }),
  /** Of `started`: who read whose code; null: emoji are compared. */
  read: z.enum(['by_them', 'by_me']).nullable(),
  /** We said that they match, or that the other side read our code, and wait for them. */
  confirmed: z.boolean(),
  /** Of `cancelled`: why, and whether this side ended it. */
  cancelled: z.object({ code: CancelCode, byMe: z.boolean() }).nullable(),
});
export type Verification = z.infer<typeof Verification>;

/** `none`: they have no identity that could be verified. `changed`: it was verified and is another one now. */
export const IdentityTrust = z.enum(['verified', 'unverified', 'changed', 'none']);
export type IdentityTrust = z.infer<typeof IdentityTrust>;
