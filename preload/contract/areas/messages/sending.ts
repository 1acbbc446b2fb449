// Messages, reactions, attachments and drafts. A call answers as soon as its outbox row is durable.
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import {
  ConversationId,
  EventId,
  ItemKey,
  OwnMessageId,
  RequestId,
  RoomId,
  Ticket,
  inConversation,
  nothing,
} from '../ids';
import { TextMention } from './messageModels';
import { Draft } from '../rooms/roomsModels';
import { AttachmentPreview } from '../files/transfersModels';

const reason = z.string().max(500).nullable();
const act = z.object({ requestId: RequestId, roomId: RoomId });
const write = z.object({ ...inConversation, requestId: RequestId });
const sent = z.object({ key: ItemKey });
const onSent = z.object({ roomId: RoomId, key: ItemKey });
const text = z.string().min(1).max(65_536);
const mentions = z.array(TextMention).max(100).optional();

/** Spoken into the microphone (MSC3245). `waveform`: loudness over its time, 0 to 1024 (MSC3246). */
const Voice = z.object({
  durationMs: z.number().int().nonnegative(),
  waveform: z.array(z.number().int().min(0).max(1024)).max(200),
  /** What was kept of it while it was spoken: ends when the message is durable. */
  recordingId: RequestId.optional(),
});
export type Voice = z.infer<typeof Voice>;

const pollInput = {
  question: z.string().max(1_000),
  answers: z.array(z.string().max(500)).max(20),
  disclosed: z.boolean(),
  maxSelections: z.number().int().min(1).max(20),
};

const RelationType = z.enum(['m.thread', 'm.annotation', 'm.replace', 'm.reference']);

export const sending = contract({
  calls: {
    sendMessage: call(
      write.extend({
        text,
        mentions,
        /** Sent as it stands: its signs are no markdown. */
        plain: z.boolean().optional(),
        kind: z.enum(['text', 'notice', 'emote']),
        replyTo: EventId.nullable(),
      }),
      sent,
    ),
    /** One that is still on its way is changed once it has arrived. */
    editMessage: call(act.extend({ eventId: OwnMessageId, text, mentions }), sent),
    /** `key`: an emoji, or the `mxc` address of a custom one that others used. */
    react: call(act.extend({ eventId: EventId, key: z.string().min(1).max(512) }), sent),
    /**
     * A copy of a message as it is shown now goes into `roomId`; a file is not sent anew. `conflict` with the reason `keys`: its file is
     * encrypted, and `roomId` is not.
     */
    forwardMessage: call(
      act.extend({ from: z.object({ roomId: RoomId, eventId: EventId }) }),
      sent,
    ),
    createPoll: call(write.extend(pollInput), sent),
    /** Takes the place of an earlier vote; no answer at all takes it back. */
    votePoll: call(act.extend({ eventId: EventId, answers: z.array(z.string()).max(20) }), sent),
    /** `text` is what clients say that know no polls. */
    endPoll: call(act.extend({ eventId: EventId, text: z.string().max(1_000) }), sent),
    /** `conflict` as soon as somebody has voted. */
    editPoll: call(act.extend({ eventId: EventId, ...pollInput }), sent),
    /** `related`: what refers to it by these relations goes with it; `unsupported_server` where the server cannot. */
    redact: call(
      act.extend({ eventId: EventId, reason, related: z.array(RelationType).max(4).optional() }),
      sent,
    ),
    /** Whether the server deletes what refers to a message with it. */
    deletesRelated: call(nothing, z.object({ can: z.boolean() })),
    sendAttachment: call(
      write.extend({
        ticket: Ticket,
        preview: AttachmentPreview.nullable(),
        caption: z.string().max(65_536).nullable(),
        /** In the caption. */
        mentions,
        replyTo: EventId.nullable(),
        voice: Voice.optional(),
      }),
      sent,
    ),
    retrySend: call(onSent, nothing),
    cancelSend: call(onSent, nothing),
    // Bytes from the window (D3): begin, append in order, then use the ticket.
    beginBlob: call(
      z.object({ fileName: z.string().max(255), mimeType: z.string().max(255) }),
      z.object({ ticket: Ticket }),
    ),
    appendBlob: call(
      z.object({
        ticket: Ticket,
        seq: z.number().int().nonnegative(),
        bytes: z.custom<Uint8Array>(
          (v) => ArrayBuffer.isView(v) && v.byteLength <= 262_144 && v.byteLength > 0,
        ),
      }),
      nothing,
    ),
    saveDraft: call(z.object({ ...inConversation, draft: Draft }), nothing),
  },
  values: {
    draft: value(ConversationId, Draft),
  },
  lists: {},
});
