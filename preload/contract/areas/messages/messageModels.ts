// The body of a message: each kind of message has its shape here.
import { z } from '../../wire/schema';
import { FileLooks } from '../files/fileLooks';
import { MediaHandle } from '../ids';
import { Person } from '../rooms/peopleModels';

/**
 * A mention in a text that is being written: `text.slice(start, end)` is the name of `id`, a user id, a room id or an alias, or `@room`.
 * Offsets are UTF-16 units, as in a text field.
 */
export const TextMention = z.object({
  start: z.number().int().nonnegative(),
  end: z.number().int().positive(),
  id: z.string().min(2).max(255),
});
export type TextMention = z.infer<typeof TextMention>;

export const MediaRef = z.object({
  handle: MediaHandle,
  thumbnail: MediaHandle.nullable(),
  fileName: z.string(),
  /** From the encrypted part only; null when the sender did not say. */
  mimeType: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  durationMs: z.number().nullable(),
  blurhash: z.string().nullable(),
  encrypted: z.boolean(),
  /** Why it cannot be opened at all (missing key or hash, bad address), else null. */
  broken: z.string().nullable(),
});
export type MediaRef = z.infer<typeof MediaRef>;

/** The facts of an audio message that are known before its file is here. */
export const Sound = z.object({
  /** Spoken into the microphone, not a file that somebody had. */
  voice: z.boolean(),
  /** Loudness over its time, 0 to 1 in at most 64 steps; null when the sender did not say. */
  waveform: z.array(z.number()).nullable(),
});
export type Sound = z.infer<typeof Sound>;

export const UndecryptableReason = z.enum([
  'waiting_for_key',
  'sent_before_sign_in',
  'sent_before_sign_in_no_backup',
  'key_in_backup_locked',
  'withheld',
  'withheld_unverified',
  'sender_identity_changed',
  'unsigned_device',
  'sender_mismatch',
  'malformed',
  'not_joined_then',
  'unknown',
]);
export type UndecryptableReason = z.infer<typeof UndecryptableReason>;

/** The title, text and picture by which a page describes itself: foreign words, without markup. */
export const LinkPreview = z.object({
  /** `http` or `https`. */
  url: z.string(),
  /** Host of the address. */
  site: z.string(),
  title: z.string().nullable(),
  text: z.string().nullable(),
  picture: z
    .object({ handle: MediaHandle, width: z.number().nullable(), height: z.number().nullable() })
    .nullable(),
});
export type LinkPreview = z.infer<typeof LinkPreview>;

export const FormattedText = z.object({
  text: z.string(),
  /** Unsanitised `formatted_body`: the window sanitises it once, before use (D6). */
  html: z.string().nullable(),
  /** Previews of pages in the text, as the sender sent them along; empty: none shall be shown. Absent: the sender sent no previews. */
  previews: z.array(LinkPreview).optional(),
  /** Handles of the emoji in `html`, by their addresses; absent where there are none. */
  pictures: z.array(z.object({ mxc: z.string(), handle: MediaHandle })).optional(),
});
export type FormattedText = z.infer<typeof FormattedText>;

/** One file of several in a message. */
export const GalleryItem = z.object({
  type: z.enum(['image', 'video', 'audio', 'file']),
  media: MediaRef,
  looks: FileLooks,
  /** The caption of this file alone; null for none. */
  text: z.string().nullable(),
  sound: Sound.optional(),
});
export type GalleryItem = z.infer<typeof GalleryItem>;

const PollAnswer = z.object({
  id: z.string(),
  /** One line. */
  text: z.string(),
  /** Null while they are not shown. */
  votes: z.number().nullable(),
  /** This account chose it. */
  mine: z.boolean(),
  /** True when the poll has ended and no answer has more votes. */
  winner: z.boolean(),
  /** Names of who chose it, at most 50; of a poll with open votes only. */
  voters: z.array(z.string()),
});

export const MessageBody = z.discriminatedUnion('type', [
  FormattedText.extend({ type: z.enum(['text', 'notice', 'emote']) }),
  z.object({
    type: z.enum(['image', 'video', 'audio', 'file']),
    media: MediaRef,
    /** The look of the file by its name and by the type that its sender names. */
    looks: FileLooks,
    caption: FormattedText.nullable(),
    /** Set for audio only. */
    sound: Sound.optional(),
    /** True for an image without a frame. */
    sticker: z.boolean().optional(),
  }),
  /** At most 60 files. */
  z.object({
    type: z.literal('gallery'),
    items: z.array(GalleryItem),
    caption: FormattedText.nullable(),
  }),
  z.object({
    type: z.literal('poll'),
    /** The question. */
    text: z.string(),
    /** At most 20. */
    answers: z.array(PollAnswer),
    /** Everybody sees the votes while it runs; else when it has ended. */
    disclosed: z.boolean(),
    maxSelections: z.number(),
    ended: z.boolean(),
    /** How many voted. */
    people: z.number(),
    /** Votes that cannot be decrypted here: the result is not the whole one. */
    unreadable: z.number(),
    /** The last vote of this account came after the end, and does not count. */
    late: z.literal(true).optional(),
    mayVote: z.boolean(),
    mayEnd: z.boolean(),
  }),
  z.object({
    type: z.literal('location'),
    /** The sender's words about the place; may be empty. */
    text: z.string(),
    /** Degrees, WGS 84. */
    latitude: z.number(),
    longitude: z.number(),
    /** The place lies within so many metres; null when the sender did not say. */
    uncertaintyM: z.number().nullable(),
  }),
  z.object({
    type: z.literal('undecryptable'),
    reason: UndecryptableReason,
    /** '** Unable to decrypt: {reason} **' in the specification's words, for details and copying. */
    text: z.string(),
  }),
  /** By a moderator, from this account too. */
  z.object({ type: z.literal('hidden'), reason: z.string().nullable() }),
  z.object({ type: z.literal('redacted'), by: Person.nullable(), reason: z.string().nullable() }),
  /** A message that breaks the rules (CHAT-3.16: no string body). */
  z.object({ type: z.literal('invalid'), text: z.string() }),
  z.object({ type: z.literal('unsupported'), eventType: z.string(), text: z.string() }),
]);
export type MessageBody = z.infer<typeof MessageBody>;
