// A request that meets another one with the same person: with two at once the library cancels both, so one gives way.
import type { Clock } from '../../base/types';
import type { Book } from './book';
import { stateOf, type Flow } from './flow';
import type { VerificationMachine } from './machine';

/** Two requests that cross each other are no further apart than this; one that comes later is of a device that has lost ours. */
const crossingMs = 30_000;

/** A request that came in. */
export interface Asking {
  readonly sender: string;
  readonly deviceId: string | null;
  readonly flowId: string | null;
}

/** Both have agreed to it. */
export const isGoing = (flow: Flow): boolean => flow.engaged && stateOf(flow).phase !== 'requested';

/** One that both have agreed to, and that the device that asks anew does not know of any more. */
const isLeftBy =
  ({ deviceId, flowId }: Asking) =>
  (flow: Flow): boolean =>
    isGoing(flow) &&
    deviceId !== null &&
    flow.deviceId === deviceId &&
    flow.request?.flowId !== flowId;

/** Ours, that nobody has answered yet. */
const isUnanswered = (flow: Flow): boolean => flow.byMe && flow.engaged && !isGoing(flow);

/** A device that was not asked asks. */
const isOfAnother = (deviceId: string | null, flow: Flow): boolean =>
  flow.deviceId !== null && flow.deviceId !== deviceId;

export interface CrossingDeps {
  readonly machine: Pick<VerificationMachine, 'collect'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly ownUserId: string;
  readonly ownDeviceId: string;
}

export interface Crossing {
  makeRoom(asking: Asking): Promise<boolean>;
  /** Whether ours gave way to this request, so that it is accepted unasked. Answers once. */
  isWanted(sender: string, flowId: string): boolean;
}

export function createCrossing(
  { machine, clock, ownUserId, ownDeviceId }: CrossingDeps,
  book: Pick<Book, 'live' | 'giveUp'>,
): Crossing {
  /** Person → their request to which ours gave way. Both sides want it, so nobody is asked here. */
  const preferred = new Map<string, string>();

  /** Both sides decide alike: the smaller id counts, as it does where both begin to compare. */
  const isOursFirst = ({ sender, deviceId }: Asking, flow: Flow): boolean =>
    clock.now() - flow.sinceMs < crossingMs &&
    (isOfAnother(deviceId, flow) ||
      (sender === ownUserId ? ownDeviceId < (deviceId ?? '') : ownUserId < sender));

  /**
   * Ends verifications that block a new request of theirs: those that nobody answered, and one of the device that asks anew, which has lost it,
   * e.g. by a start in between. Of two that crossed each other one gives way. False: it would interrupt one that both are doing, or give way.
   */
  async function makeRoom(asking: Asking): Promise<boolean> {
    const before = book.live(asking.sender);
    const isLeft = isLeftBy(asking);
    if (before.some((flow) => isGoing(flow) && !isLeft(flow))) return false;
    const crossed = before.filter(isUnanswered);
    if (crossed.some((flow) => isOursFirst(asking, flow))) return false;
    const isWish = crossed.some((flow) => !isOfAnother(asking.deviceId, flow));
    if (isWish && asking.flowId !== null) preferred.set(asking.sender, asking.flowId);
    before
      .filter((flow) => !flow.engaged || isLeft(flow) || isUnanswered(flow))
      .forEach(book.giveUp);
    await machine.collect();
    return true;
  }

  return {
    makeRoom,
    isWanted(sender, flowId) {
      const isPreferred = preferred.get(sender) === flowId;
      preferred.delete(sender);
      return isPreferred;
    },
  };
}
