// Names of things as both sides write them, and the inputs that many calls share.
import { roomIdShape } from '../plainNames';
import { z } from '../wire/schema';

const id = (max: number) => z.string().min(1).max(max);

export const RoomId = id(255).regex(roomIdShape);

export const EventId = id(255).regex(/^\$/);

/** A message of my own, also one that is still on its way: by its key, which it keeps. */
export const OwnMessageId = id(400).regex(/^[$~]/);

export const UserId = id(255).regex(/^@/);

/** Made by the window, 16 to 64 characters; the same id again is the same act (D17). */
export const RequestId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/** Stable identity of a list item: survives local echo, sent, decrypted and edited. */
export const ItemKey = id(400);

export const Ticket = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/** Opaque id of a media file; the window loads `/media/<accountId>/<handle>` (D1). */
export const MediaHandle = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

export const nothing = z.object({});

/** Of a report to the server's administrators. */
export const ReportReason = z.string().min(1).max(500);

/** A room, or a thread of it: what is read, written and in view belongs to one of these. */
export const inConversation = {
  roomId: RoomId,
  /** The event that the thread hangs on; null is the room itself. */
  threadId: EventId.nullable(),
};
export const ConversationId = z.object(inConversation);
export type ConversationId = z.infer<typeof ConversationId>;

export const inRoom = z.object({ roomId: RoomId });

export const ofPerson = z.object({ userId: UserId });
