// The identity server of this account, and finding and inviting people by e-mail.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { Address } from './addresses';
import { RoomId, nothing } from '../ids';
import { Person } from '../rooms/peopleModels';

const address = z.string().min(3).max(254);

export const IdentityState = z.object({
  /** The identity server in use; null: none. */
  server: z.string().nullable(),
  /** The identity server that the domain of the account, or another device of it, suggests. */
  offered: z.string().nullable(),
  /** A server whose terms wait for the user's agreement; without pages it has no terms. */
  asked: z
    .object({
      server: z.string(),
      terms: z.array(z.object({ name: z.string(), url: z.string() })),
    })
    .nullable(),
});
export type IdentityState = z.infer<typeof IdentityState>;

const contact = Address.pick({ medium: true, address: true });

/** The account's addresses that the identity server knows. */
export const SharedAddresses = z.object({
  /** Addresses by which people find this account; null: not known. */
  shared: z.array(contact).nullable(),
  /** An address that is being confirmed: a mail with a link, or a text message with a code, was sent to it. */
  pending: contact.nullable(),
  /** Why `shared` is not known. */
  error: AppError.nullable(),
});
export type SharedAddresses = z.infer<typeof SharedAddresses>;

export const identity = contract({
  calls: {
    /** Looks again for the identity server that is suggested. */
    refreshIdentity: call(nothing, nothing),
    /** Reads the terms of a server, which `identity` shows then. Rejected with `unknown_server`, `not_matrix`, `offline`. */
    chooseIdentityServer: call(z.object({ server: z.string().min(1).max(500) }), nothing),
    agreeToIdentityServer: call(nothing, nothing),
    declineIdentityServer: call(nothing, nothing),
    leaveIdentityServer: call(nothing, nothing),
    /**
     * `person` is null when nobody has published this address. Rejected with `no_identity_server`, `identity_terms`,
     * `identity_unsupported`.
     */
    findByEmail: call(z.object({ address }), z.object({ person: Person.nullable() })),
    /** Sends a mail; the person who proves that the address is theirs is invited to the room. Rejected as `findByEmail`. */
    inviteByEmail: call(z.object({ roomId: RoomId, address }), nothing),
    /** Asks the identity server which addresses find this account. */
    refreshSharedAddresses: call(nothing, nothing),
    /**
     * Has the identity server confirm an address of the account, so that people find the account by it; a second call sends the mail again.
     * Rejected as `findByEmail`, and with `not_found` for an address that is not the account's.
     */
    shareAddress: call(contact, nothing),
    /**
     * Completes `shareAddress`; `code` is empty when the user opened the link in the mail. Rejected with `wrong_token`,
     * `email_unconfirmed`, or as `findByEmail`.
     */
    confirmShare: call(z.object({ code: z.string().max(64) }), nothing),
    cancelShare: call(nothing, nothing),
    /**
     * Removes an address from the identity server, so that nobody finds the account by it. Rejected with `identity_unsupported` where the
     * server cannot remove addresses.
     */
    stopSharing: call(contact, nothing),
  },
  values: {
    identity: value(nothing, IdentityState),
    sharedAddresses: value(nothing, SharedAddresses),
  },
  lists: {},
});
