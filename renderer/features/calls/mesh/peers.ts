// The legs of a group call, one to each other device, by whose they are.
import type { CallProblem, Participant } from '../callTypes';
import type { MatrixCall } from '../webrtc/call/matrixCall';
import { CallState } from '../webrtc/callStates';
import { deviceKey } from '../webrtc/utils';
import type { GroupCall } from '../webrtc/group/groupCall';

/** Something arrives over it. */
export const stands = (leg: MatrixCall | undefined): leg is MatrixCall =>
  leg?.peerConn?.connectionState === 'connected' && leg.state !== CallState.Ended;

/** A leg that others place and never comes. */
const legWaitMs = 30_000;

export interface Reach {
  of(userId: string, deviceId: string): Participant['leg'];
  /** That somebody cannot be reached is said once for each, and no longer than it is so; any other notice stays. */
  notice(all: readonly Participant[], now: CallProblem | null): CallProblem | null;
}

export function createReach(groupCall: GroupCall, leftOut: ReadonlySet<string>): Reach {
  const since = new Map<string, number>();
  let unreached: ReadonlySet<string> = new Set();
  return {
    of(userId, deviceId) {
      const leg = groupCall.legOf(userId, deviceId);
      const key = deviceKey(userId, deviceId);
      if (stands(leg)) {
        since.delete(key);
        return 'connected';
      }
      if (leftOut.has(key)) return 'left_out';
      const start = since.get(key) ?? Date.now();
      since.set(key, start);
      const gaveUp = groupCall.legs.retriesOf(userId, deviceId) >= 3 && leg === undefined;
      return !gaveUp && Date.now() - start <= legWaitMs ? 'connecting' : 'failed';
    },
    notice(all, now) {
      const failed = all.filter(({ leg }) => leg === 'failed').map(({ key }) => key);
      const isNew = failed.some((key) => !unreached.has(key));
      unreached = new Set(failed);
      if (failed.length === 0 && now === 'leg_failed') return null;
      return isNew ? (now ?? 'leg_failed') : now;
    },
  };
}
