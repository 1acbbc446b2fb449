// The events of a room, and what was read of them.
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
import { PinnedMessage, TimelineItem, UnreadPlace, Reactors } from './timelineModels';

const MessageVersion = FormattedText.extend({ key: ItemKey, sentAtMs: z.number() });
export type MessageVersion = z.infer<typeof MessageVersion>;

const onMessage = inRoom.extend({ eventId: EventId });

export const timeline = contract({
  calls: {
    /** What is in view; receipts, typing and notifications depend on it (D12). */
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
    /** Asked before anything is marked as read; null for a room that is not joined. */
    unreadPlace: call(inRoom, z.object({ place: UnreadPlace.nullable() })),
    /** The first of the newest `mentions` mentions; null where neither the disk nor the server knows one. */
    findMention: call(
      inRoom.extend({ mentions: z.number().int().min(1).max(100) }),
      z.object({ eventId: EventId.nullable() }),
    ),
    /**
     * The first message that was sent at this time or later, epoch ms; null when there is none. From the disk where it reaches back so
     * far, else asks the server; `unsupported_server` where that cannot tell.
     */
    findDay: call(
      inRoom.extend({ atMs: z.number().int().min(0) }),
      z.object({ eventId: EventId.nullable() }),
    ),
    /** What stands before it in the conversation is read too; threads are read on their own. */
    markRead: call(z.object({ ...inConversation, eventId: EventId }), nothing),
    /** Servers that know the room, for a link to a message of it. */
    /** Asks the homeserver what a page says of itself. `forbidden` in encrypted rooms, and unless the setting `links.previews` is true. */
    linkPreview: call(
      inRoom.extend({ url: z.string().min(1).max(2048), sentAtMs: z.number() }),
      z.object({ preview: LinkPreview.nullable() }),
    ),
    roomVia: call(inRoom, z.object({ via: z.array(z.string()).max(3) })),
    /** A message as it came from the server, and as it was decrypted; null where it came in clear. JSON, for people who look into it. */
    messageSource: call(onMessage, z.object({ raw: z.string(), decrypted: z.string().nullable() })),
    /** What a message said before each of its edits, oldest first, the last one as it is shown now; as far as this computer knows. */
    messageVersions: call(onMessage, z.object({ versions: z.array(MessageVersion) })),
    /** Who reacted, by emoji, the one with the most people first; as far as this computer knows. */
    reactors: call(onMessage, z.object({ reactions: z.array(Reactors) })),
    /** For everybody in the room; asks the server. `conflict` when a hundred are pinned. */
    setPinned: call(onMessage.extend({ on: z.boolean() }), nothing),
    /** To the administrators of the own server. */
    reportMessage: call(onMessage.extend({ reason: ReportReason }), nothing),
    setTyping: call(z.object({ ...inConversation, typing: z.boolean() }), nothing),
  },
  values: {},
  lists: {
    /** What the room's members pinned and nobody deleted, the last one first; 100 at most. */
    pinned: list(inRoom, PinnedMessage),
    timeline: list(
      // `around`: open at this event instead of the newest one.
      z.object({
        ...inConversation,
        around: EventId.nullable(),
        limit: z.number().int().min(1).max(500),
        // Another number is another window of the same conversation, where the one that is open has been paged away from the newest event.
        visit: z.number().int().min(0).optional(),
        // The line of new messages stands behind this event, whatever was read since.
        unreadAfter: EventId.optional(),
        // Of a room that is looked into (value `peek`): what was said last, then what is said while it is watched. Nothing may be done there.
        peek: z.boolean().optional(),
      }),
      TimelineItem,
    ),
  },
});
