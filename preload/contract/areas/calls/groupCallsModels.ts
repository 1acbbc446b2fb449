// Group calls: what crosses between the engine, which keeps the state of the room, and the window, which keeps the media.
import { z } from '../../wire/schema';
import { CallMedia } from './callNote';
import { CallId, CallMember, CallSessionId } from './callsModels';
import { RequestId, RoomId } from '../ids';
import { Person } from '../rooms/peopleModels';

/** From device to device in one call: name and content of Element Call's reaction, which is an event of the room there. */
export const reactionType = 'io.element.call.reaction';

export const raisedHandType = 'org.trellis.call.raised_hand';

/** CALL-5.10: anything else is no group call. */
export const GroupCallIntent = z.enum(['m.ring', 'm.prompt', 'm.room']);
export type GroupCallIntent = z.infer<typeof GroupCallIntent>;

export const GroupCallFeed = z.object({ purpose: z.enum(['m.usermedia', 'm.screenshare']) });
export type GroupCallFeed = z.infer<typeof GroupCallFeed>;

/** One device of somebody who is in it; those that have expired are left out. */
export const GroupCallDevice = z.object({
  userId: z.string(),
  deviceId: z.string(),
  sessionId: z.string(),
  expiresMs: z.number(),
  screensharing: z.boolean(),
  feeds: z.array(GroupCallFeed),
});
export type GroupCallDevice = z.infer<typeof GroupCallDevice>;

/** CALL-3.1. */
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
  /** Whoever started it, and those who may remove what others wrote. */
  canEnd: z.boolean(),
  devices: z.array(GroupCallDevice),
});
export type GroupCallInfo = z.infer<typeof GroupCallInfo>;

/** The group call of a room as the window needs it. */
export const GroupCallRoom = z.object({
  roomId: RoomId,
  roomName: z.string(),
  encrypted: z.boolean(),
  /** May start one, which includes letting the others in where the room does not yet. */
  canStart: z.boolean(),
  canJoin: z.boolean(),
  /** Starting one lets everybody in first, which changes what people may do in the room: to be asked before. */
  opens: z.boolean(),
  /** The newest that goes on; null: there is none. */
  call: GroupCallInfo.nullable(),
  /** Everybody who is in it, and this account. */
  members: z.array(CallMember),
});
export type GroupCallRoom = z.infer<typeof GroupCallRoom>;

/** A call that somebody is in, for marks outside its room. */
export const LiveGroupCall = z.object({
  roomId: RoomId,
  groupCallId: CallId,
  media: CallMedia,
  /** In it now. */
  people: z.number(),
});
export type LiveGroupCall = z.infer<typeof LiveGroupCall>;

export const StartGroupCall = z.object({
  requestId: RequestId,
  roomId: RoomId,
  media: CallMedia,
  intent: GroupCallIntent,
  ptt: z.boolean(),
});
export type StartGroupCall = z.infer<typeof StartGroupCall>;

export const OnGroupCall = z.object({ roomId: RoomId, groupCallId: CallId });

/** Null feeds: not in it (any more). Resolves when the server has it. */
export const SetParticipation = OnGroupCall.extend({
  sessionId: CallSessionId,
  feeds: z.array(GroupCallFeed).max(4).nullable(),
});
export type SetParticipation = z.infer<typeof SetParticipation>;
