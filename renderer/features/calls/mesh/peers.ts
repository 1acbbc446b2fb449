// The state of the legs of a group call, one to each other device, and the notice when a participant cannot be reached.
import type { CallProblem, Participant } from '../callTypes';
import type { Flows } from '../media/flow';
import type { MatrixCall } from '../webrtc/call/matrixCall';
import { CallState } from '../webrtc/callStates';
import { deviceKey } from '../webrtc/utils';
import type { GroupCall } from '../webrtc/group/groupCall';
import type { VerifiedOnly } from './verifiedOnly';

/** The connection of the leg is up. */
export const stands = (leg: MatrixCall | undefined): leg is MatrixCall =>
  leg?.peerConn?.connectionState === 'connected' && leg.state !== CallState.Ended;

/** The longest wait for a leg that the other side has to place. */
const legWaitMs = 30_000;

export interface Reach {
  of(userId: string, deviceId: string): Participant['leg'];
  /** Reports a participant who cannot be reached once, and only as long as it is so; any other notice stays. */
  notice(all: readonly Participant[], now: CallProblem | null): CallProblem | null;
  /** Whether all others have left the call. */
  othersLeft(all: readonly Participant[]): boolean;
}

export function createReach(
  groupCall: GroupCall,
  verifiedOnly: Pick<VerifiedOnly, 'of'>,
  flows: Pick<Flows, 'isSilent'>,
): Reach {
  const since = new Map<string, number>();
  /** Devices of the call that were connected to ours. */
  const reached = new Set<string>();
  let unreached: ReadonlySet<string> = new Set();
  let hadOthers = false;
  /** @returns whether there is one more leg in this state */
  const comes = (all: readonly Participant[], what: 'failed' | 'refused'): boolean => {
    const now = all.filter(({ leg }) => leg === what).map(({ key }) => `${what} ${key}`);
    const isNew = now.some((one) => !unreached.has(one));
    const others = [...unreached].filter((one) => !one.startsWith(what));
    unreached = new Set([...others, ...now]);
    return isNew;
  };
  return {
    of(userId, deviceId) {
      const leg = groupCall.legOf(userId, deviceId);
      const key = deviceKey(userId, deviceId);
      if (stands(leg)) {
        since.delete(key);
        reached.add(key);
        return flows.isSilent(leg) ? 'reconnecting' : 'connected';
      }
      const between = verifiedOnly.of(userId, deviceId);
      if (between !== null) {
        since.delete(key);
        return between;
      }
      const start = since.get(key) ?? Date.now();
      since.set(key, start);
      const gaveUp = groupCall.legs.retriesOf(userId, deviceId) >= 3 && leg === undefined;
      if (gaveUp || Date.now() - start > legWaitMs) return 'failed';
      return reached.has(key) ? 'reconnecting' : 'connecting';
    },
    othersLeft(all) {
      for (const key of reached) if (!all.some((one) => one.key === key)) reached.delete(key);
      hadOthers ||= all.length > 1;
      return hadOthers && all.length === 1;
    },
    notice(all, now) {
      const hasNew = { failed: comes(all, 'failed'), refused: comes(all, 'refused') };
      const isOver = (what: 'failed' | 'refused'): boolean =>
        now === `leg_${what}` && !all.some(({ leg }) => leg === what);
      const kept = isOver('failed') || isOver('refused') ? null : now;
      if (hasNew.refused) return kept ?? 'leg_refused';
      return hasNew.failed ? (kept ?? 'leg_failed') : kept;
    },
  };
}
