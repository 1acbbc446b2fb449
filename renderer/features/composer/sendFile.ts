// From a chosen, dropped or pasted file to a message: a ticket for the bytes, a preview, one call.
import { uploadBytes } from '#app/blobs';
import type { Account } from '#app/context';
import { newRequestId } from '#app/requestId';
import type { FileTicket } from '#contract/shell';
import type { ConversationId } from '#contract/areas/ids';
import type { TextMention } from '#contract/areas/messageModels';
import { appFailure } from '#contract/wire/errors';
import type { AttachmentPreview } from '#contract/areas/transfersModels';
import { previewOf, type Preview } from './attachments';

/** A file on its way into a message; `ticket` for those that main knows by path, `file` for those whose bytes are in the window. */
export interface PendingFile {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly ticket: FileTicket | null;
  readonly file: File | null;
}

export interface FileMessage extends ConversationId {
  readonly caption: string | null;
  /** In the caption. */
  readonly mentions: TextMention[];
  readonly replyTo: string | null;
}

/** A preview as the engine takes it: its small picture goes over first. Throws an `AppFailure`. */
export async function withTicket(
  engine: Account['engine'],
  { thumbnail, ...facts }: Preview,
): Promise<AttachmentPreview> {
  if (thumbnail === null) return { ...facts, thumbnail };
  const { bytes, ...size } = thumbnail;
  const ticket = await uploadBytes(engine, bytes, 'thumbnail', size.mimeType);
  return { ...facts, thumbnail: { ...size, ticket } };
}

/** Throws an `AppFailure`. */
export async function sendFile(
  { engine }: Account,
  pending: PendingFile,
  message: FileMessage,
): Promise<void> {
  const { file } = pending;
  const preview = file === null ? null : await previewOf(file);
  const ticket =
    pending.ticket?.ticket ??
    (file === null
      ? null
      : await uploadBytes(
          engine,
          new Uint8Array(await file.arrayBuffer()),
          pending.name,
          file.type,
        ));
  if (ticket === null) throw appFailure('ticket_invalid', 'Neither a path nor bytes');
  const requestId = newRequestId();
  await engine.call('sendAttachment', {
    ...message,
    requestId,
    ticket,
    preview: preview === null ? null : await withTicket(engine, preview),
  });
}
