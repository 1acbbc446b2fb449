// User-interactive authentication: proving to the server once more who the user is, before an act that cannot be undone.
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { nothing } from '../ids';

/** The place where a page of the server is opened: in the browser, or in a locked-down window of the app. */
export const PagePlace = z.enum(['browser', 'window']);
export type PagePlace = z.infer<typeof PagePlace>;

/**
 * The place where the page is open. `closed`: its window was closed before the server had the answer. `not_opened`: nothing could be
 * opened.
 */
export const PageShown = z.enum(['browser', 'window', 'closed', 'not_opened']);
export type PageShown = z.infer<typeof PageShown>;

/** `waiting`: an act continues as soon as the user has answered a page. */
export const Proof = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({ state: z.literal('waiting'), shown: PageShown }),
]);
export type Proof = z.infer<typeof Proof>;

export const proof = contract({
  calls: {
    /** How the server will ask this account for a proof; `page` for an account without a password. Changes nothing. */
    proofWay: call(nothing, z.object({ way: z.enum(['password', 'page']) })),
    /** `place` null: where the page was opened the first time. */
    openProofAgain: call(z.object({ place: PagePlace.nullable() }), nothing),
    /** Rejects the waiting act with `cancelled`. */
    cancelProof: call(nothing, nothing),
  },
  values: {
    proof: value(nothing, Proof),
  },
  lists: {},
});
