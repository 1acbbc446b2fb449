// Which calls between two have a place on the screen, and which are over for good.
import type { CallSnapshot } from '../callTypes';

/**
 * What ended without a word needs no screen; nor does what rang and was not answered here. What is said of a call that ended is over with the
 * next one in its room.
 * @param all in the order in which they began
 * @param shown what was on the screen until now
 */
export function sortCalls(all: readonly CallSnapshot[], shown: readonly CallSnapshot[]) {
  const wasShown = ({ callId }: CallSnapshot): boolean =>
    shown.some((one) => one.callId === callId);
  const isPastRinging = ({ state }: CallSnapshot): boolean =>
    state !== 'ringing' && state !== 'fledgling';
  const isPast = (call: CallSnapshot): boolean =>
    all
      .slice(all.indexOf(call) + 1)
      .some((next) => next.roomId === call.roomId && isPastRinging(next));
  const rangOnly = (call: CallSnapshot): boolean =>
    call.direction === 'in' && call.startedMs === null && !wasShown(call);
  const over = all.filter(
    (call) => call.state === 'ended' && (call.problem === null || rangOnly(call) || isPast(call)),
  );
  return {
    calls: all.filter(
      (call) =>
        isPastRinging(call) && !over.includes(call) && (call.state !== 'ended' || wasShown(call)),
    ),
    over,
  };
}
