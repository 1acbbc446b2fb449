// Which calls between two have a place on the screen, and which are over for good.
import type { CallSnapshot } from '../callTypes';

/**
 * Leaves out calls that ended without a message, and calls that rang and were not answered here. The message of an ended call disappears
 * with the next call in its room.
 * @param all in the order in which they began
 * @param shown the calls that were on the screen until now
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
