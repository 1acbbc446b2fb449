// How two devices meet: the user of the device that shows a code types the digits which the other one shows. Must not know the messages
// that follow.
import type { Linking } from '#contract/areas/account/linking';
import { showCode, type Channel, type ReadCode } from './channel';
import { LinkEnded } from './ended';
import { tellFailure } from './payloads';
import { createRendezvous, joinRendezvous, placeOf, type RendezvousDeps } from './rendezvous';

/** Reason of an abort by the user, to tell it from a failure and from the end of the attempt. */
export const byPerson = 'by a person';

/** One attempt, as its steps see it. */
export interface Steps extends RendezvousDeps {
  show(state: Linking): void;
  /** Resolves with the digits that the user types while `check` is shown. */
  digits(): Promise<string>;
  /** False: the attempt ended meanwhile. */
  pause(ms: number): Promise<boolean>;
  /** Work to be done however the attempt ends. */
  atEnd(work: () => Promise<void>): void;
}

/** Most codes of one attempt, for a server whose rendezvous expire at once. */
const mostCodes = 20;

/** Shows a code until a device has read it, and a new one when it expires unread. `server`: null on the new device. */
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

/** Tells the other device when the user cancels here. */
function told(steps: Steps, channel: Channel): Channel {
  steps.atEnd(async () => {
    if (steps.signal.reason === byPerson) await tellFailure(channel, 'user_cancelled');
  });
  return channel;
}

/** To be passed before anything else from the channel is used. @throws LinkEnded `wrong_digits` */
export async function compareDigits(steps: Steps, channel: Channel): Promise<void> {
  steps.show({ state: 'check' });
  // There is one attempt, because an attacker in between would have one chance in a hundred each time.
  if ((await steps.digits()) === channel.checkCode) return steps.show({ state: 'preparing' });
  await tellFailure(channel, 'user_cancelled');
  throw new LinkEnded('wrong_digits');
}

/** Answers a code that was read; the user types the digits that are shown here on the other device. */
export async function meetByReading(
  steps: Steps,
  code: ReadCode,
  baseUrl: string,
): Promise<Channel> {
  const rendezvous = await joinRendezvous(steps, placeOf(code.url, baseUrl));
  steps.atEnd(rendezvous.close);
  return told(steps, await code.open(rendezvous));
}
