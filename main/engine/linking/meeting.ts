// How two devices meet: the one that shows a code has a person type the digits which the other one shows. Must not know what they say then.
import type { Linking } from '#contract/areas/account/linking';
import { showCode, type Channel, type ReadCode } from './channel';
import { LinkEnded } from './ended';
import { giveUp, tellFailure } from './payloads';
import { createRendezvous, joinRendezvous, placeOf, type RendezvousDeps } from './rendezvous';

/** Why an attempt's signal was given: not because it failed or is over. */
export const byPerson = 'by a person';

/** One attempt, as its steps see it. */
export interface Steps extends RendezvousDeps {
  show(state: Linking): void;
  /** What a person types while `check` is shown. */
  digits(): Promise<string>;
  /** False: it was ended meanwhile. */
  pause(ms: number): Promise<boolean>;
  /** To be done however it ends. */
  atEnd(work: () => Promise<void>): void;
}

/** A server that keeps no place at all is asked no more. */
const mostCodes = 20;

/** Shows a code until a device has read it, and another one when that runs out unread. `server`: null on a device that wants in. */
export async function meetByShowing(
  steps: Steps,
  baseUrl: string,
  server: string | null,
): Promise<Channel> {
  for (let codes = 1; ; codes += 1) {
    const rendezvous = await createRendezvous(steps, baseUrl);
    steps.atEnd(rendezvous.close);
    const shown = await showCode(rendezvous, server);
    steps.show({ state: 'code', bytes: shown.bytes, expiresAtMs: rendezvous.expiresAtMs });
    try {
      return told(steps, await shown.accept());
    } catch (thrown) {
      const ranOut = thrown instanceof LinkEnded && thrown.reason === 'expired';
      if (!ranOut || codes === mostCodes) throw thrown;
    }
  }
}

/** The other device hears when a person gives up here. */
function told(steps: Steps, channel: Channel): Channel {
  steps.atEnd(async () => {
    if (steps.signal.reason === byPerson) await giveUp(channel);
  });
  return channel;
}

/** Nothing that came over the channel counts before. @throws LinkEnded `wrong_digits` */
export async function compareDigits(steps: Steps, channel: Channel): Promise<void> {
  steps.show({ state: 'check' });
  // One try: whoever stands in between would have one in a hundred for each.
  if ((await steps.digits()) === channel.checkCode) return steps.show({ state: 'preparing' });
  await tellFailure(channel, 'user_cancelled');
  throw new LinkEnded('wrong_digits');
}

/** Answers a code that was read; its device has the person type the digits that are shown here. */
export async function meetByReading(
  steps: Steps,
  code: ReadCode,
  baseUrl: string,
): Promise<Channel> {
  const rendezvous = await joinRendezvous(steps, placeOf(code.url, baseUrl));
  steps.atEnd(rendezvous.close);
  return told(steps, await code.open(rendezvous));
}
