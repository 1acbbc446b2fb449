// Why signing in with another device came to nothing. Must not know who shows it.
import type { LinkEnd } from '#contract/areas/account/linking';

/** For a last word: nobody waits for it, and whoever does not hear it finds the place gone. */
export const unheard = (): undefined => undefined;

/** An end that was foreseen; inside the engine only, the window gets its reason. */
export class LinkEnded extends Error {
  readonly reason: LinkEnd;

  constructor(reason: LinkEnd) {
    super(reason);
    this.reason = reason;
  }
}
