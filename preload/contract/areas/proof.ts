// Showing the server once more who somebody is, before an act that cannot be undone.
import { z } from '../wire/schema';
import { call, contract, value } from '../wire/shapes';
import { nothing } from './ids';

/** `waiting`: an act goes on as soon as a page in the browser was answered. `opened` false: there is no browser to open. */
export const Proof = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({ state: z.literal('waiting'), opened: z.boolean() }),
]);
export type Proof = z.infer<typeof Proof>;

export const proof = contract({
  calls: {
    /** What the server will ask this account for: `page` for one that has no password. Changes nothing. */
    proofWay: call(nothing, z.object({ way: z.enum(['password', 'page']) })),
    openProofAgain: call(nothing, nothing),
    /** The act that waits is rejected with `cancelled`. */
    cancelProof: call(nothing, nothing),
  },
  values: {
    proof: value(nothing, Proof),
  },
  lists: {},
});
