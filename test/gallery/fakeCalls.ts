// Calls of the gallery's fake engine: nobody rings by itself; a story sets what is to be seen.
import type {
  CallHistoryItem,
  CallRing,
  CallRoom,
  CallSignal,
  CallTurn,
  RunningCall,
} from '../../preload/contract/callModels';

export interface CallWorld {
  callTurn: CallTurn;
  callRings: readonly CallRing[];
  runningCalls: readonly RunningCall[];
  callRooms: Readonly<Record<string, Partial<CallRoom>>>;
  callSignals: readonly CallSignal[];
  callHistory: readonly CallHistoryItem[];
}

export const noCalls = (): CallWorld => ({
  callTurn: { servers: [], expiresAtMs: null, problem: null },
  callRings: [],
  runningCalls: [],
  callRooms: {},
  callSignals: [],
  callHistory: [],
});

export const callDefaults = {
  sendCallSignal: () => ({ eventId: null }),
  callSignalsTaken: () => ({}),
  reportCall: () => ({}),
  declineCall: () => ({}),
  refreshCallTurn: () => noCalls().callTurn,
  profileForCall: () => ({ displayName: null, avatarMxc: null }),
};
