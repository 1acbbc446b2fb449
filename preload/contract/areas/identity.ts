// The identity server of this account, and finding and inviting people by e-mail.
import { z } from '../wire/schema';
import { call, contract, value } from '../wire/shapes';
import { RoomId, nothing } from './ids';
import { Person } from './peopleModels';

const address = z.string().min(3).max(254);

export const IdentityState = z.object({
  /** In use; null: none. */
  server: z.string().nullable(),
  /** What the account's domain, or another device of the account, names. */
  offered: z.string().nullable(),
  /** Waits for a yes; without pages it has no terms. */
  asked: z
    .object({
      server: z.string(),
      terms: z.array(z.object({ name: z.string(), url: z.string() })),
    })
    .nullable(),
});
export type IdentityState = z.infer<typeof IdentityState>;

export const identity = contract({
  calls: {
    /** Looks for the one that is offered. */
    refreshIdentity: call(nothing, nothing),
    /** Reads its terms, which `identity` shows then. Rejected with `unknown_server`, `not_matrix`, `offline`. */
    chooseIdentityServer: call(z.object({ server: z.string().min(1).max(500) }), nothing),
    agreeToIdentityServer: call(nothing, nothing),
    declineIdentityServer: call(nothing, nothing),
    leaveIdentityServer: call(nothing, nothing),
    /** Null: nobody told the server this address. Rejected with `no_identity_server`, `identity_terms`, `identity_unsupported`. */
    findByEmail: call(z.object({ address }), z.object({ person: Person.nullable() })),
    /** They get a mail; whoever shows that the address is theirs is in. Rejected as `findByEmail`. */
    inviteByEmail: call(z.object({ roomId: RoomId, address }), nothing),
  },
  values: {
    identity: value(nothing, IdentityState),
  },
  lists: {},
});
