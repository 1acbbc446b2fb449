// Messages that are sent later. The server sends those of unencrypted rooms where it can; this computer sends the others, while the app
// runs.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { call, contract, list } from '../../wire/shapes';
import { ConversationId, EventId, inConversation, nothing, RequestId } from '../ids';
import { TextMention } from './messageModels';

export const ScheduledMessage = z.object({
  key: RequestId,
  /** The text as it was written, with markdown. */
  text: z.string(),
  atMs: z.number(),
  /** It waits only a moment, so that sending can be undone. */
  undo: z.boolean(),
  /**
   * `missed`: its time passed by more than an hour while the app was closed; it is not sent unasked. `failed`: see `error`. `unsure`: the
   * server had to send it, and it is not in the room.
   */
  state: z.enum(['waiting', 'missed', 'failed', 'unsure']),
  /** The server sends it, also while the app is closed. */
  atServer: z.boolean(),
  error: AppError.nullable(),
  /** The message that it answers. Absent: none. */
  replyTo: EventId.optional(),
});
export type ScheduledMessage = z.infer<typeof ScheduledMessage>;

const one = z.object({ key: RequestId });
const atMs = z.number().int();

export const scheduled = contract({
  calls: {
    /** Resolves when the message is stored. The same request id again is the same message. */
    scheduleMessage: call(
      z.object({
        ...inConversation,
        requestId: RequestId,
        text: z.string().min(1).max(65_536),
        mentions: z.array(TextMention).max(100).optional(),
        plain: z.boolean().optional(),
        kind: z.enum(['text', 'notice', 'emote']),
        replyTo: EventId.nullable(),
        /** Epoch ms, at most a year ahead. */
        atMs,
        undo: z.boolean(),
      }),
      one,
    ),
    /** The following calls are rejected with `not_found` for a message that is being sent already. */
    moveScheduled: call(one.extend({ atMs }), nothing),
    /** Changes the text and keeps the time. Mentions whose names are still in the text stay. */
    changeScheduled: call(one.extend({ text: z.string().min(1).max(65_536) }), nothing),
    sendScheduledNow: call(one, nothing),
    /** Removes the message and answers it, to be changed or discarded. */
    takeScheduled: call(
      one,
      z.object({
        text: z.string(),
        mentions: z.array(TextMention),
        replyTo: EventId.nullable(),
      }),
    ),
  },
  values: {},
  lists: {
    /** Messages of one conversation, the next one first. */
    scheduled: list(ConversationId, ScheduledMessage),
  },
});
