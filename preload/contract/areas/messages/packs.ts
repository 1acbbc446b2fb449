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
/** As somebody may type it between colons. */
const NewShortcode = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

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

/** A pack as whoever looks after it sees it; it may be empty. */
export const ManagedPack = ImagePack.extend({
  /** Of the room that has it. */
  roomName: z.string().nullable(),
  /** This account may change it. */
  mayChange: z.boolean(),
  /** It can be used in every room. The own one always can. */
  everywhere: z.boolean(),
});
export type ManagedPack = z.infer<typeof ManagedPack>;

const ofPack = z.object({ pack: ItemKey });
const uses = { emoticon: z.boolean(), sticker: z.boolean() };

export const packs = contract({
  calls: {
    /** Of a room. The account's own is made with its first picture. */
    makePack: call(z.object({ roomId: RoomId, name: z.string().min(1).max(100) }), ofPack),
    renamePack: call(ofPack.extend({ name: z.string().min(1).max(100) }), nothing),
    removePack: call(ofPack, nothing),
    usePackEverywhere: call(ofPack.extend({ on: z.boolean() }), nothing),
    /** The picture goes up in clear. `conflict` for a short name that the pack has, `too_large` when the pack is full. */
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
     * As they are, with the source that their pack names. A picture that is there already stays. `conflict` when another one has a name
     * there: then none is copied; `too_large` when they do not fit.
     */
    copyPackImages: call(
      z.object({ from: ItemKey, shortcodes: z.array(Shortcode).min(1).max(500), to: ItemKey }),
      nothing,
    ),
    removePackImage: call(ofPack.extend({ shortcode: Shortcode }), nothing),

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
    /** Of one room; null: the own one first, then those of all rooms that one is in. */
    managedPacks: list(z.object({ roomId: RoomId.nullable() }), ManagedPack),
  },
});
