// Image packs: pictures with a short name, used as custom emoji and as stickers.
import { z } from '../wire/schema';
import { call, contract, list } from '../wire/shapes';
import { EventId, inConversation, inRoom, ItemKey, MediaHandle, RequestId, RoomId } from './ids';

const Shortcode = z.string().min(1).max(100);

export const PackImage = z.object({
  /** Without its colons. */
  shortcode: Shortcode,
  /** A small picture. */
  handle: MediaHandle,
  /** What it shows. */
  text: z.string(),
  emoticon: z.boolean(),
  sticker: z.boolean(),
});
export type PackImage = z.infer<typeof PackImage>;

export const ImagePack = z.object({
  key: ItemKey,
  /** The room that has it; null: the account's own. */
  roomId: RoomId.nullable(),
  /** Empty for an own one without a name. */
  name: z.string(),
  /** Who made the pictures, as the pack says. */
  attribution: z.string().nullable(),
  images: z.array(PackImage),
});
export type ImagePack = z.infer<typeof ImagePack>;

export const packs = contract({
  calls: {
    /** `not_found` when the pack has it no more. */
    sendSticker: call(
      z.object({
        ...inConversation,
        requestId: RequestId,
        pack: ItemKey,
        shortcode: Shortcode,
        replyTo: EventId.nullable(),
      }),
      z.object({ key: ItemKey }),
    ),
  },
  values: {},
  lists: {
    /** What one may use in a room: the own pack, the room's, those that are enabled everywhere. */
    imagePacks: list(inRoom, ImagePack),
  },
});
