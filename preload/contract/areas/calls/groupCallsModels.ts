// Group calls: the models that engine and window exchange. The engine keeps the state of the room; the window keeps the media.
import { z } from '../../wire/schema';
import { CallMedia } from './callNote';
import { CallId, CallMember, CallSessionId } from './callsModels';
import { RequestId, RoomId } from '../ids';
import { Person } from '../rooms/peopleModels';

/** Type of a to-device message in one call. Name and content are those of Element Call's reaction, which is an event of the room there. */
export const reactionType = 'io.element.call.reaction';

export const raisedHandType = 'org.trellis.call.raised_hand';

/** Intents of CALL-5.10: an event with any other one is no group call. */
export const GroupCallIntent = z.enum(['m.ring', 'm.prompt', 'm.room']);
export type GroupCallIntent = z.infer<typeof GroupCallIntent>;

export const GroupCallFeed = z.object({ purpose: z.enum(['m.usermedia', 'm.screenshare']) });
export type GroupCallFeed = z.infer<typeof GroupCallFeed>;

/** One device of somebody who is in the call; devices whose membership has expired are left out. */
export const GroupCallDevice = z.object({
  userId: z.string(),
  deviceId: z.string(),
  sessionId: z.string(),
  expiresMs: z.number(),
  screensharing: z.boolean(),
  feeds: z.array(GroupCallFeed),
});
export type GroupCallDevice = z.infer<typeof GroupCallDevice>;

/** A group call (CALL-3.1). */
export const GroupCallInfo = z.object({
  groupCallId: CallId,
  type: z.enum(['m.voice', 'm.video']),
  intent: GroupCallIntent,
  isPtt: z.boolean(),
  dataChannelsEnabled: z.boolean(),
  dataChannelOptions: z.record(z.string(), z.json()).nullable(),
  livekitServiceUrl: z.string().nullable(),
  createdMs: z.number(),
  startedBy: Person,
  /** True for the person who started it, and for those who may redact the events of others. */
  canEnd: z.boolean(),
  /** It was started to ring, in a room so small that everybody is called. */
  rings: z.boolean(),
  devices: z.array(GroupCallDevice),
});
export type GroupCallInfo = z.infer<typeof GroupCallInfo>;

/** The group call of a room as the window needs it. */
export const GroupCallRoom = z.object({
  roomId: RoomId,
  roomName: z.string(),
  encrypted: z.boolean(),
  /** This account may start a group call and join it; who else may is told by nothing here but `opens`. */
  canStart: z.boolean(),
  canJoin: z.boolean(),
  /** Only some people of the room may join calls, and this account may let everybody: the window asks the user before a call. */
  opens: z.boolean(),
  /** Letting them join lets them start calls as well. */
  opensStart: z.boolean(),
  /** The newest group call that is running; null: there is none. */
  call: GroupCallInfo.nullable(),
  /** Everybody who is in the call, and this account. */
  members: z.array(CallMember),
});
export type GroupCallRoom = z.infer<typeof GroupCallRoom>;

/** A running group call, for indicators outside its room. */
export const LiveGroupCall = z.object({
  roomId: RoomId,
  groupCallId: CallId,
  media: CallMedia,
  /** Number of people who are in the call now. */
  people: z.number(),
  /** This account is in it with no device, and has not muted the room. */
  news: z.boolean(),
});
export type LiveGroupCall = z.infer<typeof LiveGroupCall>;

export const StartGroupCall = z.object({
  requestId: RequestId,
  roomId: RoomId,
  media: CallMedia,
  intent: GroupCallIntent,
  ptt: z.boolean(),
  /** Lets everybody of the room join its calls for good, where `opens` asks for it. Absent: the permissions stay as they are. */
  opens: z.boolean().optional(),
});
export type StartGroupCall = z.infer<typeof StartGroupCall>;

export const OnGroupCall = z.object({ roomId: RoomId, groupCallId: CallId });

/** `feeds` null: this account is not in the call (any more). Resolves when the server has it. */
export const SetParticipation = OnGroupCall.extend({
  sessionId: CallSessionId,
  feeds: z.array(GroupCallFeed).max(4).nullable(),
});
export type SetParticipation = z.infer<typeof SetParticipation>;
