// Messages that are sent later. The server sends those of rooms without encryption where it can; the others this computer, while the app runs.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { call, contract, list } from '../../wire/shapes';
import { ConversationId, EventId, inConversation, nothing, RequestId } from '../ids';
import { TextMention } from './messageModels';

export const ScheduledMessage = z.object({
  key: RequestId,
  /** As it was written, with markdown. */
  text: z.string(),
  atMs: z.number(),
  /** It waits a moment only, so that sending can be taken back. */
  undo: z.boolean(),
  /** `missed`: its time passed by more than an hour while the app was closed; nothing is sent unasked. `failed`: see `error`.
   * `unsure`: the server was to send it, and it is not seen in the room. */
  state: z.enum(['waiting', 'missed', 'failed', 'unsure']),
  /** The server sends it, also while the app is closed. */
  atServer: z.boolean(),
  error: AppError.nullable(),
});
export type ScheduledMessage = z.infer<typeof ScheduledMessage>;

const one = z.object({ key: RequestId });
const atMs = z.number().int();

export const scheduled = contract({
  calls: {
    /** Durable when it answers. The same request id again is the same message. */
    scheduleMessage: call(
      z.object({
        ...inConversation,
        requestId: RequestId,
        text: z.string().min(1).max(65_536),
        mentions: z.array(TextMention).max(100).optional(),
        plain: z.boolean().optional(),
        kind: z.enum(['text', 'notice', 'emote']),
        replyTo: EventId.nullable(),
        /** Epoch ms, a year ahead at most. */
        atMs,
        undo: z.boolean(),
      }),
      one,
    ),
    /** These answer `not_found` for a message that is on its way already. */
    moveScheduled: call(one.extend({ atMs }), nothing),
    /** Another text under the same time. Mentions whose names still stand in it stay. */
    changeScheduled: call(one.extend({ text: z.string().min(1).max(65_536) }), nothing),
    sendScheduledNow: call(one, nothing),
    /** Takes it out and gives it back, to be changed or forgotten. */
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
    /** Of one conversation, the next one first. */
    scheduled: list(ConversationId, ScheduledMessage),
  },
});
