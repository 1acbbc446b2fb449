// Who is here: others as the server tells it, and what is told of this account.
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { nothing, ofPerson, UserId } from '../ids';
import { PresenceState } from './peopleModels';

export const Presence = z.object({
  /** `unknown`: the server never told, perhaps because it has no presence. */
  state: PresenceState,
  /** When they did something last, epoch ms. */
  lastActiveMs: z.number().nullable(),
  /** In their own words, one line. */
  status: z.string().nullable(),
});
export type Presence = z.infer<typeof Presence>;

export const OwnPresence = z.object({
  /** Others are told whether somebody is here. */
  shares: z.boolean(),
  status: z.string().nullable(),
  /** They see somebody who is away, whatever is done here. */
  away: z.boolean().optional(),
});
export type OwnPresence = z.infer<typeof OwnPresence>;

export const presence = contract({
  calls: {
    /** False: others see this account as offline and without a status. */
    sharePresence: call(z.object({ on: z.boolean() }), nothing),
    /** What others see of this account while it runs: `online` (away while nobody is at the computer), `unavailable` (always), `offline`. */
    setPresence: call(z.object({ presence: z.string().max(100) }), nothing),
    /** Null takes it away. `kept` false: this server has no presence. */
    setStatus: call(
      z.object({ text: z.string().min(1).max(200).nullable() }),
      z.object({ kept: z.boolean() }),
    ),
    /** Asks the server now. `isKept` false: it has only names and pictures of people. `timeZone`: as in the IANA data base. */
    timeZoneOf: call(ofPerson, z.object({ isKept: z.boolean(), timeZone: z.string().nullable() })),
    /** What others are told; null takes it away. */
    setTimeZone: call(z.object({ timeZone: z.string().min(1).max(64).nullable() }), nothing),
    /** Asks the server now, for those in a language such as `en`. `isKept` as of {@link timeZoneOf}. */
    pronounsOf: call(
      z.object({ userId: UserId, language: z.string().min(1).max(35) }),
      z.object({ isKept: z.boolean(), pronouns: z.string().nullable() }),
    ),
    /** What others are told in that language; null takes all away. */
    setPronouns: call(
      z.object({
        pronouns: z.string().min(1).max(64).nullable(),
        language: z.string().min(1).max(35),
      }),
      nothing,
    ),
    /** What they write about themselves, of several lines. Asks the server now; `isKept` as of {@link timeZoneOf}. */
    biographyOf: call(ofPerson, z.object({ isKept: z.boolean(), text: z.string().nullable() })),
    /** Null takes it away. */
    setBiography: call(z.object({ text: z.string().min(1).max(1000).nullable() }), nothing),
  },
  values: {
    presence: value(ofPerson, Presence),
    ownPresence: value(nothing, OwnPresence),
  },
  lists: {},
});
