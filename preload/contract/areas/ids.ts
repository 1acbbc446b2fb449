// Names of things as both sides write them, and the inputs that many calls share.
import { z } from '../wire/schema';

const id = (max: number) => z.string().min(1).max(max);

export const RoomId = id(255).regex(/^!/);

export const EventId = id(255).regex(/^\$/);

export const UserId = id(255).regex(/^@/);

/** Made by the window, 16 to 64 characters; the same id again is the same act (D17). */
export const RequestId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/** Stable identity of a list item: survives local echo, sent, decrypted and edited. */
export const ItemKey = id(400);

export const Ticket = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/** Opaque id of a media file; the window loads `/media/<accountId>/<handle>` (D1). */
export const MediaHandle = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

export const nothing = z.object({});

export const inRoom = z.object({ roomId: RoomId });
