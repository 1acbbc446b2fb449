// Files that wait in a composer for their message: they are kept with its draft, and are there again after a restart.
import { z } from '../../wire/schema';
import { call, contract } from '../../wire/shapes';
import { ConversationId, inConversation, nothing, Ticket } from '../ids';

const DraftFile = z.object({
  /** Sends it (`handOverFiles`), and takes it out (`dropBlob`). */
  ticket: Ticket,
  fileName: z.string(),
  sizeBytes: z.number(),
  mimeType: z.string().nullable(),
});
export type DraftFile = z.infer<typeof DraftFile>;

export const draftFiles = contract({
  calls: {
    /** Durable when it answers; the tickets stay valid until they are used or dropped. Unknown ones are left out. */
    keepDraftFiles: call(
      z.object({ ...inConversation, tickets: z.array(Ticket).min(1).max(20_000) }),
      nothing,
    ),
    /** In the order in which they were kept. */
    draftFiles: call(ConversationId, z.object({ files: z.array(DraftFile) })),
    /** A part of its bytes, from `from` on; `next` null: there are no more. Rejected with `not_found` where it is no longer there. */
    readDraftFile: call(
      z.object({ ticket: Ticket, from: z.number().int().nonnegative() }),
      z.object({
        bytes: z.custom<Uint8Array>((v) => ArrayBuffer.isView(v)),
        next: z.number().nullable(),
      }),
    ),
    /** Most bytes of one file that the server takes; null where it does not say, or cannot be asked now. */
    uploadLimit: call(nothing, z.object({ limitBytes: z.number().nullable() })),
  },
  values: {},
  lists: {},
});
