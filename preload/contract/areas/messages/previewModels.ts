// The one line that stands for a message elsewhere: in the room list, in a quote, in a notification.
import { z } from '../../wire/schema';
import { CallNote, GroupCallNote } from '../calls/callNote';
import { Trust } from '../encryption/trust';

export const MessagePreview = z.object({
  kind: z.enum([
    'text',
    'image',
    'video',
    'audio',
    'voice',
    'file',
    'location',
    'poll',
    'redacted',
    'hidden',
    'undecryptable',
    'draft',
    'notice',
    'call',
    // Somebody asked somebody to verify them.
    'verification',
    // The room moved on: nothing can be said in it any more.
    'moved',
    // No message in the room; or none on the disk, which has not all of the room.
    'none',
    'unknown',
    // None but of people whom this account ignores.
    'unheard',
  ]),
  /** Of a call: what became of it, where this computer was there. */
  call: CallNote.nullable().optional(),
  /** Of a group call, instead. */
  groupCall: GroupCallNote.nullable().optional(),
  /** Who wrote it; null when the sender needs no naming (a direct room's other person, a draft). */
  senderName: z.string().nullable(),
  /** Somebody else of the room has the sender's first name. */
  firstNameShared: z.boolean().optional(),
  mine: z.boolean(),
  /** It is this account's own and on its way: nobody else has it yet. */
  waiting: z.boolean().optional(),
  /** Of a voice message, milliseconds; absent when its sender did not say. */
  durationMs: z.number().optional(),
  /** Of the last of several that stand together as one: how many; `text` is what was said of all of them. Absent for one alone. */
  pictures: z.number().optional(),
  /** Absent: `ok`. */
  trust: Trust.optional(),
  /** One line, no markup, at most 200 characters. */
  text: z.string(),
});
export type MessagePreview = z.infer<typeof MessagePreview>;
