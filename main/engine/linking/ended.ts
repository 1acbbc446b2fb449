// Why signing in with another device came to nothing. Must not know who shows it.
import type { LinkEnd } from '#contract/areas/account/linking';

/** For a last message, whose failure does not matter: a device that does not get it finds the session deleted. */
export const unheard = (): undefined => undefined;

/** An end that was foreseen; inside the engine only, the window gets its reason. */
export class LinkEnded extends Error {
  readonly reason: LinkEnd;

  constructor(reason: LinkEnd) {
    super(reason);
    this.reason = reason;
  }
}
