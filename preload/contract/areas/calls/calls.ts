// Calls and group calls: signals, what rings and runs, the history. The window keeps the media.
import { z } from '../../wire/schema';
import { call, contract, list, value } from '../../wire/shapes';
import {
  CallHistoryItem,
  CallId,
  CallReport,
  CallRing,
  CallRoom,
  CallSessionId,
  CallSignal,
  CallTurn,
  CutCall,
  OutgoingCallSignal,
  RunningCall,
  mostHistoryItems,
} from './callsModels';
import {
  GroupCallRoom,
  LiveGroupCall,
  OnGroupCall,
  SetParticipation,
  StartGroupCall,
} from './groupCallsModels';
import { EventId, RoomId, UserId, inRoom, nothing, ofPerson } from '../ids';

export const calls = contract({
  calls: {
    /** Resolves when the server has it; a retry carries the same transaction id. */
    sendCallSignal: call(OutgoingCallSignal, z.object({ eventId: EventId.nullable() })),
    /** The window has taken all signals up to this one. */
    callSignalsTaken: call(z.object({ sessionId: CallSessionId, upTo: z.number() }), nothing),
    reportCall: call(CallReport, nothing),
    /** For whoever has no media: the ring window, the tray, a second call while one is under way. */
    declineCall: call(z.object({ roomId: RoomId, callId: CallId, busy: z.boolean() }), nothing),
    /** Asks the server anew when the credentials are about to expire, or always with `force`. */
    refreshCallTurn: call(z.object({ force: z.boolean() }), CallTurn),
    // Group calls: signals go by `sendCallSignal` with a device, and come by `callSignals`.
    startGroupCall: call(StartGroupCall, z.object({ groupCallId: CallId })),
    /** For everybody. */
    endGroupCall: call(OnGroupCall, nothing),
    setCallParticipation: call(SetParticipation, nothing),
    /** For a transfer (CALL-7.11). `directRoomId`: our newest chat of two with this person, who is in it. */
    profileForCall: call(
      ofPerson,
      z.object({
        displayName: z.string().nullable(),
        avatarMxc: z.string().nullable(),
        directRoomId: RoomId.nullable(),
      }),
    ),
    /** The person has looked at the call history: nothing in it is new. */
    callHistorySeen: call(nothing, nothing),
    dismissCutCall: call(nothing, nothing),
  },
  values: {
    /** Calls missed since the history was looked at last. */
    missedCalls: value(nothing, z.object({ unseen: z.number() })),
    callTurn: value(nothing, CallTurn),
    callRings: value(nothing, z.array(CallRing)),
    runningCalls: value(nothing, z.array(RunningCall)),
    cutCall: value(nothing, CutCall.nullable()),
    callRoom: value(inRoom, CallRoom),
    groupCallRoom: value(inRoom, GroupCallRoom),
    /** Who is in a call here, or could be called, and gets nothing of ours: only verified people do, and nobody here has verified them. */
    callLeftOut: value(inRoom, z.array(UserId)),
    liveGroupCalls: value(nothing, z.array(LiveGroupCall)),
  },
  lists: {
    /**
     * Claims the calls for this window: the newest session has them. An item stays until it is taken; a new session gets the
     * signals of calls that still ring. When the subscription ends and no new one follows, its calls are hung up.
     */
    callSignals: list(z.object({ sessionId: CallSessionId }), CallSignal),
    callHistory: list(
      z.object({
        limit: z.number().int().min(1).max(mostHistoryItems),
        missedOnly: z.boolean(),
      }),
      CallHistoryItem,
    ),
  },
});
