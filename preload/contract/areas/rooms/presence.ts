// Presence of others as the server tells it, presence of this account, and profile fields (time zone, pronouns, biography).
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { nothing, ofPerson, UserId } from '../ids';
import { PresenceState } from './peopleModels';

export const Presence = z.object({
  /** `unknown`: the server never told, perhaps because it has no presence. */
  state: PresenceState,
  /** When the person was last active, epoch ms. */
  lastActiveMs: z.number().nullable(),
  /** The status text of the person, one line. */
  status: z.string().nullable(),
});
export type Presence = z.infer<typeof Presence>;

export const OwnPresence = z.object({
  /** Others can see the presence of this account. */
  shares: z.boolean(),
  status: z.string().nullable(),
  /** Others see this account as away, also while the user is active. A choice of the account, which all its devices with this app follow. */
  away: z.boolean().optional(),
});
export type OwnPresence = z.infer<typeof OwnPresence>;

export const presence = contract({
  calls: {
    /** False: others see this account as offline and without a status. */
    sharePresence: call(z.object({ on: z.boolean() }), nothing),
    /**
     * Sets the presence that others see while this account runs: `online` (away while the user is not at the computer), `unavailable`
     * (always, on all devices), `offline` (this one).
     */
    setPresence: call(z.object({ presence: z.string().max(100) }), nothing),
    /** `text` null removes the status. `kept` false: this server has no presence. */
    setStatus: call(
      z.object({ text: z.string().min(1).max(200).nullable() }),
      z.object({ kept: z.boolean() }),
    ),
    /** Asks the server now. `isKept` false: the server stores names and avatars only. `timeZone`: a name of the IANA data base. */
    timeZoneOf: call(ofPerson, z.object({ isKept: z.boolean(), timeZone: z.string().nullable() })),
    /** Publishes the time zone of this account; null removes it. */
    setTimeZone: call(z.object({ timeZone: z.string().min(1).max(64).nullable() }), nothing),
    /** Asks the server now, for the pronouns in a language such as `en`. `isKept` as of {@link timeZoneOf}. */
    pronounsOf: call(
      z.object({ userId: UserId, language: z.string().min(1).max(35) }),
      z.object({ isKept: z.boolean(), pronouns: z.string().nullable() }),
    ),
    /** Publishes the pronouns in that language; null removes those of all languages. */
    setPronouns: call(
      z.object({
        pronouns: z.string().min(1).max(64).nullable(),
        language: z.string().min(1).max(35),
      }),
      nothing,
    ),
    /** The person's description of themselves, which may have several lines. Asks the server now; `isKept` as of {@link timeZoneOf}. */
    biographyOf: call(ofPerson, z.object({ isKept: z.boolean(), text: z.string().nullable() })),
    /** Null removes the biography. */
    setBiography: call(z.object({ text: z.string().min(1).max(1000).nullable() }), nothing),
  },
  values: {
    presence: value(ofPerson, Presence),
    ownPresence: value(nothing, OwnPresence),
  },
  lists: {},
});
