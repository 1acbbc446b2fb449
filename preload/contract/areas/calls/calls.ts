// Calls and group calls: signals, calls that ring or run, the history. The media stay in the window.
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
  HeldBack,
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
    /** Resolves when the server has the event; a retry carries the same transaction id. */
    sendCallSignal: call(OutgoingCallSignal, z.object({ eventId: EventId.nullable() })),
    /** The window has handled all signals up to this one. */
    callSignalsTaken: call(z.object({ sessionId: CallSessionId, upTo: z.number() }), nothing),
    reportCall: call(CallReport, nothing),
    /** Declines a call from a place without media: the ring window, the tray, or a second call during a running one. */
    declineCall: call(z.object({ roomId: RoomId, callId: CallId, busy: z.boolean() }), nothing),
    /** Asks the server for new credentials when the old ones are about to expire; with `force`, always. */
    refreshCallTurn: call(z.object({ force: z.boolean() }), CallTurn),
    // Group calls: signals go by `sendCallSignal` with a device, and come by `callSignals`.
    startGroupCall: call(StartGroupCall, z.object({ groupCallId: CallId })),
    /** Ends the group call for everybody. */
    endGroupCall: call(OnGroupCall, nothing),
    setCallParticipation: call(SetParticipation, nothing),
    /** For the transfer of a call (CALL-7.11). `directRoomId`: the newest direct chat that this person has joined, too. */
    profileForCall: call(
      ofPerson,
      z.object({
        displayName: z.string().nullable(),
        avatarMxc: z.string().nullable(),
        directRoomId: RoomId.nullable(),
      }),
    ),
    /** The user has looked at the call history: none of its missed calls counts as unseen any more. */
    callHistorySeen: call(nothing, nothing),
    dismissCutCall: call(nothing, nothing),
  },
  values: {
    /** Calls that were missed since the user last looked at the history. */
    missedCalls: value(nothing, z.object({ unseen: z.number() })),
    callTurn: value(nothing, CallTurn),
    callRings: value(nothing, z.array(CallRing)),
    runningCalls: value(nothing, z.array(RunningCall)),
    cutCall: value(nothing, CutCall.nullable()),
    callRoom: value(inRoom, CallRoom),
    groupCallRoom: value(inRoom, GroupCallRoom),
    /** Members who get no signals and no media from this account, because it calls only verified people and has not verified them. */
    callLeftOut: value(inRoom, z.array(UserId)),
    /** Those of the room who hold its calls back until their identity is accepted. */
    callHeldBack: value(inRoom, z.array(HeldBack)),
    liveGroupCalls: value(nothing, z.array(LiveGroupCall)),
  },
  lists: {
    /**
     * Claims the calls for this window: they belong to the newest session. An item stays in the list until `callSignalsTaken`; a new
     * session gets the signals of calls that still ring. When the subscription ends and no new one follows, the engine hangs its calls up.
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
