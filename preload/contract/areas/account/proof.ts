// Showing the server once more who somebody is, before an act that cannot be undone.
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { nothing } from '../ids';

/** Where a page of the server can be opened: in the browser, or in a locked-down window of the app. */
export const PagePlace = z.enum(['browser', 'window']);
export type PagePlace = z.infer<typeof PagePlace>;

/** Where it is: `closed`, its window was closed before the server had the answer; `not_opened`, nothing could be opened. */
export const PageShown = z.enum(['browser', 'window', 'closed', 'not_opened']);
export type PageShown = z.infer<typeof PageShown>;

/** `waiting`: an act goes on as soon as a page was answered. */
export const Proof = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({ state: z.literal('waiting'), shown: PageShown }),
]);
export type Proof = z.infer<typeof Proof>;

export const proof = contract({
  calls: {
    /** What the server will ask this account for: `page` for one that has no password. Changes nothing. */
    proofWay: call(nothing, z.object({ way: z.enum(['password', 'page']) })),
    /** Null: where it was opened first. */
    openProofAgain: call(z.object({ place: PagePlace.nullable() }), nothing),
    /** The act that waits is rejected with `cancelled`. */
    cancelProof: call(nothing, nothing),
  },
  values: {
    proof: value(nothing, Proof),
  },
  lists: {},
});
