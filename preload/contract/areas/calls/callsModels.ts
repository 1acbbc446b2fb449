// Calls: the models that engine and window exchange. The engine keeps signalling, ringing and the registry; the window keeps the media.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { CallMedia, CallNote } from './callNote';
import { EventId, ItemKey, MediaHandle, RequestId, RoomId, UserId } from '../ids';
import { Person } from '../rooms/peopleModels';

/** The call's id, made by the caller's client; unique within a room only. */
export const CallId = z.string().min(1).max(255);

/** Id of one run of a window's call code: a reload makes a new one, a restart of the engine does not. */
export const CallSessionId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/** The states of CALL-4.8. */
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

/** Event types of calls, and the types by which devices in one group call tell each other of raised hands and reactions. */
export const CallSignalType = z
  .string()
  .regex(/^(m|org\.matrix|io\.element|org\.trellis)\.call\.[a-z_.]{1,64}$/);

const content = z.record(z.string().max(255), z.json());

/**
 * The recipients of a signal: everybody in a room (a call between two), or one device (a leg of a group call). The engine always encrypts
 * signals to one device.
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

/** A call event that passed the engine's checks; the window has to handle signals in this order. */
export const CallSignal = z.object({
  key: ItemKey,
  /** Grows by at least one from signal to signal within one run of the engine. */
  seq: z.number(),
  type: CallSignalType,
  callId: CallId,
  roomId: RoomId,
  sender: UserId,
  /** The device that encrypted the signal, for to-device messages; null for events of a room. */
  senderDevice: z.string().nullable(),
  groupCallId: z.string().nullable(),
  eventId: EventId.nullable(),
  /**
   * When the signal was sent, by this computer's clock. It is computed from the age that the server tells, so a wrong clock of the sender
   * does no harm.
   */
  bornMs: z.number(),
  content,
});
export type CallSignal = z.infer<typeof CallSignal>;

/** TURN servers in the shape of RTCPeerConnection. `problem` `forbidden` is final: the engine does not ask again (CHAT-8.14). */
export const CallTurn = z.object({
  servers: z.array(
    z.object({
      urls: z.array(z.string()),
      username: z.string().optional(),
      credential: z.string().optional(),
    }),
  ),
  /** Epoch ms; null while nothing is known. */
  expiresAtMs: z.number().nullable(),
  problem: z.object({ fatal: z.boolean(), error: AppError }).nullable(),
});
export type CallTurn = z.infer<typeof CallTurn>;

/** An incoming call. It rings until `ringsUntilMs`, an answer, a decline on any device or a hang-up. */
export const CallRing = z.object({
  callId: CallId,
  roomId: RoomId,
  roomName: z.string(),
  caller: Person,
  media: CallMedia,
  group: z.boolean(),
  /** Rings silently beside a call that is running. */
  waiting: z.boolean(),
  /** Rings silently and cannot be answered: this account calls only verified people, and the caller is not verified. */
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
  /** The session of the window that has the media. */
  sessionId: z.string(),
});
export type RunningCall = z.infer<typeof RunningCall>;

/** A call that was cut when its window ended: the user is offered to rejoin while somebody is still in it. */
export const CutCall = RunningCall.pick({
  callId: true,
  roomId: true,
  roomName: true,
  person: true,
  media: true,
});
export type CutCall = z.infer<typeof CutCall>;

/** The window's report about one of its calls, for the registry, the history and the desktop's indicators. */
export const CallReport = z.object({
  sessionId: CallSessionId,
  callId: CallId,
  roomId: RoomId,
  /** The other person of a call between two. */
  userId: UserId.nullable(),
  direction: z.enum(['in', 'out']),
  media: CallMedia,
  state: CallStateName,
  /** The hang-up reason of the specification (CALL-4.18), once ended. */
  reason: z.string().max(100).nullable(),
});
export type CallReport = z.infer<typeof CallReport>;

/** Somebody whose identity has changed and is not accepted: signals for them stay here, as messages do. */
export const HeldBack = z.object({
  person: Person,
  /** They are in the group call of the room. */
  inCall: z.boolean(),
});
export type HeldBack = z.infer<typeof HeldBack>;

export const CallMember = z.object({
  userId: z.string(),
  name: z.string(),
  avatar: MediaHandle.nullable(),
  joined: z.boolean(),
});

/** A room's name, avatar and permissions as the call classes of the window need them. */
export const CallRoom = z.object({
  roomId: RoomId,
  roomName: z.string(),
  /** The other person of a direct room, who is called. */
  directUserId: z.string().nullable(),
  /** This account has joined the room and may send call events. */
  canCall: z.boolean(),
  members: z.array(CallMember),
});
export type CallRoom = z.infer<typeof CallRoom>;

/** One call of the past or of now; the list has the newest first. A call of a group has no person: the room stands for it. */
export const CallHistoryItem = z.object({
  key: ItemKey,
  roomId: RoomId,
  roomName: z.string(),
  /** Tells the room of a group call from another one of the same name; absent when no other has it. */
  address: z.string().optional(),
  /** The room's avatar. */
  avatar: MediaHandle.nullable(),
  person: Person.nullable(),
  call: CallNote,
  startedMs: z.number(),
  /** Missed after the user last looked at the calls. */
  unseen: z.boolean(),
});
export type CallHistoryItem = z.infer<typeof CallHistoryItem>;

/** The history keeps this number of calls. */
export const mostHistoryItems = 1_000;
