// Calls of the gallery's fake engine: nobody rings by itself; a story sets what is to be seen.
import type {
  CallHistoryItem,
  CallRing,
  CallRoom,
  CallSignal,
  CallTurn,
  CutCall,
  HeldBack,
  RunningCall,
} from '#contract/areas/calls/callsModels';
import type { GroupCallRoom, LiveGroupCall } from '#contract/areas/calls/groupCallsModels';

export interface CallWorld {
  callTurn: CallTurn;
  callRings: readonly CallRing[];
  runningCalls: readonly RunningCall[];
  cutCall: CutCall | null;
  callRooms: Readonly<Record<string, Partial<CallRoom>>>;
  callSignals: readonly CallSignal[];
  callHistory: readonly CallHistoryItem[];
  groupCallRooms: Readonly<Record<string, Partial<GroupCallRoom>>>;
  liveGroupCalls: readonly LiveGroupCall[];
  /** By room: who gets nothing of a call there. */
  callLeftOut: Readonly<Record<string, readonly string[]>>;
  /** By room: whose changed identity holds calls back. */
  callHeldBack: Readonly<Record<string, readonly HeldBack[]>>;
}

export const noCalls = (): CallWorld => ({
  callTurn: { servers: [], expiresAtMs: null, problem: null },
  callRings: [],
  runningCalls: [],
  cutCall: null,
  callRooms: {},
  callSignals: [],
  callHistory: [],
  groupCallRooms: {},
  liveGroupCalls: [],
  callLeftOut: {},
  callHeldBack: {},
});

/** A room without a call and without the right to start one, until a story changes it. */
export const quietRoom = (roomId: string): GroupCallRoom => ({
  roomId,
  roomName: '',
  encrypted: true,
  canStart: false,
  opens: false,
  opensStart: false,
  canJoin: false,
  call: null,
  members: [],
});

export const callDefaults = {
  sendCallSignal: () => ({ eventId: null }),
  callSignalsTaken: () => ({}),
  reportCall: () => ({}),
  declineCall: () => ({}),
  refreshCallTurn: () => noCalls().callTurn,
  startGroupCall: () => ({ groupCallId: 'group-call' }),
  endGroupCall: () => ({}),
  setCallParticipation: () => ({}),
  profileForCall: () => ({ displayName: null, avatarMxc: null, directRoomId: null }),
};

interface Sink<T> {
  set(value: T): void;
}

export const ringValues = (world: CallWorld, watch: (push: () => void) => () => void) => ({
  callRings: (_query: object, sink: Sink<CallRing[]>) =>
    watch(() => sink.set([...world.callRings])),
  runningCalls: (_query: object, sink: Sink<RunningCall[]>) =>
    watch(() => sink.set([...world.runningCalls])),
  cutCall: (_query: object, sink: Sink<CutCall | null>) => watch(() => sink.set(world.cutCall)),
  callLeftOut: ({ roomId }: { roomId: string }, sink: Sink<string[]>) =>
    watch(() => sink.set([...(world.callLeftOut[roomId] ?? [])])),
  callHeldBack: ({ roomId }: { roomId: string }, sink: Sink<HeldBack[]>) =>
    watch(() => sink.set([...(world.callHeldBack[roomId] ?? [])])),
});
