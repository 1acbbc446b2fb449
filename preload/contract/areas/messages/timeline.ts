// The events of a room, and the read markers.
import { z } from '../../wire/schema';
import { call, contract, list } from '../../wire/shapes';
import {
  ConversationId,
  EventId,
  inConversation,
  inRoom,
  ItemKey,
  nothing,
  ReportReason,
} from '../ids';
import { FormattedText, LinkPreview } from './messageModels';
import {
  MessageReader,
  PinnedMessage,
  TimelineItem,
  UnreadPlace,
  Reactors,
} from './timelineModels';

const MessageVersion = FormattedText.extend({ key: ItemKey, sentAtMs: z.number() });
export type MessageVersion = z.infer<typeof MessageVersion>;

const onMessage = inRoom.extend({ eventId: EventId });

export const timeline = contract({
  calls: {
    /** Reports the conversation that is in view; receipts, typing and notifications depend on it (D12). */
    setFocus: call(
      z.object({
        conversation: ConversationId.nullable(),
        atBottom: z.boolean(),
        /** The thread of the same room that is open beside it. */
        thread: z.object({ threadId: EventId, atBottom: z.boolean() }).optional(),
        focused: z.boolean(),
      }),
      nothing,
    ),
    /**
     * Answers the place of the first unread message; the window asks before it marks anything as read. Null for a room that is not joined.
     */
    unreadPlace: call(inRoom, z.object({ place: UnreadPlace.nullable() })),
    /** The newest `mentions` mentions, oldest first, as far as the disk or the server has them. */
    findMentions: call(
      inRoom.extend({ mentions: z.number().int().min(1).max(100) }),
      z.object({ eventIds: z.array(EventId) }),
    ),
    /**
     * The first message that was sent at this time or later, epoch ms; null when there is none. Answered from the disk where it reaches
     * back so far, else by the server; `unsupported_server` where the server cannot.
     */
    findDay: call(
      inRoom.extend({ atMs: z.number().int().min(0) }),
      z.object({ eventId: EventId.nullable() }),
    ),
    /** Marks this event and everything before it in the conversation as read; threads separately, unless the room shows their answers. */
    markRead: call(z.object({ ...inConversation, eventId: EventId }), nothing),
    /**
     * Asks the homeserver for the preview of a page. Rejected with `forbidden` in encrypted rooms, and unless the setting `links.previews`
     * is true.
     */
    linkPreview: call(
      inRoom.extend({ url: z.string().min(1).max(2048), sentAtMs: z.number() }),
      z.object({ preview: LinkPreview.nullable() }),
    ),
    /** Servers that know the room, for a link to a message of it. */
    roomVia: call(inRoom, z.object({ via: z.array(z.string()).max(3) })),
    /** The event as it came from the server, and as it was decrypted (null for an unencrypted event), both as JSON text. */
    messageSource: call(onMessage, z.object({ raw: z.string(), decrypted: z.string().nullable() })),
    /** The versions of an edited message, oldest first, the present one last; as far as this computer has them. */
    messageVersions: call(onMessage, z.object({ versions: z.array(MessageVersion) })),
    /** The people who reacted, by emoji, the emoji with the most people first; as far as this computer has them. */
    reactors: call(onMessage, z.object({ reactions: z.array(Reactors) })),
    /** The people who have read it or something after it, the latest first; as far as this computer knows. `count`: with those not listed. */
    readBy: call(
      z.object({ ...inConversation, eventId: EventId }),
      z.object({ readers: z.array(MessageReader), count: z.number() }),
    ),
    /** Pins or unpins for everybody in the room; asks the server. `conflict` when a hundred are pinned. */
    setPinned: call(onMessage.extend({ on: z.boolean() }), nothing),
    /** Reports to the administrators of the account's homeserver. */
    reportMessage: call(onMessage.extend({ reason: ReportReason }), nothing),
    setTyping: call(z.object({ ...inConversation, typing: z.boolean() }), nothing),
  },
  values: {},
  lists: {
    /** The room's pinned events that are not redacted, the last one first; at most 100. */
    pinned: list(inRoom, PinnedMessage),
    timeline: list(
      // `around`: open at this event instead of the newest one.
      z.object({
        ...inConversation,
        around: EventId.nullable(),
        limit: z.number().int().min(1).max(500),
        // Another number is another window of the same conversation, where the one that is open has been paged away from the newest event.
        visit: z.number().int().min(0).optional(),
        // The line of new messages is shown after this event, whatever was read since.
        unreadAfter: EventId.optional(),
        // A preview of a room that is not joined (value `peek`): its newest messages, and new ones while it is previewed. Read-only.
        peek: z.boolean().optional(),
        // For a copy: read from one end to the other, wherever the reader is. Nothing is trimmed, no gap is crossed while the server answers,
        // and answers of threads stand in their threads alone.
        whole: z.boolean().optional(),
      }),
      TimelineItem,
    ),
  },
});
