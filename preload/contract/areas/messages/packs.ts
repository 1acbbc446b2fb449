// Image packs: pictures with a short name, used as custom emoji and as stickers.
import { z } from '../../wire/schema';
import { call, contract, list } from '../../wire/shapes';
import {
  EventId,
  inConversation,
  inRoom,
  ItemKey,
  MediaHandle,
  nothing,
  RequestId,
  RoomId,
  Ticket,
} from '../ids';

const Shortcode = z.string().min(1).max(100);
/** A shortcode that can be typed between colons. */
const NewShortcode = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

export const PackImage = z.object({
  /** Without its colons. */
  shortcode: Shortcode,
  /** A small version of the picture. */
  handle: MediaHandle,
  /** Description of the picture, from the pack. */
  text: z.string(),
  emoticon: z.boolean(),
  sticker: z.boolean(),
});
export type PackImage = z.infer<typeof PackImage>;

export const ImagePack = z.object({
  key: ItemKey,
  /** The room of the pack; null: it is the account's own. */
  roomId: RoomId.nullable(),
  /** Empty for the account's own pack without a name. */
  name: z.string(),
  /** The author of the pictures, as the pack says. */
  attribution: z.string().nullable(),
  images: z.array(PackImage),
});
export type ImagePack = z.infer<typeof ImagePack>;

/** A pack in the settings, where it can be changed; it may be empty. */
export const ManagedPack = ImagePack.extend({
  /** Name of the pack's room; null for the account's own pack. */
  roomName: z.string().nullable(),
  /** This account may change it. */
  mayChange: z.boolean(),
  /** The pack can be used in every room. The account's own always can. */
  everywhere: z.boolean(),
});
export type ManagedPack = z.infer<typeof ManagedPack>;

const ofPack = z.object({ pack: ItemKey });
const uses = { emoticon: z.boolean(), sticker: z.boolean() };

export const packs = contract({
  calls: {
    /** Makes a pack in a room. The account's own pack is made with its first picture. */
    makePack: call(z.object({ roomId: RoomId, name: z.string().min(1).max(100) }), ofPack),
    renamePack: call(ofPack.extend({ name: z.string().min(1).max(100) }), nothing),
    removePack: call(ofPack, nothing),
    usePackEverywhere: call(ofPack.extend({ on: z.boolean() }), nothing),
    /** Uploads the picture unencrypted. `conflict` for a shortcode that the pack has, `too_large` when the pack is full. */
    addPackImage: call(
      ofPack.extend({
        ...{ ticket: Ticket, shortcode: NewShortcode, ...uses },
        width: z.number().int().positive(),
        height: z.number().int().positive(),
      }),
      nothing,
    ),
    renamePackImage: call(ofPack.extend({ shortcode: Shortcode, to: NewShortcode }), nothing),
    setPackImageUses: call(ofPack.extend({ shortcode: Shortcode, ...uses }), nothing),
    /**
     * Copies pictures unchanged, with the attribution of their pack. A picture that the target has already stays. Rejected without a copy:
     * `conflict` when another picture of the target has one of the shortcodes; `too_large` when they do not fit.
     */
    copyPackImages: call(
      z.object({ from: ItemKey, shortcodes: z.array(Shortcode).min(1).max(500), to: ItemKey }),
      nothing,
    ),
    removePackImage: call(ofPack.extend({ shortcode: Shortcode }), nothing),

    /** Rejected with `not_found` when the pack no longer has the picture. */
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
    /** Packs that can be used in a room: the own pack, the room's, and those that are enabled everywhere. */
    imagePacks: list(inRoom, ImagePack),
    /** Packs of one room; null: the own one first, then those of all joined rooms. */
    managedPacks: list(z.object({ roomId: RoomId.nullable() }), ManagedPack),
  },
});
