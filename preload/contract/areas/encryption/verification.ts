// Verification of people and of own devices: states, emoji, codes and decisions. The keys stay in the engine.
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { nothing, RoomId, ofPerson, UserId } from '../ids';
import { IdentityTrust, Verification } from './verificationModels';

const one = z.object({ id: z.string().min(1).max(100) });

export const verification = contract({
  calls: {
    /**
     * Asks the account's other devices (`deviceId` null: all), or a person in a shared room. Answers the verification that is running
     * already, if there is one.
     */
    startVerification: call(
      z.discriminatedUnion('own', [
        z.object({ own: z.literal(true), deviceId: z.string().min(1).max(255).nullable() }),
        z.object({ own: z.literal(false), userId: UserId, roomId: RoomId }),
      ]),
      one,
    ),
    acceptVerification: call(one, nothing),
    /** Starts the comparison of emoji in an accepted verification, when the other side does not start one. */
    compareEmoji: call(one, nothing),
    /**
     * Takes the bytes of a QR code that this device's camera read. A code of anything else changes nothing; wrong keys in the code end the
     * verification.
     */
    readVerificationCode: call(
      one.extend({
        bytes: z.custom<Uint8Array>(
          (value) => ArrayBuffer.isView(value) && value.byteLength > 0 && value.byteLength <= 4096,
        ),
      }),
      z.object({ outcome: z.enum(['read', 'not_a_code', 'other_verification']) }),
    ),
    /** The emoji match, or the other side says that it read our code. `matches` false ends the verification. */
    confirmVerification: call(one.extend({ matches: z.boolean() }), nothing),
    /** Declines a request, cancels a verification that is running, or dismisses one that has ended. */
    endVerification: call(one, nothing),
  },
  values: {
    /** Verifications that are running, and those that ended and were not dismissed; oldest first. All windows share them. */
    verifications: value(nothing, z.object({ all: z.array(Verification) })),
    /** Whether the user has verified the identity of a person. */
    identityTrust: value(ofPerson, z.object({ trust: IdentityTrust })),
  },
  lists: {},
});
