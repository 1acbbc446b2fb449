// The one-line preview of a message: in the room list, in a quote, in a notification.
import { z } from '../../wire/schema';
import { CallMedia, CallNote, GroupCallNote } from '../calls/callNote';
import { Trust } from '../encryption/trust';

export const MessagePreview = z.object({
  kind: z.enum([
    'text',
    'image',
    'video',
    'audio',
    'voice',
    'file',
    'sticker',
    'location',
    'live_location',
    'poll',
    'redacted',
    'hidden',
    'undecryptable',
    'draft',
    'notice',
    'call',
    // Somebody asked somebody to verify them; they did; it did not come about.
    'verification',
    'verified',
    'verification_over',
    // The room moved on: nothing can be said in it any more.
    'moved',
    // No message in the room; or none on the disk, which has not all of the room.
    'none',
    'unknown',
    // The room has only messages of people whom this account ignores.
    'unheard',
  ]),
  /** For `call`: how the call ended, if this computer took part in it or heard of it. */
  call: CallNote.nullable().optional(),
  /** For `call` while `call` is null: the kind of a call that this computer only hears of. */
  callMedia: CallMedia.optional(),
  /** For `call` when it is a group call, in place of `call`. */
  groupCall: GroupCallNote.nullable().optional(),
  /** The sender's name; null when the sender needs no naming (a direct room's other person, a draft). */
  senderName: z.string().nullable(),
  mine: z.boolean(),
  /** A message of this account that is not sent yet. */
  waiting: z.boolean().optional(),
  /** The length of a voice message in milliseconds; absent when its sender did not say. */
  durationMs: z.number().optional(),
  /** The number of pictures that stand together as one, set on the last of them; `text` is their common caption. Absent for one alone. */
  pictures: z.number().optional(),
  /** Absent: `ok`. */
  trust: Trust.optional(),
  /** One line, no markup, at most 200 characters. */
  text: z.string(),
});
export type MessagePreview = z.infer<typeof MessagePreview>;
