// Makes a call where the browser can.
import type { CallHost } from '../host';
import type { CallOpts } from './core';
import { MatrixCall } from './matrixCall';

function supportsMatrixCall(): boolean {
  const supported =
    window.RTCPeerConnection ??
    window.RTCSessionDescription ??
    window.RTCIceCandidate ??
    navigator.mediaDevices;
  if (supported) return true;
  // eslint-disable-next-line no-console -- CALL-8.13: whoever looks into it finds out why there are no calls
  console.error('WebRTC is not supported in this browser / environment');
  return false;
}

type Whom = Pick<CallOpts, 'invitee' | 'opponentDeviceId' | 'opponentSessionId' | 'groupCallId'>;

/** Null where the browser cannot call. */
export function createNewMatrixCall(
  client: CallHost,
  roomId: string,
  whom: Whom = {},
): MatrixCall | null {
  if (!supportsMatrixCall()) return null;
  const { forceTURN } = client;
  return new MatrixCall({
    ...whom,
    client,
    roomId,
    turnServers: client.getTurnServers(),
    forceTURN,
  });
}
