// The legs of a group call, one to each other device, by whose they are.
import { CallState, type MatrixCall } from 'matrix-js-sdk/lib/webrtc/call.js';
import type { GroupCall } from 'matrix-js-sdk/lib/webrtc/groupCall.js';

/** One person may be in a call with several devices. */
export const keyOf = (userId: string, deviceId: string): string => `${userId} ${deviceId}`;

export const legOf = (
  groupCall: GroupCall,
  userId: string,
  deviceId: string,
): MatrixCall | undefined =>
  (groupCall as unknown as { calls: Map<string, Map<string, MatrixCall>> }).calls
    .get(userId)
    ?.get(deviceId);

/** Something arrives over it. */
export const stands = (leg: MatrixCall | undefined): leg is MatrixCall =>
  leg?.peerConn?.connectionState === 'connected' && leg.state !== CallState.Ended;
