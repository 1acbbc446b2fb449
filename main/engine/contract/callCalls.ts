// Calls: signals out, reports of the window, TURN servers.
import { appFailure } from '../../../preload/contract/errors';
import type { CallParts, Some } from './parts';

const unbuilt = (): never => {
  throw appFailure('internal', 'Not built yet');
};

export const callCalls = (
  _parts: CallParts,
): Some<
  | 'sendCallSignal'
  | 'callSignalsTaken'
  | 'reportCall'
  | 'declineCall'
  | 'refreshCallTurn'
  | 'profileForCall'
> => ({
  sendCallSignal: unbuilt,
  callSignalsTaken: unbuilt,
  reportCall: unbuilt,
  declineCall: unbuilt,
  refreshCallTurn: unbuilt,
  profileForCall: unbuilt,
});
