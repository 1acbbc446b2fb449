// Voice messages that are being recorded: stored while they grow, so that neither a reload nor a crash of the window loses one. It is sent
// as an attachment (`sendAttachment`), which ends its recording.
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { ConversationId, inConversation, nothing, RequestId } from '../ids';

const one = z.object({ recordingId: RequestId });
const place = z.number().int().nonnegative();

const KeptRecording = z.object({
  recordingId: RequestId,
  elapsedMs: z.number(),
  /** The number of the next one. */
  pieces: z.number(),
});
export type KeptRecording = z.infer<typeof KeptRecording>;

const RecordingPieces = z.object({
  pieces: z.array(
    z.object({
      part: z.number(),
      bytes: z.custom<Uint8Array>((v) => ArrayBuffer.isView(v)),
    }),
  ),
  next: z.number().nullable(),
});
export type RecordingPieces = z.infer<typeof RecordingPieces>;

export const recordings = contract({
  calls: {
    /** In order, from 0 on; durable when it answers. The same piece again is answered like the first. */
    keepRecording: call(
      one.extend({
        ...inConversation,
        seq: place,
        /** A pause ends one; each is a file of its own. */
        part: place,
        elapsedMs: place,
        bytes: z.custom<Uint8Array>(
          (v) => ArrayBuffer.isView(v) && v.byteLength <= 262_144 && v.byteLength > 0,
        ),
      }),
      nothing,
    ),
    /** Its pieces from one on, in order; no other window is offered it from then on. `conflict`: another one has it. */
    readRecording: call(one.extend({ from: place }), RecordingPieces),
    deleteRecording: call(one, nothing),
  },
  values: {
    /** The oldest recording of a conversation that no window has. */
    waitingRecording: value(ConversationId, z.object({ recording: KeptRecording.nullable() })),
  },
  lists: {},
});
