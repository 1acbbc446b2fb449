// Messages, reactions, attachments and drafts. A call resolves when its outbox row is stored.
import { AppError } from '../../wire/errorSchemas';
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

/** A voice message (MSC3245). `waveform`: loudness over its duration, 0 to 1024 (MSC3246). */
const Voice = z.object({
  durationMs: z.number().int().nonnegative(),
  waveform: z.array(z.number().int().min(0).max(1024)).max(200),
  /** Id of the recording that was kept on the disk meanwhile; it is deleted when the message is stored. */
  recordingId: RequestId.optional(),
});
export type Voice = z.infer<typeof Voice>;

const pollInput = {
  question: z.string().max(1_000),
  answers: z.array(z.string().max(500)).max(20),
  disclosed: z.boolean(),
  maxSelections: z.number().int().min(1).max(20),
};

export const UnsentWords = z.object({
  key: z.string(),
  kind: z.enum(['draft', 'edit', 'scheduled']),
  threadId: EventId.nullable(),
  text: z.string(),
  /** For `scheduled`: its time. */
  atMs: z.number().nullable(),
});
export type UnsentWords = z.infer<typeof UnsentWords>;

const RelationType = z.enum(['m.thread', 'm.annotation', 'm.replace', 'm.reference']);

export const sending = contract({
  calls: {
    sendMessage: call(
      write.extend({
        text,
        mentions,
        /** The text is sent unchanged, not read as markdown. */
        plain: z.boolean().optional(),
        kind: z.enum(['text', 'notice', 'emote']),
        replyTo: EventId.nullable(),
      }),
      sent,
    ),
    /** Edits a message; one that is not sent yet is edited when it has arrived. */
    editMessage: call(act.extend({ eventId: OwnMessageId, text, mentions }), sent),
    /**
     * `key`: an emoji, or the `mxc` address of a custom one that others used; with `pack`, the shortcode of an emoji in that pack. Rejected
     * with `not_found` when the pack no longer has it.
     */
    react: call(
      act.extend({ eventId: EventId, key: z.string().min(1).max(512), pack: ItemKey.optional() }),
      sent,
    ),
    /**
     * Sends a copy of a message, as it is shown now, to `roomId`; a file is not uploaded again. An entry of a directory goes with its
     * name there, and as a file that nobody forwards. Rejected with `conflict` and the reason `keys` when its file is encrypted and
     * `roomId` is not, unless `inClear` is given: it is then fetched, decrypted and uploaded, in its turn as any attachment.
     * `threadId`: into this thread.
     */
    forwardMessage: call(
      act.extend({
        from: z.object({ roomId: RoomId, eventId: EventId }),
        threadId: EventId.nullable().optional(),
        inClear: z.boolean().optional(),
      }),
      sent,
    ),
    createPoll: call(write.extend(pollInput), sent),
    /** Replaces an earlier vote; an empty list of answers withdraws it. */
    votePoll: call(act.extend({ eventId: EventId, answers: z.array(z.string()).max(20) }), sent),
    /** `text` is shown by clients that do not know polls. */
    endPoll: call(act.extend({ eventId: EventId, text: z.string().max(1_000) }), sent),
    /** Rejected with `conflict` as soon as somebody has voted. */
    editPoll: call(act.extend({ eventId: EventId, ...pollInput }), sent),
    /** `related`: the server also redacts events that refer to it by these relations; `unsupported_server` where it cannot. */
    redact: call(
      act.extend({ eventId: EventId, reason, related: z.array(RelationType).max(4).optional() }),
      sent,
    ),
    /** Whether the server redacts related events together with a message. */
    deletesRelated: call(nothing, z.object({ can: z.boolean() })),
    sendAttachment: call(
      write.extend({
        ticket: Ticket,
        preview: AttachmentPreview.nullable(),
        caption: z.string().max(65_536).nullable(),
        /** Mentions in the caption. */
        mentions,
        replyTo: EventId.nullable(),
        voice: Voice.optional(),
      }),
      sent,
    ),
    /**
     * The files of one message, which are kept all together or not at all; the first carries the caption and the reply. `requestId` names
     * them from then on. They become messages with `sendFiles`, or without previews when the window is gone.
     */
    handOverFiles: call(
      write.extend({
        files: z
          .array(z.object({ requestId: RequestId, ticket: Ticket }))
          .min(1)
          .max(20_000),
        caption: z.string().max(65_536).nullable(),
        mentions,
        replyTo: EventId.nullable(),
      }),
      nothing,
    ),
    /** `sent`: how many have become messages; the one behind them could not be read, for the reason `error`. */
    sendFiles: call(
      z.object({
        requestId: RequestId,
        previews: z.array(AttachmentPreview.nullable()).max(20_000),
      }),
      z.object({ sent: z.number().int().nonnegative(), error: AppError.nullable() }),
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
    // They will not be sent; an unknown or used ticket changes nothing.
    dropBlob: call(z.object({ ticket: Ticket }), nothing),
    /** Drops a draft or an edit of the value `unsent`. */
    forgetUnsent: call(z.object({ roomId: RoomId, key: z.string().max(300) }), nothing),
    saveDraft: call(z.object({ ...inConversation, draft: Draft }), nothing),
  },
  values: {
    draft: value(ConversationId, Draft),
    /** All that was written in a room and its threads and is not sent. */
    unsent: value(z.object({ roomId: RoomId }), z.object({ words: z.array(UnsentWords) })),
  },
  lists: {},
});
