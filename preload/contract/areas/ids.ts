// Ids as engine and window write them, and the inputs that many calls share.
import { roomIdShape } from '../plainNames';
import { z } from '../wire/schema';

const id = (max: number) => z.string().min(1).max(max);

export const RoomId = id(255).regex(roomIdShape);

export const EventId = id(255).regex(/^\$/);

/** Id of a message of this account, also of one that is not sent yet: then it is the local key, which the message keeps. */
export const OwnMessageId = id(400).regex(/^[$~]/);

export const UserId = id(255).regex(/^@/);

/** The window makes it, 16 to 64 characters; a call with the same id again is the same act (D17). */
export const RequestId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/** Stable identity of a list item: the same for local echo, sent, decrypted and edited message. */
export const ItemKey = id(400);

export const Ticket = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/** Opaque id of a media file; the window loads `/media/<accountId>/<handle>` (D1). */
export const MediaHandle = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

export const nothing = z.object({});

/** Reason of a report to the server's administrators. */
export const ReportReason = z.string().min(1).max(500);

/** A room or one of its threads: reading, writing and focus each belong to one of these. */
export const inConversation = {
  roomId: RoomId,
  /** The root event of the thread; null is the room itself. */
  threadId: EventId.nullable(),
};
export const ConversationId = z.object(inConversation);
export type ConversationId = z.infer<typeof ConversationId>;

export const inRoom = z.object({ roomId: RoomId });

export const ofPerson = z.object({ userId: UserId });
