// Verifying people and own devices: states, emoji, codes and decisions. The keys stay in the engine.
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { nothing, RoomId, ofPerson, UserId } from '../ids';
import { IdentityTrust, Verification } from './verificationModels';

const one = z.object({ id: z.string().min(1).max(100) });

export const verification = contract({
  calls: {
    /** Asks the own devices (`deviceId` null: all), or somebody in a room with them. Answers the one that goes on already. */
    startVerification: call(
      z.discriminatedUnion('own', [
        z.object({ own: z.literal(true), deviceId: z.string().min(1).max(255).nullable() }),
        z.object({ own: z.literal(false), userId: UserId, roomId: RoomId }),
      ]),
      one,
    ),
    acceptVerification: call(one, nothing),
    /** Of an accepted one, when the other side does not begin by itself. */
    compareEmoji: call(one, nothing),
    /** The bytes of a QR code that was read here. What is no code of this verification changes nothing; wrong keys in one end it. */
    readVerificationCode: call(
      one.extend({
        bytes: z.custom<Uint8Array>(
          (value) => ArrayBuffer.isView(value) && value.byteLength > 0 && value.byteLength <= 4096,
        ),
      }),
      z.object({ outcome: z.enum(['read', 'not_a_code', 'other_verification']) }),
    ),
    /** The emoji match, or the other side says that it read our code. `matches` false ends it. */
    confirmVerification: call(one.extend({ matches: z.boolean() }), nothing),
    /** Declines what was asked, ends what goes on, puts away what is over. */
    endVerification: call(one, nothing),
  },
  values: {
    /** What goes on, and what is over and not put away yet; oldest first. The same in all windows. */
    verifications: value(nothing, z.object({ all: z.array(Verification) })),
    /** Whether somebody's identity was verified. */
    identityTrust: value(ofPerson, z.object({ trust: IdentityTrust })),
  },
  lists: {},
});
