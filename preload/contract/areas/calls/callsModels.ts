// Calls: what crosses between the engine, which keeps signalling, ringing and the registry, and the window, which keeps the media.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { CallMedia, CallNote } from './callNote';
import { EventId, ItemKey, MediaHandle, RequestId, RoomId, UserId } from '../ids';
import { Person } from '../rooms/peopleModels';

/** Made by the caller's client; unique within a room only. */
export const CallId = z.string().min(1).max(255);

/** One life of a window's call machinery: a reload makes a new one, a restart of the engine does not. */
export const CallSessionId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/** CALL-4.8. */
export const CallStateName = z.enum([
  'fledgling',
  'invite_sent',
  'wait_local_media',
  'create_offer',
  'create_answer',
  'connecting',
  'connected',
  'ringing',
  'ended',
]);
export type CallStateName = z.infer<typeof CallStateName>;

/** Beside the events of calls those that devices in one group call tell each other: raised hands and reactions. */
export const CallSignalType = z
  .string()
  .regex(/^(m|org\.matrix|io\.element|org\.trellis)\.call\.[a-z_.]{1,64}$/);

const content = z.record(z.string().max(255), z.json());

/**
 * Where a signal goes: to everybody in a room (a call between two), or to one device (a leg of a group call), which the engine
 * always encrypts.
 */
export const CallTarget = z.object({
  roomId: RoomId,
  device: z
    .object({
      groupCallId: CallId,
      userId: UserId,
      deviceId: z.string().min(1).max(255),
      sessionId: z.string().min(1).max(255),
    })
    .nullable(),
});
export type CallTarget = z.infer<typeof CallTarget>;

export const OutgoingCallSignal = z.object({
  requestId: RequestId,
  to: CallTarget,
  type: CallSignalType,
  callId: CallId,
  content,
});
export type OutgoingCallSignal = z.infer<typeof OutgoingCallSignal>;

/** Vetted, in the order in which the window has to take them. */
export const CallSignal = z.object({
  key: ItemKey,
  /** Grows by at least one from signal to signal within one run of the engine. */
  seq: z.number(),
  type: CallSignalType,
  callId: CallId,
  roomId: RoomId,
  sender: UserId,
  /** Of signals that came to this device alone: the device that encrypted them. */
  senderDevice: z.string().nullable(),
  groupCallId: z.string().nullable(),
  eventId: EventId.nullable(),
  /** When it was sent, by this computer's clock: from the server's word on its age, so a wrong clock of the sender does no harm. */
  bornMs: z.number(),
  content,
});
export type CallSignal = z.infer<typeof CallSignal>;

/** TURN servers as RTCPeerConnection wants them. `problem` `forbidden` is final: asking has stopped (CHAT-8.14). */
export const CallTurn = z.object({
  servers: z.array(
    z.object({
      urls: z.array(z.string()),
      username: z.string().optional(),
      credential: z.string().optional(),
    }),
  ),
  /** Epoch, ms; null while nothing is known. */
  expiresAtMs: z.number().nullable(),
  problem: z.object({ fatal: z.boolean(), error: AppError }).nullable(),
});
export type CallTurn = z.infer<typeof CallTurn>;

/** Somebody calls. Until `ringsUntilMs`, an answer, a decline on any device or a hang-up. */
export const CallRing = z.object({
  callId: CallId,
  roomId: RoomId,
  roomName: z.string(),
  caller: Person,
  media: CallMedia,
  group: z.boolean(),
  /** Rings silently beside a call that is under way. */
  waiting: z.boolean(),
  /** Rings silently, and cannot be answered: only verified people are spoken to, and whoever calls is not. */
  leftOut: z.boolean(),
  startedMs: z.number(),
  ringsUntilMs: z.number(),
});
export type CallRing = z.infer<typeof CallRing>;

export const RunningCall = z.object({
  callId: CallId,
  roomId: RoomId,
  roomName: z.string(),
  /** Null in a group. */
  person: Person.nullable(),
  direction: z.enum(['in', 'out']),
  media: CallMedia,
  state: CallStateName,
  connectedMs: z.number().nullable(),
  /** The window that has the media. */
  sessionId: z.string(),
});
export type RunningCall = z.infer<typeof RunningCall>;

/** A call that went down with its window: the way back is offered while somebody is there. */
export const CutCall = RunningCall.pick({
  callId: true,
  roomId: true,
  roomName: true,
  person: true,
  media: true,
});
export type CutCall = z.infer<typeof CutCall>;

/** What a window tells of a call that it has: for the registry, the history and what the desktop shows. */
export const CallReport = z.object({
  sessionId: CallSessionId,
  callId: CallId,
  roomId: RoomId,
  /** The other side of a call between two. */
  userId: UserId.nullable(),
  direction: z.enum(['in', 'out']),
  media: CallMedia,
  state: CallStateName,
  /** The hang-up reason of the specification (CALL-4.18), once ended. */
  reason: z.string().max(100).nullable(),
});
export type CallReport = z.infer<typeof CallReport>;

export const CallMember = z.object({
  userId: z.string(),
  name: z.string(),
  avatar: MediaHandle.nullable(),
  joined: z.boolean(),
});

/** What the call classes ask of a room. */
export const CallRoom = z.object({
  roomId: RoomId,
  roomName: z.string(),
  /** The other person of a direct room: who is called. */
  directUserId: z.string().nullable(),
  /** Joined, and call events may be sent. */
  canCall: z.boolean(),
  members: z.array(CallMember),
});
export type CallRoom = z.infer<typeof CallRoom>;

/** One call, past or of now; newest first. A call of a group has no person: the room stands for it. */
export const CallHistoryItem = z.object({
  key: ItemKey,
  roomId: RoomId,
  roomName: z.string(),
  /** Of the room. */
  avatar: MediaHandle.nullable(),
  person: Person.nullable(),
  call: CallNote,
  startedMs: z.number(),
  /** Missed since the calls were looked at last. */
  unseen: z.boolean(),
});
export type CallHistoryItem = z.infer<typeof CallHistoryItem>;

/** As many as are kept. */
export const mostHistoryItems = 1_000;
